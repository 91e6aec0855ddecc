// SPDX-License-Identifier: MIT
// No UDP byte goes to an address that hasn't proved that it wants it: docs/protocols/native.md, "Proof of address".
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <optional>

#include "support/aftermath.h"
#include "support/native.h"
#include "support/server.h"

namespace ttcp::test {
namespace {

constexpr int kDownload = 128;  // the stream number of its first flow in datagrams
constexpr const char* kWrongToken = "00112233445566778899aabbccddeeff";

// A UDP download of 0.3 s, granted.
class ProofOfAddress : public ::testing::Test {
 protected:
  ProofOfAddress() {
    constexpr double kSeconds = 0.3;
    Json plan = native_plan("download", kSeconds);
    plan["traffic"].update(
        {{"transport", "udp"}, {"congestion", nullptr}, {"rate_bps", 10'000'000}, {"block_bytes", 1000}});
    client_.control.say(native_prepare(1, plan));
    token_ = client_.control.hear("granted").at("udp_token").get<std::string>();
  }
  void say_hello(UdpSocket& from, const std::string& token, int stream = kDownload) {
    from.send_to(server_.port(), native_hello_datagram(token, stream));
    UdpSocket::wait_until_read(server_.port());
  }
  // The whole run, of which `receiver` gets the datagrams.
  void run(UdpSocket& receiver) {
    client_.control.hear("ready");
    client_.control.say(native_of_run("go", 1));
    EXPECT_EQ(receiver.receive().size(), 1000U);
    client_.control.hear("ended");
    client_.control.say(native_outcome(1));
    client_.control.hear("outcome");
  }
  void leave() {
    client_.control.say({{"type", "bye"}});
    client_.control.socket().close();
    server_.stop();
  }
  Server server_;
  AdmittedClient client_{server_.port()};
  std::string token_;
};

TEST_F(ProofOfAddress, ARightTokenFromTheControlConnectionsAddressIsServed) {
  UdpSocket right;
  say_hello(right, token_);
  run(right);
}

TEST_F(ProofOfAddress, AWrongTokenGetsNothing) {
  UdpSocket wrong;
  UdpSocket right;
  say_hello(wrong, kWrongToken);
  say_hello(wrong, std::string(32, '0'));
  say_hello(right, token_);
  run(right);
  leave();
  EXPECT_EQ(wrong.receive_now(), std::nullopt);
}

TEST_F(ProofOfAddress, ARightTokenFromAnotherAddressGetsNothing) {
  UdpSocket elsewhere("127.0.0.2");
  UdpSocket right;
  say_hello(elsewhere, token_);
  say_hello(right, token_);
  run(right);
  leave();
  EXPECT_EQ(elsewhere.receive_now(), std::nullopt);
}

TEST_F(ProofOfAddress, ARightTokenForAStreamThatIsNotWantedGetsNothing) {
  UdpSocket other;
  UdpSocket right;
  say_hello(other, token_, 0);
  say_hello(other, token_, kDownload + 1);
  say_hello(right, token_);
  run(right);
  leave();
  EXPECT_EQ(other.receive_now(), std::nullopt);
}

TEST_F(ProofOfAddress, TheTokenIsWorthNothingOnceTheFlowHasItsAddress) {
  UdpSocket right;
  UdpSocket late;
  say_hello(right, token_);
  client_.control.hear("ready");
  say_hello(late, token_);
  client_.control.say(native_of_run("go", 1));
  EXPECT_EQ(right.receive().size(), 1000U);
  say_hello(late, token_);
  client_.control.hear("ended");
  client_.control.say(native_outcome(1));
  client_.control.hear("outcome");
  say_hello(late, token_);
  leave();
  EXPECT_EQ(late.receive_now(), std::nullopt);
}

TEST(Datagrams, OfAnyKindAreNeverAnswered) {
  Server server;
  UdpSocket stranger;
  for (const std::string& datagram :
       {std::string(), std::string("x"), std::string(4, 'x'), native_hello_datagram(kWrongToken, 0),
        std::string("TTU1"), std::string("TTU1\x02") + std::string(995, 'y'), std::string(60'000, 'z')}) {
    stranger.send_to(server.port(), datagram);
    UdpSocket::wait_until_read(server.port());
  }
  expect_serves_the_next_client(server);
  server.stop();
  EXPECT_EQ(stranger.receive_now(), std::nullopt);
}

}  // namespace
}  // namespace ttcp::test

// SPDX-License-Identifier: MIT
// The same tests between two network namespaces: real addresses, a real MTU, link-local scopes.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>
#include <ostream>

#include "support/namespaces.h"
#include "support/report.h"
#include "support/ttcp.h"

namespace ttcp::test {
namespace {
using ::testing::HasSubstr;
using Words = std::vector<std::string>;

struct Way {
  const char* name;
  const char* target;  // of the far end, as the near end says it
  const char* source;  // of the near end, as the far end says it
  friend std::ostream& operator<<(std::ostream& out, const Way& one) { return out << one.name; }
};

class Veth : public ::testing::TestWithParam<Way> {
 protected:
  void SetUp() override {
    if (!spaces_.why_not().empty()) GTEST_SKIP() << spaces_.why_not();
    near_.around = spaces_.near();
    far_.around = spaces_.far();
  }
  Namespaces spaces_;
  Io near_;
  Io far_;
};

TEST_P(Veth, ClassicTcpCountsTheSameAtBothEnds) {
  Ttcp receiver({"-r", "-s", "-p", "0"}, far_);
  const Finished sent = run_ttcp(to_port({"-t", "-s"}, receiver.port(), GetParam().target), near_);
  EXPECT_EQ(sent.ended.status, 0) << sent.err;
  expect_exit(receiver, 0);
  EXPECT_EQ(parse_report(sent.out, "ttcp-t").bytes, 16777216);
  EXPECT_EQ(parse_report(receiver.out(), "ttcp-r").bytes, 16777216);
  EXPECT_THAT(receiver.err(), HasSubstr(std::string("ttcp-r: accept from ") + GetParam().source + "\n"));
}

TEST_P(Veth, ClassicUdpArrivesAndEnds) {
  Ttcp receiver({"-r", "-s", "-u", "-p", "0"}, far_);
  const Words options{"-t", "-s", "-u", "-n", "20", "-l", "1000"};
  const Finished sent = run_ttcp(to_port(options, receiver.port(), GetParam().target), near_);
  EXPECT_EQ(sent.ended.status, 0) << sent.err;
  expect_exit(receiver, 0);
  EXPECT_EQ(parse_report(receiver.out(), "ttcp-r").bytes, 20000);
}

TEST_P(Veth, NettpCountsTheSameAtBothEnds) {
  Ttcp server({"nettp", "-s", "-p", "0"}, far_);
  const std::string port = std::to_string(server.port());
  const Finished sent = run_ttcp({"nettp", "-c", GetParam().target, "1M", "3", "-p", port}, near_);
  EXPECT_EQ(sent.ended.status, 0) << sent.err;
  EXPECT_THAT(sent.out, HasSubstr("nettp: sent 3145728 bytes in "));
  EXPECT_THAT(sent.out, HasSubstr("nettp: server counted 3145728 bytes in "));
}

TEST_P(Veth, APipeArrivesEqualOverTcpAndUdp) {
  for (const bool udp : {false, true}) {
    const std::string payload = pattern(50001);
    Words receive{"-r", "-p", "0", "-l", "1000"};
    Words transmit{"-t", "-l", "1000"};
    if (udp) receive.emplace_back("-u");
    if (udp) transmit.emplace_back("-u");
    Ttcp receiver(receive, far_);
    Io fed = near_;
    fed.feed = true;
    Ttcp transmitter(to_port(transmit, receiver.port(), GetParam().target), fed);
    transmitter.feed(payload);
    transmitter.end_of_input();
    expect_exit(transmitter, 0);
    expect_exit(receiver, 0);
    EXPECT_EQ(receiver.out(), payload);
  }
}

TEST_P(Veth, AnInterruptedTransmitterReportsWhatTheReceiverCounted) {
  Ttcp receiver({"-r", "-s", "-p", "0"}, far_);
  const Words endless{"-t", "-s", "-n", "1000000000", "--interval", "0.05"};
  Ttcp transmitter(to_port(endless, receiver.port(), GetParam().target), near_);
  transmitter.wait_until([&] { return sum_of_intervals(transmitter.err()) > 0; }, "an interval with bytes");
  transmitter.signal(SIGINT);
  expect_exit(transmitter, 130);
  expect_exit(receiver, 0);
  EXPECT_EQ(parse_report(receiver.out(), "ttcp-r").bytes, parse_report(transmitter.out(), "ttcp-t").bytes);
}

TEST_P(Veth, AKilledReceiverIsNoticedAndReported) {
  Ttcp receiver({"-r", "-s", "-p", "0"}, far_);
  const Words endless{"-t", "-s", "-n", "1000000000", "--interval", "0.05"};
  Ttcp transmitter(to_port(endless, receiver.port(), GetParam().target), near_);
  transmitter.wait_until([&] { return sum_of_intervals(transmitter.err()) > 0; }, "an interval with bytes");
  receiver.signal(SIGKILL);
  expect_exit(transmitter, 1);
  EXPECT_THAT(transmitter.out(), HasSubstr("ttcp-t: incomplete: "));
  EXPECT_GT(parse_report(transmitter.out(), "ttcp-t").bytes, 0);
}

TEST_P(Veth, NobodyListeningIsRefused) {
  const Finished sent = run_ttcp({"-t", "-s", "-p", "9", GetParam().target}, near_);
  EXPECT_EQ(sent.ended.status, 1);
  EXPECT_THAT(sent.err, HasSubstr("ttcp-t: connect: Connection refused\nerrno=111\n"));
}

TEST_P(Veth, ALostEndMarkerEndsTheReceiverAfterTheQuietTime) {
  Ttcp receiver({"-r", "-s", "-u", "-p", "0", "--timeout", "1", "--interval", "0.05"}, far_);
  Ttcp transmitter(to_port({"-t", "-s", "-u", "-n", "1000000000", "-l", "100"}, receiver.port(), GetParam().target),
                   near_);
  receiver.wait_until([&] { return sum_of_intervals(receiver.err()) > 0; }, "an interval with bytes");
  transmitter.signal(SIGKILL);
  expect_exit(receiver, 1);
  EXPECT_THAT(receiver.out(), HasSubstr("ttcp-r: incomplete: the end marker was missing"));
}

INSTANTIATE_TEST_SUITE_P(Over, Veth,
                         ::testing::Values(Way{"Ipv4", Namespaces::kFarIpv4, Namespaces::kNearIpv4},
                                           Way{"Ipv6", Namespaces::kFarIpv6, Namespaces::kNearIpv6},
                                           Way{"LinkLocal", Namespaces::kFarLinkLocal, Namespaces::kNearLinkLocal}),
                         [](const auto& tested) { return std::string(tested.param.name); });

}  // namespace
}  // namespace ttcp::test

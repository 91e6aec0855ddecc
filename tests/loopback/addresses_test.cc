// SPDX-License-Identifier: MIT
// IPv4 and IPv6, --bind, --congestion: case 29 of section 10 of the reference.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "support/report.h"
#include "support/sockets.h"
#include "support/ttcp.h"

namespace ttcp::test {
namespace {
using ::testing::HasSubstr;
using Words = std::vector<std::string>;

constexpr const char* kNoIpv6 = "this host has no ::1";

void expect_accepted_from(const Words& receive, const Words& transmit, const std::string& host,
                          const std::string& seen) {
  Ttcp receiver(receive);
  const Finished sent = run_ttcp(to_port(transmit, receiver.port(), host));
  EXPECT_EQ(sent.ended.status, 0) << sent.err;
  expect_exit(receiver, 0);
  EXPECT_THAT(receiver.err(), HasSubstr("ttcp-r: accept from " + seen + "\n"));
  EXPECT_EQ(parse_report(receiver.out(), "ttcp-r").bytes, 81920);
}

TEST(Addresses, OneReceiverServesIpv4AndIpv6) {
  expect_accepted_from({"-r", "-s", "-p", "0"}, {"-t", "-s", "-n", "10"}, "127.0.0.1", "127.0.0.1");
  if (!has_address("::1")) GTEST_SKIP() << kNoIpv6;
  expect_accepted_from({"-r", "-s", "-p", "0"}, {"-t", "-s", "-n", "10"}, "::1", "::1");
}

TEST(Addresses, AnIpv6ReceiverShowsAnIpv6Client) {
  if (!has_address("::1")) GTEST_SKIP() << kNoIpv6;
  expect_accepted_from({"-r", "-s", "-6", "-p", "0"}, {"-t", "-s", "-6", "-n", "10"}, "::1", "::1");
}

TEST(Addresses, AnIpv6ReceiverServesIpv4AndShowsTheMappedAddress) {
  if (!has_address("::1")) GTEST_SKIP() << kNoIpv6;
  expect_accepted_from({"-r", "-s", "-6", "-p", "0"}, {"-t", "-s", "-4", "-n", "10"}, "127.0.0.1", "::ffff:127.0.0.1");
}

TEST(Addresses, AnIpv4ReceiverRefusesIpv6) {
  if (!has_address("::1")) GTEST_SKIP() << kNoIpv6;
  Ttcp receiver({"-r", "-s", "-4", "-p", "0"});
  EXPECT_EQ(run_ttcp(to_port({"-t", "-s"}, receiver.port(), "::1")).ended.status, 1);
  EXPECT_EQ(run_ttcp(to_port({"-t", "-s"}, receiver.port())).ended.status, 0);
}

TEST(Addresses, UdpWorksOverIpv6) {
  if (!has_address("::1")) GTEST_SKIP() << kNoIpv6;
  Ttcp receiver({"-r", "-s", "-u", "-p", "0"});
  const Words options{"-t", "-s", "-u", "-n", "10", "-l", "1000"};
  EXPECT_EQ(run_ttcp(to_port(options, receiver.port(), "::1")).ended.status, 0);
  expect_exit(receiver, 0);
  EXPECT_EQ(parse_report(receiver.out(), "ttcp-r").bytes, 10000);
}

TEST(Addresses, AFamilyThatTheHostLacksIsAFailedLookup) {
  const Finished sent = run_ttcp({"-t", "-s", "-6", "127.0.0.1"});
  EXPECT_EQ(sent.ended.status, 1);
  EXPECT_THAT(sent.err, HasSubstr("ttcp-t: bad hostname: 127.0.0.1: "));
}

TEST(Addresses, NamesAreLookedUp) {
  expect_accepted_from({"-r", "-s", "-p", "0"}, {"-t", "-s", "-4", "-n", "10"}, "localhost", "127.0.0.1");
}

TEST(BindOption, IsTheAddressThatAReceiverListensOn) {
  Ttcp receiver({"-r", "-s", "-p", "0", "--bind", "127.0.0.2"});
  const auto port = receiver.port();
  EXPECT_EQ(run_ttcp(to_port({"-t", "-s"}, port, "127.0.0.1")).ended.status, 1);
  EXPECT_EQ(run_ttcp(to_port({"-t", "-s"}, port, "127.0.0.2")).ended.status, 0);
  expect_exit(receiver, 0);
}

TEST(BindOption, IsTheAddressThatATransmitterComesFrom) {
  expect_accepted_from({"-r", "-s", "-p", "0"}, {"-t", "-s", "-n", "10", "--bind", "127.0.0.3"}, "127.0.0.1",
                       "127.0.0.3");
}

TEST(BindOption, WorksOnUdp) {
  Ttcp receiver({"-r", "-s", "-u", "-p", "0", "--bind", "127.0.0.2"});
  const Words options{"-t", "-s", "-u", "-n", "10", "-l", "100", "--bind", "127.0.0.3"};
  EXPECT_EQ(run_ttcp(to_port(options, receiver.port(), "127.0.0.2")).ended.status, 0);
  expect_exit(receiver, 0);
  EXPECT_EQ(parse_report(receiver.out(), "ttcp-r").bytes, 1000);
}

TEST(BindOption, AnAddressOfAnotherHostIsRefusedByTheKernel) {
  const Finished received = run_ttcp({"-r", "-s", "-p", "0", "--bind", "192.0.2.1"});
  EXPECT_EQ(received.ended.status, 1);
  EXPECT_THAT(received.err, HasSubstr("ttcp-r: bind: Cannot assign requested address\nerrno=99\n"));
}

TEST(CongestionOption, IsInForceOnTheConnection) {
  Ttcp receiver({"-r", "-s", "-p", "0"});
  const Finished sent = run_ttcp(to_port({"-t", "-s", "--congestion", "reno", "--json"}, receiver.port()));
  EXPECT_EQ(sent.ended.status, 0) << sent.err;
  EXPECT_EQ(nlohmann::json::parse(sent.out)["tcp_at_end"]["congestion_control"], "reno");
}

TEST(CongestionOption, CanBeSetOnAReceiver) {
  Ttcp receiver({"-r", "-s", "-p", "0", "--congestion=reno", "--json"});
  EXPECT_EQ(run_ttcp(to_port({"-t", "-s"}, receiver.port())).ended.status, 0);
  expect_exit(receiver, 0);
  EXPECT_EQ(nlohmann::json::parse(receiver.out())["tcp_at_end"]["congestion_control"], "reno");
}

TEST(CongestionOption, AnUnknownNameIsRefusedAndNamed) {
  const Finished sent = run_ttcp(to_port({"-t", "-s", "--congestion", "nosuch"}, free_port()));
  EXPECT_EQ(sent.ended.status, 1);
  EXPECT_THAT(sent.err, HasSubstr("nosuch"));
  EXPECT_EQ(sent.out.find("real seconds"), std::string::npos);
}

TEST(CongestionOption, IsRefusedWithUdp) {
  const Finished sent = run_ttcp({"-t", "-s", "-u", "--congestion", "reno", "127.0.0.1"});
  EXPECT_EQ(sent.ended.status, 1);
  EXPECT_EQ(lines_of(sent.err).size(), 1U) << sent.err;
  EXPECT_THAT(sent.err, HasSubstr("--congestion: for TCP only"));
}

}  // namespace
}  // namespace ttcp::test

// SPDX-License-Identifier: MIT
// nettp: a server and its clients, good, bad and killed.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>
#include <memory>
#include <ostream>

#include "support/files.h"
#include "support/report.h"
#include "support/sockets.h"
#include "support/ttcp.h"

namespace ttcp::test {
namespace {
using ::testing::HasSubstr;
using Words = std::vector<std::string>;

Words client(std::uint16_t port, const std::string& size, const std::string& count) {
  return {"nettp", "-c", "127.0.0.1", size, count, "-p", std::to_string(port)};
}

struct Load {
  const char* name;
  const char* size;
  const char* count;
  std::int64_t bytes;
  friend std::ostream& operator<<(std::ostream& out, const Load& one) { return out << one.name; }
};

class NettpLoad : public ::testing::TestWithParam<Load> {};

TEST_P(NettpLoad, IsCountedTheSameAtBothEndsInLittleMemory) {
  const auto& [name, size, count, bytes] = GetParam();
  Ttcp server({"nettp", "-s", "-p", "0"});
  Ttcp sender(client(server.port(), size, count));
  const Ended sent = sender.wait(Deadline(std::chrono::seconds(280)));
  EXPECT_EQ(sent.status, 0) << sender.transcript();
  const std::string total = std::to_string(bytes);
  EXPECT_THAT(sender.out(), HasSubstr("nettp: sent " + total + " bytes in "));
  EXPECT_THAT(sender.out(), HasSubstr("nettp: server counted " + total + " bytes in "));
  EXPECT_THAT(server.line_with(" received ", Stream::out), HasSubstr("received " + total + " bytes in "));
  server.signal(SIGTERM);
  const Ended served = server.wait();
  EXPECT_EQ(served.status, 0);
  if (is_sanitized()) return;
  constexpr long kMostKib = 64 * 1024;
  EXPECT_LT(sent.max_rss_kib, kMostKib);
  EXPECT_LT(served.max_rss_kib, kMostKib);
}

INSTANTIATE_TEST_SUITE_P(Of, NettpLoad,
                         ::testing::Values(Load{"OneByte", "1", "1", 1}, Load{"TenMebibytes", "1M", "10", 10485760},
                                           Load{"ShellArithmetic", "1048576", "10", 10485760},
                                           Load{"OneGibibyteBlock", "1G", "1", 1073741824},
                                           Load{"ManyBytes", "1", "100000", 100000}),
                         [](const auto& tested) { return std::string(tested.param.name); });

TEST(Nettp, RatesAreShownInTheOldUnitWithTheModernOneBesideIt) {
  Ttcp server({"nettp", "-s", "-p", "0"});
  const Finished sent = run_ttcp(client(server.port(), "1M", "10"));
  EXPECT_THAT(sent.out,
              ::testing::ContainsRegex("sent 10485760 bytes in [0-9.]+ s = [0-9.]+Kb/s \\([0-9.]+ [kMG]?bit/s\\)"));
}

TEST(Nettp, SeveralClientsAreServedAtATime) {
  Ttcp server({"nettp", "-s", "-p", "0"});
  const auto port = server.port();
  // One that never finishes doesn't keep the others waiting.
  auto silent = TcpSocket::connected_to(port);
  std::vector<std::unique_ptr<Ttcp>> senders;
  for (int i = 0; i < 4; ++i) senders.push_back(std::make_unique<Ttcp>(client(port, "1M", "8")));
  for (auto& sender : senders) expect_exit(*sender, 0);
}

TEST(Nettp, NonsenseIsRefusedAndHarmsNobody) {
  Ttcp server({"nettp", "-s", "-p", "0"});
  const auto port = server.port();
  auto peer = TcpSocket::connected_to(port);
  EXPECT_TRUE(peer.send("GET / HTTP/1.1\r\n\r\n" + noise(1000)));
  EXPECT_THAT(server.line_with(" refused: ", Stream::out), HasSubstr("nettp: 127.0.0.1:"));
  auto silent = TcpSocket::connected_to(port);
  silent.close();
  auto rude = TcpSocket::connected_to(port);
  rude.reset();
  EXPECT_EQ(run_ttcp(client(port, "1000", "3")).ended.status, 0);
  server.signal(SIGTERM);
  expect_exit(server, 0);
}

TEST(Nettp, AClassicTransmitterAtItsPortIsRefused) {
  Ttcp server({"nettp", "-s", "-p", "0"});
  const Finished sent = run_ttcp(to_port({"-t", "-s", "-n", "1000000"}, server.port()));
  EXPECT_EQ(sent.ended.status, 1);
  server.line_with(" refused: ", Stream::out);
}

TEST(Nettp, AKilledServerBreaksTheTestWithAReport) {
  Ttcp server({"nettp", "-s", "-p", "0"});
  const auto port = server.port();
  Ttcp sender(client(port, "1G", "1000"));
  wait_for_payload(port);
  server.signal(SIGKILL);
  expect_exit(sender, 4);
  EXPECT_THAT(sender.out(), HasSubstr("nettp: incomplete: "));
  EXPECT_THAT(sender.out(), HasSubstr("nettp: sent "));
}

TEST(Nettp, AKilledClientIsReportedAndTheServerGoesOn) {
  Ttcp server({"nettp", "-s", "-p", "0"});
  const auto port = server.port();
  Ttcp sender(client(port, "1G", "1000"));
  wait_for_payload(port);
  sender.signal(SIGKILL);
  EXPECT_THAT(server.line_with(" received ", Stream::out), HasSubstr(", incomplete: "));
  EXPECT_EQ(run_ttcp(client(port, "1000", "3")).ended.status, 0);
}

TEST(Nettp, AnInterruptedClientReportsWhatItSent) {
  Ttcp server({"nettp", "-s", "-p", "0"});
  const auto port = server.port();
  Ttcp sender(client(port, "1G", "1000"));
  wait_for_payload(port);
  sender.signal(SIGINT);
  expect_exit(sender, 128 + SIGINT);
  EXPECT_THAT(sender.out(), HasSubstr("nettp: incomplete: interrupted by SIGINT"));
  EXPECT_THAT(sender.out(), HasSubstr("nettp: sent "));
}

TEST(Nettp, AServerThatIsStoppedInMidTestReportsItsClientAndEndsWithSuccess) {
  Ttcp server({"nettp", "-s", "-p", "0"});
  const auto port = server.port();
  Ttcp sender(client(port, "1G", "1000"));
  wait_for_payload(port);
  server.signal(SIGTERM);
  expect_exit(server, 0);
  EXPECT_THAT(server.out(), HasSubstr(", incomplete: interrupted by SIGTERM"));
  expect_exit(sender, 4);
}

TEST(Nettp, AnIdleServerIsStoppedBySigintToo) {
  Ttcp server({"nettp", "-s", "-p", "0"});
  server.port();
  server.signal(SIGINT);
  expect_exit(server, 0);
}

TEST(Nettp, APortThatRefusesIsNotReached) {
  TcpListener listener;
  const auto connection = TcpSocket::connected_to(listener.port());
  const Finished sent = run_ttcp(client(connection.own_port(), "1M", "1"));
  EXPECT_EQ(sent.ended.status, 3);
  EXPECT_THAT(sent.err, HasSubstr("Connection refused"));
}

TEST(Nettp, ATakenPortIsNotReached) {
  Ttcp first({"nettp", "-s", "-p", "0"});
  const Finished second = run_ttcp({"nettp", "-s", "-p", std::to_string(first.port())});
  EXPECT_EQ(second.ended.status, 3);
  EXPECT_THAT(second.err, HasSubstr("Address already in use"));
}

TEST(Nettp, WrongUseIsStatusTwo) {
  const std::vector<Words> wrong{{"nettp"},
                                 {"nettp", "-c", "h", "1M"},
                                 {"nettp", "-c", "h", "0", "1"},
                                 {"nettp", "-c", "h", "2G", "1"},
                                 {"nettp", "-c", "h", "1M", "-1"},
                                 {"nettp", "-s", "-c", "h", "1", "1"},
                                 {"nettp", "-x"}};
  for (const auto& words : wrong) EXPECT_EQ(run_ttcp(words).ended.status, 2) << ::testing::PrintToString(words);
}

TEST(Nettp, ALinkOfThatNameIsTheSameProgram) {
  const Directory directory;
  std::filesystem::create_symlink(ttcp_binary(), directory / "nettp");
  Ttcp server({"nettp", "-s", "-p", "0"});
  Child sender({directory / "nettp", "-c", "127.0.0.1", "1000", "2", "-p", std::to_string(server.port())});
  expect_exit(sender, 0);
  EXPECT_THAT(sender.out(), HasSubstr("nettp: sent 2000 bytes in "));
}

}  // namespace
}  // namespace ttcp::test

// SPDX-License-Identifier: MIT
// SIGINT and SIGTERM: whatever was moved is reported, marked, and the exit status names the signal.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>
#include <ostream>

#include "support/report.h"
#include "support/sockets.h"
#include "support/ttcp.h"

namespace ttcp::test {
namespace {
using ::testing::HasSubstr;

struct Case {
  int number;
  const char* name;
  friend std::ostream& operator<<(std::ostream& out, const Case& one) { return out << one.name; }
};

class Interruption : public ::testing::TestWithParam<Case> {
 protected:
  int status() const { return 128 + GetParam().number; }
  std::string mark(const std::string& prefix) const {
    return prefix + ": incomplete: interrupted by " + GetParam().name + "; what follows is what was moved until then\n";
  }
};

TEST_P(Interruption, OfATransmitterInMidTransferReportsWhatWasMoved) {
  Ttcp receiver({"-r", "-s", "-p", "0"});
  Ttcp transmitter(to_port({"-t", "-s", "-n", "1000000000", "--interval", "0.05"}, receiver.port()));
  transmitter.wait_until([&] { return sum_of_intervals(transmitter.err()) > 0; }, "an interval with bytes");
  transmitter.signal(GetParam().number);
  expect_exit(transmitter, status());
  EXPECT_THAT(transmitter.out(), HasSubstr(mark("ttcp-t")));
  const auto sent = parse_report(transmitter.out(), "ttcp-t");
  EXPECT_GT(sent.bytes, 0);
  expect_consistent(sent);
  expect_exit(receiver, 0);  // the connection was closed in good order, with all that had been sent
  EXPECT_EQ(parse_report(receiver.out(), "ttcp-r").bytes, sent.bytes);
}

TEST_P(Interruption, OfAReceiverInMidTransferReportsWhatArrived) {
  Ttcp receiver({"-r", "-s", "-p", "0"});
  auto peer = TcpSocket::connected_to(receiver.port());
  EXPECT_TRUE(peer.send(pattern(100000)));
  peer.wait_until_read();
  receiver.signal(GetParam().number);
  expect_exit(receiver, status());
  EXPECT_THAT(receiver.out(), HasSubstr(mark("ttcp-r")));
  EXPECT_EQ(parse_report(receiver.out(), "ttcp-r").bytes, 100000);
}

TEST_P(Interruption, OfAReceiverEndsItsTransmitterToo) {
  Ttcp receiver({"-r", "-s", "-p", "0"});
  Ttcp transmitter(to_port({"-t", "-s", "-n", "1000000000"}, receiver.port()));
  receiver.line_with("accept from", Stream::err);
  transmitter.line_with("ttcp-t: connect", Stream::err);
  receiver.signal(GetParam().number);
  expect_exit(receiver, status());
  EXPECT_EQ(transmitter.wait().status, 1) << transmitter.transcript();
  EXPECT_THAT(transmitter.out(), HasSubstr("ttcp-t: incomplete: the far end "));
}

TEST_P(Interruption, WhileWaitingForAClientEndsWithoutAReport) {
  Ttcp receiver({"-r", "-s", "-p", "0"});
  receiver.port();
  receiver.signal(GetParam().number);
  expect_exit(receiver, status());
  EXPECT_THAT(receiver.out(), ::testing::Not(HasSubstr("real seconds")));
  EXPECT_THAT(receiver.err(),
              HasSubstr(std::string("ttcp-r: interrupted by ") + GetParam().name + " before anything was moved\n"));
}

TEST_P(Interruption, OfAUdpReceiverReportsWhatArrived) {
  Ttcp receiver({"-r", "-u", "-p", "0"});
  UdpSocket peer;
  peer.send_to(receiver.port(), pattern(1000));
  receiver.wait_until([&] { return receiver.out().size() == 1000; }, "the datagram");
  receiver.signal(GetParam().number);
  expect_exit(receiver, status());
  EXPECT_THAT(receiver.err(), HasSubstr("ttcp-r: incomplete: "));
  EXPECT_EQ(parse_report(receiver.err(), "ttcp-r").bytes, 1000);
}

TEST_P(Interruption, OfAUdpTransmitterReportsWhatWasMoved) {
  UdpSocket receiver;
  Ttcp transmitter(to_port({"-t", "-s", "-u", "-n", "1000000000", "-l", "100"}, receiver.port()));
  EXPECT_EQ(receiver.receive(), pattern(4));
  EXPECT_EQ(receiver.receive(), pattern(100));
  transmitter.signal(GetParam().number);
  expect_exit(transmitter, status());
  EXPECT_THAT(transmitter.out(), HasSubstr(mark("ttcp-t")));
  EXPECT_GT(parse_report(transmitter.out(), "ttcp-t").bytes, 0);
}

TEST_P(Interruption, OfAUdpTransmitterStillSendsTheEnd) {
  UdpSocket receiver;
  Io io;
  io.feed = true;
  Ttcp transmitter(to_port({"-t", "-u"}, receiver.port()), io);
  transmitter.feed("hello, hello\n");
  EXPECT_EQ(receiver.receive(), "hello, hello\n");
  transmitter.signal(GetParam().number);
  EXPECT_EQ(receiver.receive().size(), 4U);
  expect_exit(transmitter, status());
}

TEST_P(Interruption, OfAReceiverWhoseOutputNobodyReadsEndsIt) {
  Io io;
  io.hold_out = true;
  Ttcp receiver({"-r", "-p", "0"}, io);
  auto peer = TcpSocket::connected_to(receiver.port());
  // As much as the pipe takes and a block more: the program is then stuck in its write.
  constexpr std::size_t kPipe = 65536;
  EXPECT_TRUE(peer.send(pattern(kPipe + 8192)));
  peer.wait_until_read();
  receiver.signal(GetParam().number);
  expect_exit(receiver, status());
  EXPECT_THAT(receiver.err(), HasSubstr(mark("ttcp-r")));
}

TEST_P(Interruption, OfATransmitterWhoseInputIsSilentEndsIt) {
  Ttcp receiver({"-r", "-p", "0"});
  Io io;
  io.feed = true;
  Ttcp transmitter(to_port({"-t"}, receiver.port()), io);
  transmitter.feed("hello\n");
  receiver.wait_until([&] { return receiver.out() == "hello\n"; }, "the first line");
  transmitter.signal(GetParam().number);
  expect_exit(transmitter, status());
  EXPECT_EQ(parse_report(transmitter.out(), "ttcp-t").bytes, 6);
}

TEST_P(Interruption, OfATransmitterWhoseFarEndTakesNothingEndsIt) {
  TcpListener listener;
  Ttcp transmitter(to_port({"-t", "-s", "-n", "1000000000"}, listener.port()));
  const auto peer = listener.accept();
  transmitter.wait_until([&] { return peer.unread_bytes() > 0; }, "bytes that nobody reads");
  transmitter.signal(GetParam().number);
  expect_exit(transmitter, status());
  EXPECT_THAT(transmitter.out(), HasSubstr(mark("ttcp-t")));
}

INSTANTIATE_TEST_SUITE_P(By, Interruption, ::testing::Values(Case{SIGINT, "SIGINT"}, Case{SIGTERM, "SIGTERM"}),
                         [](const auto& tested) { return std::string(tested.param.name); });

}  // namespace
}  // namespace ttcp::test

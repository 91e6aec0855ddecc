// SPDX-License-Identifier: MIT
// The plain TCP benchmark, own program against own program: cases 1 to 7, 13 and 28 of section 10 of the reference.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>
#include <ostream>
#include <regex>

#include "support/report.h"
#include "support/sockets.h"
#include "support/ttcp.h"

namespace ttcp::test {
namespace {
using ::testing::HasSubstr;
using ::testing::MatchesRegex;
using ::testing::StartsWith;
using Words = std::vector<std::string>;

struct Pair {
  Finished transmitter;
  std::string out;  // of the receiver
  std::string err;
  std::uint16_t port = 0;
};

// Both must succeed.
Pair run_pair(const Words& receive, const Words& transmit) {
  Ttcp receiver(receive);
  Pair pair;
  pair.port = receiver.port();
  pair.transmitter = run_ttcp(to_port(transmit, pair.port));
  EXPECT_EQ(pair.transmitter.ended.status, 0) << pair.transmitter.err;
  expect_exit(receiver, 0);
  pair.out = receiver.out();
  pair.err = receiver.err();
  return pair;
}

// The beginnings of the lines, up to and without the first digit after the prefix.
Words kinds_of_lines(const std::string& text) {
  Words kinds;
  for (const auto& line : lines_of(text)) {
    const std::size_t digit = line.find_first_of("0123456789", 7);
    kinds.push_back(line.substr(0, digit) + (line.find("CPU") != std::string::npos ? "CPU" : ""));
  }
  return kinds;
}

TEST(ClassicTcp, DefaultsMoveSixteenMebibytesCountedAtBothEnds) {
  const Pair pair = run_pair({"-r", "-s", "-p", "0"}, {"-t", "-s"});
  EXPECT_EQ(parse_report(pair.transmitter.out, "ttcp-t").bytes, 16777216);
  EXPECT_EQ(parse_report(pair.out, "ttcp-r").bytes, 16777216);
}

TEST(ClassicTcp, TransmitterReportsOneCallPerBuffer) {
  const Pair pair = run_pair({"-r", "-s", "-p", "0"}, {"-t", "-s"});
  EXPECT_EQ(parse_report(pair.transmitter.out, "ttcp-t").calls, 2048);
  EXPECT_GE(parse_report(pair.out, "ttcp-r").calls, 2);
}

TEST(ClassicTcp, BannersAreThoseOfTheReference) {
  const Pair pair = run_pair({"-r", "-s", "-p", "0"}, {"-t", "-s"});
  const std::string port = std::to_string(pair.port);
  EXPECT_THAT(pair.transmitter.out,
              StartsWith("ttcp-t: buflen=8192, nbuf=2048, align=16384/0, port=" + port + "  tcp  -> 127.0.0.1\n"));
  EXPECT_THAT(pair.out, StartsWith("ttcp-r: buflen=8192, nbuf=2048, align=16384/0, port=" + port + "  tcp\n"));
}

TEST(ClassicTcp, PortsAboveHalfOfTheirRangeAreNotNegative) {
  EXPECT_THAT(run_ttcp({"-t", "-s", "-n", "0", "-p", "65535", "127.0.0.1"}).out, HasSubstr("port=65535  tcp"));
}

TEST(ClassicTcp, ProgressIsOnStandardErrorInTheOldOrder) {
  const Pair pair = run_pair({"-r", "-s", "-p", "0"}, {"-t", "-s"});
  EXPECT_EQ(pair.err, "ttcp-r: socket\nttcp-r: accept from 127.0.0.1\n");
  EXPECT_EQ(pair.transmitter.err, "ttcp-t: socket\nttcp-t: connect\n");
}

TEST(ClassicTcp, ReportFollowsTheBannerOnStandardOutput) {
  const Pair pair = run_pair({"-r", "-s", "-p", "0"}, {"-t", "-s"});
  EXPECT_EQ(kinds_of_lines(pair.out), (Words{"ttcp-r: buflen=", "ttcp-r: ", "ttcp-r: ", "ttcp-r: "})) << pair.out;
}

TEST(ClassicTcp, VerbosePutsTheCpuLineAfterTheRealLineAndTheBufferAddressLast) {
  const Pair pair = run_pair({"-r", "-s", "-v", "-p", "0"}, {"-t", "-s", "-v"});
  for (const std::string& text : {pair.out, pair.transmitter.out}) {
    const Words lines = lines_of(text);
    ASSERT_GE(lines.size(), 6U) << text;
    EXPECT_THAT(lines[1], HasSubstr(" real seconds = "));
    EXPECT_THAT(lines[2], MatchesRegex("ttcp-[tr]: 16777216 bytes in [0-9.]+ CPU seconds = [0-9.]+ KB/cpu sec"));
    EXPECT_THAT(lines[3], HasSubstr(" I/O calls, msec/call = "));
    EXPECT_THAT(lines[4], HasSubstr("csw"));
    EXPECT_THAT(lines.back(), MatchesRegex("ttcp-[tr]: buffer address 0x[0-9a-f]+"));
  }
}

TEST(ClassicTcp, VerboseAddsTheRateInPowersOfTen) {
  const Pair pair = run_pair({"-r", "-s", "-v", "-p", "0"}, {"-t", "-s", "-v"});
  const std::string sum = "16777216 bytes x 8 / ";
  EXPECT_THAT(pair.out, HasSubstr(sum));
  EXPECT_THAT(pair.transmitter.out, HasSubstr(sum));
  EXPECT_THAT(pair.out, HasSubstr("bit/s (powers of ten)\n"));
}

TEST(ClassicTcp, BufferStartsAtTheAlignmentPlusTheOffset) {
  const Pair pair = run_pair({"-r", "-s", "-v", "-p", "0"}, {"-t", "-s", "-v", "-A", "8192", "-O", "1", "-n", "2"});
  const auto address_in = [](const std::string& text) {
    const std::string_view mark = "buffer address ";
    return std::stoull(text.substr(place_of(text, mark) + mark.size()), nullptr, 16);
  };
  EXPECT_EQ(address_in(pair.out) % 16384, 0U);
  EXPECT_EQ(address_in(pair.transmitter.out) % 8192, 1U);
}

TEST(ClassicTcp, LengthTimesCountIsWhatMoves) {
  const Pair pair = run_pair({"-r", "-s", "-p", "0"}, {"-t", "-s", "-n", "1000", "-l", "1460"});
  EXPECT_EQ(parse_report(pair.transmitter.out, "ttcp-t").bytes, 1460000);
  EXPECT_EQ(parse_report(pair.transmitter.out, "ttcp-t").calls, 1000);
  EXPECT_EQ(parse_report(pair.out, "ttcp-r").bytes, 1460000);
}

TEST(ClassicTcp, OptionsMayBeGluedBundledAndBehindTheHost) {
  Ttcp receiver({"-rsp0"});
  const std::string port = std::to_string(receiver.port());
  const Finished sent = run_ttcp({"-ts", "-n10", "127.0.0.1", "-p" + port, "-l100"});
  EXPECT_EQ(parse_report(sent.out, "ttcp-t").bytes, 1000);
  expect_exit(receiver, 0);
}

struct Unit {
  std::string letter;
  std::string name;
  friend std::ostream& operator<<(std::ostream& out, const Unit& one) { return out << one.name; }
};

class ClassicUnit : public ::testing::TestWithParam<Unit> {};

TEST_P(ClassicUnit, IsNamedAsInTheReferenceAndTheRateIsConsistent) {
  const auto& [letter, name] = GetParam();
  const Pair pair = run_pair({"-r", "-s", "-p", "0", "-f", letter}, {"-t", "-s", "-f", letter});
  for (const auto& report : {parse_report(pair.out, "ttcp-r"), parse_report(pair.transmitter.out, "ttcp-t")}) {
    EXPECT_EQ(report.unit, name);
    expect_consistent(report);
  }
}

INSTANTIATE_TEST_SUITE_P(Letters, ClassicUnit,
                         ::testing::Values(Unit{"k", "Kbit"}, Unit{"K", "KB"}, Unit{"m", "Mbit"}, Unit{"M", "MB"},
                                           Unit{"g", "Gbit"}, Unit{"G", "GB"}, Unit{"z", "KB"}),
                         [](const auto& tested) {
                           const std::string& letter = tested.param.letter;
                           return (letter < "a" ? "Capital" : "Small") + letter;
                         });

TEST(ClassicTcp, UsageLineHasTheFormOfTheReference) {
  const Pair pair = run_pair({"-r", "-s", "-p", "0"}, {"-t", "-s"});
  const std::regex form(
      "ttcp-[tr]: [0-9]+\\.[0-9]user [0-9]+\\.[0-9]sys ([0-9]+:)?[0-9]+:[0-9]{2}real [0-9]+% [0-9]+i\\+[0-9]+d "
      "[0-9]+maxrss [0-9]+\\+[0-9]+pf [0-9]+\\+[0-9]+csw");
  EXPECT_TRUE(std::regex_match(lines_of(pair.out).back(), form)) << pair.out;
  EXPECT_TRUE(std::regex_match(lines_of(pair.transmitter.out).back(), form)) << pair.transmitter.out;
}

TEST(ClassicTcp, ReceiverClockStartsAtAcceptNotAtTheFirstByte) {
  Ttcp receiver({"-r", "-s", "-p", "0"});
  auto peer = TcpSocket::connected_to(receiver.port());
  receiver.line_with("accept from 127.0.0.1", Stream::err);
  const auto accepted = Clock::now();
  stay_idle(std::chrono::milliseconds(500));
  const auto waited = std::chrono::duration<double>(Clock::now() - accepted).count();
  EXPECT_TRUE(peer.send(pattern(100000)));
  peer.close();
  expect_exit(receiver, 0);
  const auto report = parse_report(receiver.out(), "ttcp-r");
  EXPECT_EQ(report.bytes, 100000);
  // The line is printed before the clock starts, so the clock may miss a little of the idle time.
  EXPECT_GE(report.real, waited / 2);
  expect_consistent(report);
}

TEST(ClassicTcp, NoBuffersIsATestOfZeroBytes) {
  const Pair pair = run_pair({"-r", "-s", "-p", "0"}, {"-t", "-s", "-n", "0"});
  const auto sent = parse_report(pair.transmitter.out, "ttcp-t");
  EXPECT_EQ(sent.bytes, 0);
  EXPECT_EQ(sent.calls, 0);
  EXPECT_EQ(sent.ms_per_call, "inf");
  const auto received = parse_report(pair.out, "ttcp-r");
  EXPECT_EQ(received.bytes, 0);
  EXPECT_EQ(received.calls, 1);
}

TEST(ClassicTcp, SocketBufferIsInBothBannersAndSetBeforeTheConnection) {
  const Pair pair = run_pair({"-r", "-s", "-p", "0", "-b", "65536"}, {"-t", "-s", "-D", "-b", "65536"});
  EXPECT_THAT(pair.out, HasSubstr(", sockbufsize=65536  tcp\n"));
  EXPECT_THAT(pair.transmitter.out, HasSubstr(", sockbufsize=65536  tcp  -> 127.0.0.1\n"));
  EXPECT_EQ(pair.err, "ttcp-r: socket\nttcp-r: rcvbuf\nttcp-r: accept from 127.0.0.1\n");
  EXPECT_EQ(pair.transmitter.err, "ttcp-t: socket\nttcp-t: sndbuf\nttcp-t: nodelay\nttcp-t: connect\n");
}

TEST(ClassicTcp, WholeBlocksAndTouchingDontChangeTheCount) {
  const Pair pair =
      run_pair({"-r", "-s", "-B", "-T", "-p", "0", "-l", "3000"}, {"-t", "-s", "-l", "7001", "-n", "100"});
  EXPECT_EQ(parse_report(pair.out, "ttcp-r").bytes, 700100);
}

TEST(ClassicTcp, PayloadIsThePrintableCharactersFromTheSpaceInEachBuffer) {
  TcpListener listener;
  Ttcp transmitter(to_port({"-t", "-s", "-n", "3", "-l", "200"}, listener.port()));
  auto peer = listener.accept();
  EXPECT_EQ(peer.receive_all(), pattern(200) + pattern(200) + pattern(200));
  expect_exit(transmitter, 0);
}

TEST(ClassicTcp, ReceiverCanServeItsPortAgainAtOnce) {
  Ttcp first({"-r", "-s", "-p", "0"});
  const auto port = first.port();
  auto peer = TcpSocket::connected_to(port);
  first.signal(SIGINT);  // the receiver closes first, so the port stays in TIME_WAIT on its side
  first.wait();
  peer.close();
  Ttcp second({"-r", "-s", "-p", std::to_string(port)});
  ASSERT_EQ(second.port(), port);
  EXPECT_EQ(run_ttcp(to_port({"-t", "-s", "-n", "1"}, port)).ended.status, 0);
  expect_exit(second, 0);
}

}  // namespace
}  // namespace ttcp::test

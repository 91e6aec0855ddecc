// SPDX-License-Identifier: MIT
// UDP on the wire and in the report: cases 16 to 22 of section 10 of the reference, and what was wrong with the
// original.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/report.h"
#include "support/sockets.h"
#include "support/ttcp.h"

namespace ttcp::test {
namespace {
using ::testing::HasSubstr;
using ::testing::Not;
const std::string kMarker = " !\"#";

TEST(ClassicUdp, TransmitterSendsStartPayloadEndAndFourMoreEnds) {
  UdpSocket sniffer;
  const Finished sent = run_ttcp(to_port({"-t", "-s", "-u", "-n", "3", "-l", "100"}, sniffer.port()));
  EXPECT_EQ(sent.ended.status, 0);
  std::vector<std::string> datagrams;
  while (auto datagram = sniffer.receive_now()) datagrams.push_back(*datagram);
  const std::string payload = pattern(100);
  EXPECT_THAT(datagrams,
              ::testing::ElementsAre(kMarker, payload, payload, payload, kMarker, kMarker, kMarker, kMarker, kMarker));
  const auto report = parse_report(sent.out, "ttcp-t");
  EXPECT_EQ(report.bytes, 300);
  EXPECT_EQ(report.calls, 9);
}

TEST(ClassicUdp, TransmitterSaysNothingOfAConnection) {
  UdpSocket sniffer;
  const Finished sent = run_ttcp(to_port({"-t", "-s", "-u", "-n", "1"}, sniffer.port()));
  EXPECT_EQ(sent.err, "ttcp-t: socket\n");
  EXPECT_THAT(sent.out, HasSubstr("  udp  -> 127.0.0.1\n"));
}

TEST(ClassicUdp, ReceiverCountsDatagramsAndBothMarkersAsCalls) {
  Ttcp receiver({"-r", "-s", "-u", "-p", "0"});
  UdpSocket peer;
  const auto port = receiver.port();
  peer.send_to(port, kMarker);
  for (int i = 0; i < 20; ++i) peer.send_to(port, pattern(1000));
  peer.send_to(port, kMarker);
  expect_exit(receiver, 0);
  const auto report = parse_report(receiver.out(), "ttcp-r");
  EXPECT_EQ(report.bytes, 20000);
  EXPECT_EQ(report.calls, 22);
  EXPECT_EQ(receiver.err(), "ttcp-r: socket\n");
  expect_consistent(report);
}

TEST(ClassicUdp, OwnTransmitterAndReceiverAgree) {
  Ttcp receiver({"-r", "-s", "-u", "-p", "0"});
  const Finished sent = run_ttcp(to_port({"-t", "-s", "-u", "-n", "20", "-l", "1000"}, receiver.port()));
  EXPECT_EQ(sent.ended.status, 0);
  expect_exit(receiver, 0);
  EXPECT_EQ(parse_report(sent.out, "ttcp-t").calls, 26);
  EXPECT_EQ(parse_report(receiver.out(), "ttcp-r").bytes, 20000);
}

TEST(ClassicUdp, ClockStartsAtTheStartMarker) {
  Ttcp receiver({"-r", "-s", "-u", "-p", "0"});
  UdpSocket peer;
  const auto port = receiver.port();
  stay_idle(std::chrono::milliseconds(300));
  const auto marked = Clock::now();
  for (const auto& datagram : {kMarker, pattern(1000), kMarker}) peer.send_to(port, datagram);
  expect_exit(receiver, 0);
  const double since_marker = std::chrono::duration<double>(Clock::now() - marked).count();
  const double real = parse_report(receiver.out(), "ttcp-r").real;
  EXPECT_LE(real, since_marker + 0.01);
}

TEST(ClassicUdp, OneEndMarkerIsEnough) {
  Ttcp receiver({"-r", "-s", "-u", "-p", "0"});
  UdpSocket peer;
  const auto port = receiver.port();
  peer.send_to(port, kMarker);
  for (int i = 0; i < 10; ++i) peer.send_to(port, pattern(1000));
  peer.send_to(port, kMarker);
  expect_exit(receiver, 0);
  EXPECT_EQ(parse_report(receiver.out(), "ttcp-r").bytes, 10000);
  EXPECT_EQ(parse_report(receiver.out(), "ttcp-r").calls, 12);
}

TEST(ClassicUdp, ALostStartMarkerIsSaidAndTheRateIsThatOfTheDatagrams) {
  Ttcp receiver({"-r", "-s", "-u", "-p", "0"});
  UdpSocket peer;
  const auto port = receiver.port();
  for (int i = 0; i < 5; ++i) peer.send_to(port, pattern(1000));
  UdpSocket::wait_until_read(port);
  stay_idle(std::chrono::milliseconds(200));  // a real duration, against which an absurd rate shows
  for (int i = 0; i < 5; ++i) peer.send_to(port, pattern(1000));
  peer.send_to(port, kMarker);
  peer.send_to(port, kMarker);
  expect_exit(receiver, 0);
  const auto report = parse_report(receiver.out(), "ttcp-r");
  EXPECT_EQ(report.bytes, 10000);
  EXPECT_GE(report.real, 0.15);
  EXPECT_THAT(receiver.out(), HasSubstr("the start marker was missing"));
}

TEST(ClassicUdp, ALostEndMarkerEndsAfterTheQuietTimeAndIsSaid) {
  Ttcp receiver({"-r", "-s", "-u", "-p", "0", "--timeout", "1"});
  UdpSocket peer;
  const auto port = receiver.port();
  peer.send_to(port, kMarker);
  for (int i = 0; i < 10; ++i) peer.send_to(port, pattern(1000));
  const Ended ended = receiver.wait();
  EXPECT_EQ(ended.status, 1) << receiver.transcript();
  const auto report = parse_report(receiver.out(), "ttcp-r");
  EXPECT_EQ(report.bytes, 10000);
  EXPECT_LT(report.real, 0.9);  // up to the last datagram: the quiet time is no part of it
  EXPECT_THAT(receiver.out(), HasSubstr("the end marker was missing"));
}

TEST(ClassicUdp, TheDefaultQuietTimeEndsAReceiverToo) {
  Ttcp receiver({"-r", "-s", "-u", "-p", "0"});
  UdpSocket peer;
  const auto port = receiver.port();
  peer.send_to(port, kMarker);
  peer.send_to(port, pattern(1000));
  EXPECT_EQ(receiver.wait().status, 1) << receiver.transcript();
  EXPECT_THAT(receiver.out(), HasSubstr("the end marker was missing"));
}

TEST(ClassicUdp, AReceiverThatNobodySendsToEndsWithItsTimeout) {
  Ttcp receiver({"-r", "-s", "-u", "-p", "0", "--timeout", "0.2"});
  EXPECT_EQ(receiver.wait().status, 1) << receiver.transcript();
  EXPECT_THAT(receiver.out() + receiver.err(), HasSubstr("nothing moved for 0.2 s"));
}

TEST(ClassicUdp, DatagramsOfLessThanFiveBytesBecomeFiveAndThatIsSaid) {
  UdpSocket sniffer;
  const Finished sent = run_ttcp(to_port({"-t", "-s", "-u", "-l", "3", "-n", "1"}, sniffer.port()));
  EXPECT_EQ(sent.ended.status, 0);
  EXPECT_THAT(sent.out, HasSubstr("buflen=5, "));
  EXPECT_THAT(sent.err, HasSubstr("-l 3: 5 is used"));
  EXPECT_EQ(sniffer.receive(), kMarker);
  EXPECT_EQ(sniffer.receive(), pattern(5));
}

TEST(ClassicUdp, ALengthThatNoDatagramCanHaveFailsWithTheKernelsWords) {
  UdpSocket sniffer;
  const Finished sent = run_ttcp(to_port({"-t", "-s", "-u", "-l", "65508", "-n", "1"}, sniffer.port()));
  EXPECT_EQ(sent.ended.status, 1);
  EXPECT_THAT(sent.err, HasSubstr("ttcp-t: IO: Message too long\nerrno=90\n"));
}

TEST(ClassicUdp, TheLongestDatagramWorks) {
  UdpSocket sniffer;
  const Finished sent = run_ttcp(to_port({"-t", "-s", "-u", "-l", "65507", "-n", "1"}, sniffer.port()));
  EXPECT_EQ(sent.ended.status, 0);
  EXPECT_EQ(sniffer.receive(), kMarker);
  EXPECT_EQ(sniffer.receive().size(), 65507U);
}

TEST(ClassicUdp, NobodyAtThePortIsSaidAndIsNoFailureOfTheTransmitter) {
  std::uint16_t port = 0;
  {
    const UdpSocket gone;
    port = gone.port();
  }
  const Finished sent = run_ttcp(to_port({"-t", "-s", "-u", "-n", "5"}, port));
  EXPECT_EQ(sent.ended.status, 0);
  EXPECT_THAT(sent.out, HasSubstr("port unreachable"));
}

class ClassicUdpPipe : public ::testing::TestWithParam<std::size_t> {};

TEST_P(ClassicUdpPipe, OutputEqualsInputAndEnds) {
  const std::string bytes = pattern(GetParam());
  Ttcp receiver({"-r", "-u", "-p", "0", "-l", "1000"});
  Io io;
  io.feed = true;
  // The transmitter's datagrams are bounded by -l; the whole of them fits into the receiver's kernel buffer.
  Ttcp transmitter(to_port({"-t", "-u", "-l", "1000"}, receiver.port()), io);
  transmitter.feed(bytes);
  transmitter.end_of_input();
  expect_exit(transmitter, 0);
  expect_exit(receiver, 0);
  EXPECT_TRUE(receiver.out() == bytes) << receiver.out().size() << " bytes";
  EXPECT_EQ(parse_report(transmitter.out(), "ttcp-t").bytes, static_cast<std::int64_t>(bytes.size()));
  EXPECT_EQ(parse_report(receiver.err(), "ttcp-r").bytes, static_cast<std::int64_t>(bytes.size()));
}

INSTANTIATE_TEST_SUITE_P(Bytes, ClassicUdpPipe, ::testing::Values(0, 3, 4, 26, 60000),
                         ::testing::PrintToStringParamName());

TEST(ClassicUdp, APipeOfManySmallDatagramsArrivesWhole) {
  // 100 kB in 500 datagrams, fed at the pace at which they come out, so that no kernel queue overflows.
  Ttcp receiver({"-r", "-u", "-p", "0"});
  Io io;
  io.feed = true;
  Ttcp transmitter(to_port({"-t", "-u", "-l", "200"}, receiver.port()), io);
  const std::string bytes = pattern(100000);
  constexpr std::size_t kPart = 10000;
  for (std::size_t at = 0; at < bytes.size(); at += kPart) {
    transmitter.feed(std::string_view(bytes).substr(at, kPart));
    receiver.wait_until([&] { return receiver.out().size() == at + kPart; }, "the next part");
  }
  transmitter.end_of_input();
  expect_exit(transmitter, 0);
  expect_exit(receiver, 0);
  EXPECT_TRUE(receiver.out() == bytes);
}

// Without -s a transmitter sends neither a start marker nor the first end marker, so their absence is no news.
TEST(ClassicUdp, APipeDoesNotMissMarkersThatItNeverHas) {
  Ttcp receiver({"-r", "-u", "-p", "0"});
  Io io;
  io.feed = true;
  Ttcp transmitter(to_port({"-t", "-u"}, receiver.port()), io);
  transmitter.feed("hello\n");
  transmitter.end_of_input();
  expect_exit(transmitter, 0);
  expect_exit(receiver, 0);
  EXPECT_THAT(receiver.err(), Not(HasSubstr("missing")));
}

}  // namespace
}  // namespace ttcp::test

// SPDX-License-Identifier: MIT
// --time, --bytes, --interval, --random and --timeout.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "support/report.h"
#include "support/sockets.h"
#include "support/ttcp.h"

namespace ttcp::test {
namespace {
using ::testing::HasSubstr;
using ::testing::Not;

TEST(TimeOption, EndsATransmitterAfterThatLong) {
  Ttcp receiver({"-r", "-s", "-p", "0"});
  const Finished sent = run_ttcp(to_port({"-t", "-s", "--time", "0.5"}, receiver.port()));
  EXPECT_EQ(sent.ended.status, 0) << sent.err;
  expect_exit(receiver, 0);
  const auto report = parse_report(sent.out, "ttcp-t");
  EXPECT_GE(report.real, 0.5);
  EXPECT_EQ(parse_report(receiver.out(), "ttcp-r").bytes, report.bytes);
  EXPECT_THAT(sent.out, HasSubstr(", nbuf=unlimited, "));
  EXPECT_THAT(sent.out, HasSubstr(", time=0.5  tcp"));
  expect_consistent(report);
}

TEST(TimeOption, EndsAUdpTransmitterToo) {
  UdpSocket sink;
  const Finished sent = run_ttcp(to_port({"-t", "-s", "-u", "--time", "0.3"}, sink.port()));
  EXPECT_EQ(sent.ended.status, 0) << sent.err;
  EXPECT_GE(parse_report(sent.out, "ttcp-t").real, 0.3);
}

TEST(TimeOption, WithACountTheFirstLimitEnds) {
  Ttcp receiver({"-r", "-s", "-p", "0"});
  const Finished sent = run_ttcp(to_port({"-t", "-s", "--time", "60", "-n", "10"}, receiver.port()));
  EXPECT_EQ(sent.ended.status, 0) << sent.err;
  EXPECT_EQ(parse_report(sent.out, "ttcp-t").bytes, 81920);
}

TEST(BytesOption, CutsTheLastBufferToFit) {
  Ttcp receiver({"-r", "-s", "-p", "0"});
  const Finished sent = run_ttcp(to_port({"-t", "-s", "--bytes", "100001"}, receiver.port()));
  EXPECT_EQ(sent.ended.status, 0) << sent.err;
  expect_exit(receiver, 0);
  EXPECT_EQ(parse_report(sent.out, "ttcp-t").bytes, 100001);
  EXPECT_EQ(parse_report(sent.out, "ttcp-t").calls, 13);
  EXPECT_EQ(parse_report(receiver.out(), "ttcp-r").bytes, 100001);
}

TEST(BytesOption, TakesASuffix) {
  Ttcp receiver({"-r", "-s", "-p", "0"});
  const Finished sent = run_ttcp(to_port({"-t", "-s", "--bytes=1M"}, receiver.port()));
  EXPECT_EQ(parse_report(sent.out, "ttcp-t").bytes, 1048576);
}

TEST(BytesOption, WorksOnUdp) {
  UdpSocket sink;
  const Finished sent = run_ttcp(to_port({"-t", "-s", "-u", "-l", "1000", "--bytes", "2500"}, sink.port()));
  EXPECT_EQ(sent.ended.status, 0) << sent.err;
  std::vector<std::size_t> lengths;
  while (const auto datagram = sink.receive_now()) lengths.push_back(datagram->size());
  EXPECT_THAT(lengths, ::testing::ElementsAre(4, 1000, 1000, 500, 4, 4, 4, 4, 4));
  EXPECT_EQ(parse_report(sent.out, "ttcp-t").bytes, 2500);
}

// Bits per byte of an order-0 model.
double entropy(const std::string& bytes) {
  std::array<double, 256> counts{};
  for (const char byte : bytes) ++counts.at(static_cast<unsigned char>(byte));
  double bits = 0;
  for (const double count : counts) {
    const double share = count / static_cast<double>(bytes.size());
    if (count > 0) bits -= share * std::log2(share);
  }
  return bits;
}

TEST(RandomOption, PayloadIsIncompressibleAndDoesNotRepeatItsBlocks) {
  TcpListener listener;
  Ttcp transmitter(to_port({"-t", "-s", "--random", "-n", "32"}, listener.port()));
  auto peer = listener.accept();
  const std::string all = peer.receive_all();
  expect_exit(transmitter, 0);
  ASSERT_EQ(all.size(), 262144U);
  EXPECT_GT(entropy(all), 7.99);
  EXPECT_FALSE(all.substr(0, 8192) == all.substr(8192, 8192));
}

TEST(RandomOption, TwoRunsDiffer) {
  std::array<std::string, 2> payloads;
  for (auto& payload : payloads) {
    TcpListener listener;
    Ttcp transmitter(to_port({"-t", "-s", "--random", "-n", "1"}, listener.port()));
    payload = listener.accept().receive_all();
  }
  EXPECT_FALSE(payloads[0] == payloads[1]);
}

TEST(RandomOption, IsRefusedWhereNothingIsMadeUp) {
  for (const std::vector<std::string>& words :
       {std::vector<std::string>{"-t", "--random", "127.0.0.1"}, {"-r", "-s", "--random"}}) {
    const Finished refused = run_ttcp(words);
    EXPECT_EQ(refused.ended.status, 1);
    EXPECT_THAT(refused.err, HasSubstr("--random: "));
  }
}

TEST(IntervalOption, LinesAreOnStandardErrorAndSumToTheTotal) {
  Ttcp receiver({"-r", "-s", "-p", "0", "--interval", "0.1"});
  const Finished sent = run_ttcp(to_port({"-t", "-s", "--time", "0.55", "--interval", "0.1"}, receiver.port()));
  EXPECT_EQ(sent.ended.status, 0) << sent.err;
  expect_exit(receiver, 0);
  EXPECT_EQ(sum_of_intervals(sent.err), parse_report(sent.out, "ttcp-t").bytes) << sent.err;
  EXPECT_EQ(sum_of_intervals(receiver.err()), parse_report(receiver.out(), "ttcp-r").bytes) << receiver.err();
  EXPECT_GE(lines_of(sent.err).size(), 2U + 5U);
  EXPECT_THAT(sent.out, Not(HasSubstr("sec  ")));
}

TEST(IntervalOption, OfAUdpReceiverStartsWithItsClockAtTheStartMarker) {
  Ttcp receiver({"-r", "-s", "-u", "-p", "0", "--interval", "0.1"});
  UdpSocket peer;
  const auto port = receiver.port();
  stay_idle(std::chrono::milliseconds(500));
  for (const auto& datagram : {pattern(4), pattern(1000), pattern(4)}) peer.send_to(port, datagram);
  expect_exit(receiver, 0);
  const auto report = parse_report(receiver.out(), "ttcp-r");
  const auto intervals = intervals_in(receiver.err());
  ASSERT_FALSE(intervals.empty()) << receiver.err();
  EXPECT_EQ(sum_of_intervals(receiver.err()), report.bytes);
  for (const auto& interval : intervals) EXPECT_LT(interval.start, report.real + 0.01) << receiver.err();
}

TEST(IntervalOption, OfAUdpTransmitterEndsWithItsClockNotWithItsLastMarkers) {
  UdpSocket sink;
  const Finished sent = run_ttcp(to_port({"-t", "-s", "-u", "--time", "0.15", "--interval", "0.1"}, sink.port()));
  const auto report = parse_report(sent.out, "ttcp-t");
  EXPECT_EQ(sum_of_intervals(sent.err), report.bytes);
  for (const auto& interval : intervals_in(sent.err)) EXPECT_LT(interval.start, report.real + 0.01) << sent.err;
}

TEST(IntervalOption, ComesWhileTheTestRuns) {
  Ttcp receiver({"-r", "-s", "-p", "0", "--interval", "0.1"});
  auto peer = TcpSocket::connected_to(receiver.port());
  EXPECT_TRUE(peer.send(pattern(1000)));
  EXPECT_THAT(receiver.line_with(" bytes = ", Stream::err), HasSubstr("1000 bytes = "));
  peer.close();
  expect_exit(receiver, 0);
}

TEST(TimeoutOption, EndsAReceiverThatNobodyConnectsTo) {
  const Finished received = run_ttcp({"-r", "-s", "-p", "0", "--timeout", "0.2"});
  EXPECT_EQ(received.ended.status, 1);
  EXPECT_THAT(received.err, HasSubstr("accept"));
}

TEST(TimeoutOption, EndsAReceiverWhoseTransmitterStalls) {
  Ttcp receiver({"-r", "-s", "-p", "0", "--timeout", "0.5"});
  auto peer = TcpSocket::connected_to(receiver.port());
  EXPECT_TRUE(peer.send(pattern(1000)));
  EXPECT_EQ(receiver.wait().status, 1) << receiver.transcript();
  EXPECT_THAT(receiver.out(), HasSubstr("ttcp-r: incomplete: nothing moved for 0.5 s"));
  EXPECT_EQ(parse_report(receiver.out(), "ttcp-r").bytes, 1000);
}

TEST(TimeoutOption, EndsATransmitterWhoseReceiverStalls) {
  TcpListener listener;
  Ttcp transmitter(to_port({"-t", "-s", "-n", "1000000000", "--timeout", "0.5"}, listener.port()));
  const auto peer = listener.accept();
  EXPECT_EQ(transmitter.wait().status, 1) << transmitter.transcript();
  EXPECT_THAT(transmitter.out(), HasSubstr("ttcp-t: incomplete: nothing moved for 0.5 s"));
}

}  // namespace
}  // namespace ttcp::test

// SPDX-License-Identifier: MIT
#include "report/ios/report.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>

#include "codec/sample_record.h"
#include "report/golden.h"
#include "report/progress.h"

namespace ttcp::report::ios {
namespace {
using base::Bytes;
using base::Duration;
using model::Event;
using Kind = model::Event::Kind;
using ::testing::HasSubstr;
using namespace std::chrono_literals;

model::FlowPlan seed_transmitter() {
  model::FlowPlan plan;
  plan.role = model::Role::transmit;
  plan.endpoint.host = "10.1.1.52";
  plan.extent.buffers = 50;
  return plan;
}

model::FlowPlan seed_receiver() {
  model::FlowPlan plan;
  plan.socket.buffer = Bytes(4128);
  return plan;
}

model::FlowRecord moved(model::FlowPlan plan, std::int64_t bytes, Duration real, std::int64_t calls) {
  model::FlowRecord record;
  record.plan = std::move(plan);
  record.bytes = Bytes(bytes);
  record.real = real;
  record.calls = calls;
  return record;
}

std::string shown(const model::FlowPlan& plan, const Event& event) {
  base::StringSink sink;
  Progress progress(form(), {}, sink, sink);
  progress.on_event(plan, event);
  return sink.text();
}

TEST(IosRateTest, IsCutTwiceAsInThePublishedResults) {
  EXPECT_EQ(truncated_rate(Bytes(409600), 84544), 3);
  EXPECT_EQ(truncated_rate(Bytes(409600), 23216), 16);
  EXPECT_EQ(truncated_rate(Bytes(67108864), 23790), 2753);
}

TEST(IosRateTest, DoesNotOverflow) {
  EXPECT_EQ(truncated_rate(Bytes(std::int64_t{1} << 62), 1), (std::int64_t{1} << 52) * 1000);
}

TEST(IosReportTest, TheSeedsTransmitter) {
  const auto plan = seed_transmitter();
  const Event connected{Kind::connected, 5001, "10.1.1.52", codec::full_facts(), ""};
  const std::string printed = shown(plan, {Kind::starting, 5001, "", {}, ""}) + shown(plan, connected) +
                              report(moved(plan, 409600, 84544ms, 50), {});
  EXPECT_EQ(printed, golden("ios_transmitter.txt", printed));
}

TEST(IosReportTest, TheSeedsReceiver) {
  const auto plan = seed_receiver();
  const Event accepted{Kind::accepted, 5001, "10.1.1.52", codec::full_facts(), ""};
  const std::string printed = shown(plan, {Kind::starting, 5001, "", {}, ""}) + shown(plan, accepted) +
                              report(moved(plan, 409600, 23216ms, 280), {});
  EXPECT_EQ(printed, golden("ios_receiver.txt", printed));
}

TEST(IosReportTest, TheTcpBlockHasTheKernelsWordsAndUnknowns) {
  model::ReportChoice choice;
  choice.tcp_information = true;
  model::FlowRecord record = moved(seed_transmitter(), 67108864, 23790ms, 2048);
  record.waits = 7;
  record.waited = 1234ms;
  record.tcp_at_end = codec::full_facts();
  std::string text = report(record, choice);
  record.tcp_at_end = model::TcpFacts{};
  text += report(record, choice);
  EXPECT_EQ(text, golden("ios_tcp_information.txt", text));
}

TEST(IosReportTest, WithoutFactsThereIsOneLineInsteadOfTheBlock) {
  model::ReportChoice choice;
  choice.tcp_information = true;
  model::FlowRecord record = moved(seed_receiver(), 1, 1s, 2);
  EXPECT_THAT(report(record, choice), HasSubstr("ttcp-r: no tcp information: the kernel gave none\n"));
  record.plan.transport = model::Transport::udp;
  EXPECT_THAT(report(record, choice), HasSubstr("ttcp-r: no tcp information: this was udp\n"));
}

TEST(IosReportTest, NoTimeIsAnUnknownRateAndNoDivision) {
  EXPECT_THAT(report(moved(seed_transmitter(), 1, 0s, 1), {}),
              HasSubstr("ttcp-t: 1 bytes in 0 ms (0.000 real seconds) (~unknown kB/s) +++\n"
                        "ttcp-t: true rate unknown: no time passed\n"));
}

TEST(IosReportTest, UnderAMillisecondTheTrueRateIsStillKnown) {
  EXPECT_THAT(report(moved(seed_transmitter(), 12500, 500us, 2), {}),
              HasSubstr("(~unknown kB/s) +++\nttcp-t: true rate 200.00 Mbit/s (powers of ten), "));
}

TEST(IosReportTest, AnIncompleteTestIsMarkedFirst) {
  model::FlowRecord record = moved(seed_transmitter(), 8192, 1s, 1);
  record.ending = model::Ending::interrupted;
  record.interrupted_by = SIGTERM;
  EXPECT_THAT(report(record, {}), ::testing::StartsWith("ttcp-t: incomplete: interrupted by SIGTERM;"));
}

TEST(IosProgressTest, WhatTheKernelDidNotTellIsUnknown) {
  EXPECT_EQ(shown(seed_transmitter(), {Kind::connected, 5001, "10.1.1.52", {}, ""}),
            "ttcp-t: connect (mss unknown, sndwnd unknown, rcvwnd unknown)\n");
}

TEST(IosProgressTest, ReceiverAnswersAreInTheBanner) {
  model::FlowPlan plan;
  plan.socket.delayed_ack = false;
  EXPECT_EQ(banner(plan, 5002), "ttcp-r: buflen=8192, align=16384/0, port=5002\nrcvwndsize=auto, delayedack=no  tcp\n");
}

TEST(IosProgressTest, SocketsAreNotMentionedButNotesAre) {
  EXPECT_EQ(shown({}, {Kind::socket, 0, "", {}, ""}), "");
  EXPECT_EQ(shown({}, {Kind::note, 0, "", {}, "no such driver here"}), "ttcp-r: note: no such driver here\n");
}

}  // namespace
}  // namespace ttcp::report::ios

// SPDX-License-Identifier: MIT
#include "report/modern/report.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>
#include <vector>

#include "report/examples.h"
#include "report/golden.h"

namespace ttcp::report::modern {
namespace {
using examples::bps;
using examples::broken;
using examples::Direction;
using examples::lan;
using model::Ending;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;
using namespace std::chrono_literals;

// Every report that these tests make, looked at once more.
std::string checked(const model::TestRecord& record) {
  const std::string report = text(record);
  EXPECT_THAT(report, Not(HasSubstr(" \n")));
  EXPECT_THAT(report, Not(HasSubstr("\n\n\n")));
  EXPECT_EQ(report.find_first_of("\r\t\x1b"), std::string::npos);
  EXPECT_EQ(report.back(), '\n');
  return report;
}

void expect_golden(const std::string& name, const std::string& report) {
  EXPECT_EQ(report, golden("modern_" + name + ".txt", report));
}

TEST(ModernReportTest, AnUntroubledTestOfALan) { expect_golden("lan", checked(lan())); }

TEST(ModernReportTest, WhatLiveHasShownIsNotRepeated) {
  model::TestRecord record = lan();
  record.notes = {"asked for 64 streams, the server allows 8", "another"};
  EXPECT_THAT(text(record), StartsWith("ttcp test to lab2"));
  const std::string rest = text(record, {true, {"asked for 64 streams, the server allows 8"}});
  EXPECT_THAT(rest, StartsWith("\n  upload"));
  EXPECT_THAT(rest, Not(HasSubstr("asked for 64")));
  EXPECT_THAT(rest, HasSubstr("  note: another\n"));
}

TEST(ModernReportTest, EverythingThatCanBeSaidHasItsPlace) {
  model::TestRecord record = lan();
  record.plan.expected_up = bps(1'000'000'000);
  record.plan.expected_down = bps(1'500'000'000);
  record.notes = {"asked for 64 streams, the server allows 8"};
  for (auto& result : record.results) result.granted.streams = 8;
  record.results[1].sender->flows[0].tcp->retransmits = 123;
  record.results[0].loaded->count = 7;
  record.results[0].loaded->lost = 2;
  record.results[1].steady->settled = false;
  record.results[0].receiver->flows[0].failure = base::Error{base::Error::Kind::peer, "receive", 104, ""};
  record.findings = {{"download: limited by this host's receive window", "high",
                      "the sender waited for the window 71 % of the time", "raise net.ipv4.tcp_rmem, or use -P 4"}};
  expect_golden("everything", checked(record));
}

TEST(ModernReportTest, AnInterruptedTestShowsWhatItHas) {
  model::TestRecord record = lan();
  record.ending = record.results[1].ending = Ending::interrupted;
  record.interrupted_by = SIGINT;
  expect_golden("interrupted", checked(record));
}

TEST(ModernReportTest, ALostServerShowsWhenAndWhatIsMissing) { expect_golden("peer_lost", checked(broken())); }

TEST(ModernReportTest, ATestThatNeverRanHasItsRowsAndItsReason) {
  model::TestRecord record;
  record.plan = lan().plan;
  record.ending = Ending::failed;
  record.failure = base::Error{base::Error::Kind::connect, "connect", 111, "192.0.2.7:5001"};
  expect_golden("never_ran", checked(record));
}

TEST(ModernReportTest, EachKindOfAbsenceSaysWhy) {
  model::TestRecord record = lan();
  record.idle = std::nullopt;
  for (auto& result : record.results) {
    result.loaded = std::nullopt;
    result.steady = std::nullopt;
  }
  record.results[0].receiver = std::nullopt;
  auto& silent = *record.results[1].receiver;
  silent.flows[0].bytes = base::Bytes(0);
  silent.flows[0].first_byte_after = silent.flows[0].last_byte_after = std::nullopt;
  silent.samples.clear();
  expect_golden("absent", checked(record));
}

TEST(ModernReportTest, BothDirectionsAtOnceShareTheirLatency) {
  model::TestRecord record = lan();
  record.plan.runs = {{{Direction::upload, Direction::download}, {}}};
  for (auto& result : record.results) {
    result.simultaneous = true;
    result.loaded = examples::latency(45ms, 200);
  }
  record.results[1].sender->flows[0].tcp->congestion_control = "bbr";
  expect_golden("both", checked(record));
}

TEST(ModernReportTest, HugeTinyAndManyStreams) {
  model::TestRecord record = lan();
  record.peer_address = "2001:db8::7";
  record.plan.endpoint.host = "2001:db8::7";
  record.results = {examples::steady_tcp(Direction::upload, bps(400'000'000'000), 4s),
                    examples::steady_tcp(Direction::download, bps(12), 60s)};
  for (auto& run : record.plan.runs) run.traffic.streams = 128;
  for (auto& result : record.results) result.granted.streams = 128;
  for (auto* end : {&record.near, &*record.far}) {
    end->link->speed_mbps = 400'000;
    end->link->mtu = 9000;
    end->link->vlan_tags = 1;
  }
  record.results[0].ceiling = record.results[1].ceiling = bps(394'957'983'193);
  expect_golden("huge_and_tiny", checked(record));
}

TEST(ModernReportTest, DatagramsAtARateHeldAndNotHeld) { expect_golden("udp", checked(examples::udp())); }

TEST(ModernReportTest, TheSearchForARateShowsItsSteps) {
  model::TestRecord record = examples::udp();
  record.plan.search_rate = true;
  record.plan.runs = {{{Direction::upload}, record.plan.runs[0].traffic}};
  record.plan.runs[0].traffic.rate = std::nullopt;
  record.results.pop_back();
  record.results[0].asked.rate = record.results[0].granted.rate = std::nullopt;
  record.results[0].search = {{bps(100'000'000), bps(100'000'000), bps(100'000'000), 0, true},
                              {bps(200'000'000), bps(199'950'000), bps(199'900'000), 0.00025, true},
                              {bps(400'000'000), bps(399'000'000), bps(250'000'000), 0.375, false},
                              {bps(300'000'000), std::nullopt, std::nullopt, std::nullopt, false},
                              {bps(800'000'000), bps(610'000'000), bps(610'000'000), 0, false}};
  expect_golden("rate_search", checked(record));
  for (auto& step : record.results[0].search) step.accepted = false;
  EXPECT_THAT(checked(record), HasSubstr("no rate had at most 0.1 % loss"));
}

TEST(ModernReportTest, ASlowStartIsReportedApart) {
  model::TestRecord record = lan();
  auto& result = record.results[0];
  // Nothing but the first byte for 1.2 s, then the rate.
  result.steady->start = 1300ms;
  for (auto& sample : result.receiver->samples) {
    sample.bytes = sample.at <= 1200ms ? base::Bytes(1) : base::Bytes((sample.at - 1200ms).count() / 8);
  }
  result.receiver->flows[0].bytes = result.receiver->samples.back().bytes;
  result.steady->bytes = base::Bytes((result.steady->end - result.steady->start).count() / 8);
  EXPECT_THAT(checked(record), ::testing::ContainsRegex("  upload: ramp-up took 1\\.[23] s; 700\\.0 Mbit/s over the "
                                                        "whole 4\\.0 s\n"));
}

TEST(ModernReportTest, AnUntroubledDirectionHasNoLinesOfItsOwn) {
  EXPECT_THAT(checked(lan()), Not(HasSubstr("upload:")));
}

TEST(ModernReportTest, WhatThePeerSaysCannotActOnTheTerminal) {
  model::TestRecord record = broken();
  record.notes = {"\x1b[2J"};
  record.failure = base::Error{base::Error::Kind::peer, "the server said", 0, "go\naway\x1b"};
  record.results[0].failure = record.failure;
  const std::string report = checked(record);
  EXPECT_THAT(report, HasSubstr("  note: ?[2J\n"));
  EXPECT_THAT(report, HasSubstr("go?away?"));
}

TEST(ModernHeadingTest, OfWhatIsToCome) {
  model::TestPlan plan = lan().plan;
  model::Connected connected{"192.0.2.7", 5001, lan().far, "cubic"};
  EXPECT_EQ(heading(plan, connected), "ttcp test to lab2 (192.0.2.7:5001), TCP, 1 stream, cubic\n");
  connected.far->congestion_control = "bbr";
  EXPECT_EQ(heading(plan, connected), "ttcp test to lab2 (192.0.2.7:5001), TCP, 1 stream, cubic up, bbr down\n");
  plan.runs.erase(plan.runs.begin());
  EXPECT_EQ(heading(plan, connected), "ttcp test to lab2 (192.0.2.7:5001), TCP, 1 stream, bbr\n");
  plan.runs[0].traffic.congestion = "reno";
  EXPECT_EQ(heading(plan, connected), "ttcp test to lab2 (192.0.2.7:5001), TCP, 1 stream, reno\n");
  plan.runs[0].traffic.transport = model::Transport::udp;
  plan.runs[0].traffic.rate = bps(200'000'000);
  EXPECT_EQ(heading(plan, connected), "ttcp test to lab2 (192.0.2.7:5001), UDP, 1 stream, 200 Mbit/s\n");
}

TEST(ModernHeadingTest, AnAddressIsNotSaidTwice) {
  model::TestPlan plan = lan().plan;
  plan.endpoint.host = "::1";
  EXPECT_THAT(heading(plan, {"::1", 5001, std::nullopt, ""}), StartsWith("ttcp test to [::1]:5001, TCP"));
}

TEST(ModernComparisonTest, ASingleTestNeedsNone) {
  EXPECT_EQ(comparison(std::vector{lan()}), "");
  EXPECT_EQ(comparison({}), "");
}

TEST(ModernComparisonTest, HostsStandUnderEachOther) {
  model::TestRecord other = broken();
  other.plan.endpoint.host = "a-longer-name.example";
  model::TestRecord unreachable;
  unreachable.plan.endpoint.host = "lab9";
  unreachable.ending = Ending::failed;
  unreachable.failure = base::Error{base::Error::Kind::connect, "connect", 111, "192.0.2.9:5001"};
  expect_golden("comparison_hosts", comparison(std::vector{lan(), other, unreachable}));
}

TEST(ModernComparisonTest, RepeatsHaveMedianLeastAndGreatest) {
  std::vector<model::TestRecord> records{lan(), lan(), lan(), lan()};
  records[1].results[0] = examples::steady_tcp(Direction::upload, bps(100'000'000), 4s);
  records[2].plan.endpoint.host = "lab3";
  records[3].idle = std::nullopt;
  expect_golden("comparison_repeats", comparison(records));
}

TEST(ModernFailureLineTest, NamesTheHost) {
  EXPECT_EQ(failure_line("lab2", {base::Error::Kind::connect, "connect", 111, "192.0.2.7:5001"}),
            "ttcp: lab2: connect 192.0.2.7:5001: Connection refused\n");
}

}  // namespace
}  // namespace ttcp::report::modern

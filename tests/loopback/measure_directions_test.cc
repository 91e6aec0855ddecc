// SPDX-License-Identifier: MIT
// What `ttcp test` measures: directions, streams, how long, how often, and of whom.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <nlohmann/json.hpp>

#include "support/records.h"
#include "support/report.h"
#include "support/server.h"
#include "support/sockets.h"

namespace ttcp::test {
namespace {
using nlohmann::json;
using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::SizeIs;

std::vector<std::string> directions_of(const json& record) {
  std::vector<std::string> words;
  for (const auto& result : record.at("results")) words.push_back(result.at("direction"));
  return words;
}

double in_seconds(const json& nanoseconds) { return nanoseconds.get<double>() / 1e9; }

TEST(MeasureDirections, WithoutOptionsItMeasuresIdleLatencyThenUploadThenDownload) {
  Server server;
  const auto record = record_in(run_test({"-C", "cubic", "-J", server.endpoint()}));
  expect_whole(record);
  EXPECT_THAT(directions_of(record), ElementsAre("upload", "download"));
  EXPECT_GT(record.at("idle").at("count"), 0);
  for (const auto& result : record.at("results")) {
    EXPECT_FALSE(result.at("simultaneous").get<bool>());
    EXPECT_GT(result.at("latency_ms").at("loaded").at("count"), 0);
    EXPECT_EQ(result.at("latency_ms").at("idle").at("count"), record.at("idle").at("count"));
    // At least 2 s, at most 10 s; the sender may be told late, but not by whole seconds.
    EXPECT_GE(in_seconds(result.at("sender").at("real_ns")), 1.9);
    EXPECT_LE(in_seconds(result.at("sender").at("real_ns")), 14);
    EXPECT_FALSE(result.at("goodput_ci95_bps").is_null());
  }
  EXPECT_THAT(server.stop(), AllOf(HasSubstr("test: upload "), HasSubstr(", download "), HasSubstr("complete in")));
}

TEST(MeasureDirections, EachOptionForADirectionMeasuresThatOneAlone) {
  const Server server;
  const std::map<std::string, std::string> expected = {
      {"--up", "upload"}, {"--down", "download"}, {"-R", "download"}, {"--reverse", "download"}};
  for (const auto& [option, direction] : expected) {
    SCOPED_TRACE(option);
    const auto record = measured(server, {option, "-t", "0.2"});
    expect_whole(record);
    EXPECT_THAT(directions_of(record), ElementsAre(direction));
    EXPECT_TRUE(record.at("idle").is_null());
  }
}

TEST(MeasureDirections, BothDirectionsAtATimeOverlap) {
  const Server server;
  const auto record = measured(server, {"--both", "-t", "0.5", "-P", "2"});
  expect_whole(record);
  ASSERT_THAT(directions_of(record), ElementsAre("upload", "download", "both"));
  EXPECT_THAT(record.at("plan").at("runs"), SizeIs(1));
  for (const unsigned index : {0U, 1U}) {
    const auto& result = record.at("results")[index];
    EXPECT_TRUE(result.at("simultaneous").get<bool>());
    EXPECT_THAT(result.at("receiver").at("flows"), SizeIs(2));
    EXPECT_GT(result.at("bytes"), 0);
  }
  EXPECT_LT(in_seconds(record.at("real_ns")), 0.5 * 2 + 5);
}

TEST(MeasureDirections, EveryStreamMovesPayloadAndTheSumIsTheirs) {
  const Server server;
  const auto record = measured(server, {"--up", "-P", "8", "-t", "0.5"});
  expect_whole(record);
  const auto& result = record.at("results")[0];
  EXPECT_EQ(result.at("streams"), 8);
  ASSERT_THAT(result.at("receiver").at("flows"), SizeIs(8));
  std::vector<int> seen;
  for (const auto& flow : result.at("receiver").at("flows")) {
    seen.push_back(flow.at("stream"));
    EXPECT_GT(flow.at("bytes"), 0);
  }
  EXPECT_THAT(seen, ::testing::UnorderedElementsAre(0, 1, 2, 3, 4, 5, 6, 7));
}

TEST(MeasureDirections, ExactlyTheBytesAskedForArriveOverAllStreams) {
  const Server server;
  const auto record = measured(server, {"-P", "3", "--bytes", "10000001"});
  expect_whole(record);
  EXPECT_THAT(directions_of(record), ElementsAre("upload", "download"));
  for (const auto& result : record.at("results")) {
    EXPECT_EQ(result.at("bytes"), 10000001);
    EXPECT_EQ(result.at("bytes_sent"), 10000001);
  }
}

TEST(MeasureDirections, FewerBytesThanStreamsArriveExactlyToo) {
  const Server server;
  const auto record = measured(server, {"--up", "-P", "4", "-n", "3"});
  expect_whole(record);
  EXPECT_EQ(record.at("results")[0].at("bytes"), 3);
}

TEST(MeasureDirections, SizesCountInPowersOf1024) {
  const Server server;
  EXPECT_EQ(measured(server, {"--up", "-n", "1M"}).at("results")[0].at("bytes"), 1048576);
}

TEST(MeasureDirections, AGivenTimeIsSentForAndNotShortened) {
  const Server server;
  const auto record = measured(server, {"-t", "1.2"});
  expect_whole(record);
  for (const auto& result : record.at("results")) {
    EXPECT_GE(in_seconds(result.at("sender").at("real_ns")), 1.2);
    EXPECT_LT(in_seconds(result.at("sender").at("real_ns")), 1.2 + 1);
    EXPECT_EQ(result.at("granted").at("time_ns"), 1'200'000'000);
  }
}

TEST(MeasureDirections, WhatIsOmittedIsNeverSteadyButStaysInTheBytes) {
  const Server server;
  const auto record = measured(server, {"--up", "-t", "1", "-O", "0.4"});
  expect_whole(record);
  const auto& result = record.at("results")[0];
  ASSERT_FALSE(result.at("steady").is_null());
  EXPECT_GE(result.at("steady").at("start_s"), 0.4);
  EXPECT_LT(result.at("steady").at("bytes"), result.at("bytes"));
  EXPECT_EQ(record.at("plan").at("omit_ns"), 400'000'000);
}

TEST(MeasureDirections, IntervalsComeAsLinesAndAreEqualSlicesOfTheRun) {
  const Server server;
  const Finished shown = measure(server, {"--up", "-t", "0.6", "-i", "0.2"});
  EXPECT_EQ(shown.ended.status, 0) << shown.err;
  EXPECT_LT(place_of(shown.out, "0.0-0.2 s"), place_of(shown.out, "0.2-0.4 s"));
  const auto record = measured(server, {"--up", "-t", "0.6", "-i", "0.2"});
  expect_whole(record);
  const auto& intervals = record.at("results")[0].at("intervals");
  ASSERT_GE(intervals.size(), 3U);
  EXPECT_DOUBLE_EQ(intervals[1].at("start_s"), 0.2);
  EXPECT_DOUBLE_EQ(intervals[1].at("end_s"), 0.4);
}

TEST(MeasureDirections, WithoutTheIntervalOptionNoIntervalIsPrinted) {
  const Server server;
  const Finished shown = measure(server, {"--up", "-t", "0.3"});
  EXPECT_EQ(shown.out.find("0.0-"), std::string::npos) << shown.out;
}

TEST(MeasureDirections, RepeatsAreSeparateTestsWithThePauseBetween) {
  Server server;
  const Finished shown = measure(server, {"--up", "-t", "0.2", "--repeat", "2", "--pause", "0.5", "-J"});
  ASSERT_EQ(shown.ended.status, 0) << shown.err;
  const auto lines = lines_of(shown.out);
  ASSERT_THAT(lines, SizeIs(2));
  const auto first = json::parse(lines[0]);
  const auto second = json::parse(lines[1]);
  expect_whole(first);
  expect_whole(second);
  EXPECT_NE(first.at("session"), second.at("session"));
  // Nanoseconds with a fixed number of digits, so the seconds can be compared as text; the real gap is 0.5 s and more.
  EXPECT_GT(second.at("started").get<std::string>(), first.at("started").get<std::string>());
  EXPECT_THAT(lines_of(server.stop()), SizeIs(3));  // its port, and a line per test
}

TEST(MeasureDirections, SeveralHostsHaveAReportEachAndATableThatCloses) {
  Server one;
  Server other;
  const Finished shown = run_test({"--no-idle", "-C", "cubic", "--up", "-t", "0.2", one.endpoint(), other.endpoint()});
  ASSERT_EQ(shown.ended.status, 0) << shown.err;
  const std::size_t first = place_of(shown.out, "ttcp test to " + one.endpoint());
  const std::size_t second = place_of(shown.out, "ttcp test to " + other.endpoint());
  const std::size_t table = place_of(shown.out, "  host ");
  EXPECT_LT(first, second);
  EXPECT_LT(second, table);
  EXPECT_THAT(shown.out.substr(table), HasSubstr("complete"));
  EXPECT_THAT(one.stop(), HasSubstr("test: upload"));
  EXPECT_THAT(other.stop(), HasSubstr("test: upload"));
}

TEST(MeasureDirections, AHostThatCannotBeReachedDoesNotKeepTheNextFromBeingMeasured) {
  const Server server;
  const std::string nobody = "127.0.0.1:" + std::to_string(free_port());
  const Finished shown = run_test({"--no-idle", "-C", "cubic", "--up", "-t", "0.2", nobody, server.endpoint()});
  EXPECT_EQ(shown.ended.status, 3);
  EXPECT_THAT(shown.err, HasSubstr("Connection refused"));
  EXPECT_THAT(shown.out, HasSubstr("complete"));
}

TEST(MeasureDirections, AServerOnIpv6IsMeasuredLikeAnother) {
  if (!has_address("::1")) GTEST_SKIP() << "this host has no ::1";
  Server server({}, "[::1]");
  const auto record = measured(server, {"-6", "-t", "0.2"});
  expect_whole(record);
  EXPECT_EQ(record.at("peer_address"), "::1");
  EXPECT_THAT(server.stop(), HasSubstr("[::1]:"));
}

TEST(MeasureDirections, ThePortMayBeAnOptionAndTheHostAName) {
  const Server server;
  const auto record = record_in(run_test(
      {"--no-idle", "-C", "cubic", "--up", "-t", "0.2", "-4", "-J", "-p", std::to_string(server.port()), "localhost"}));
  expect_whole(record);
  EXPECT_EQ(record.at("peer_address"), "127.0.0.1");
  EXPECT_EQ(record.at("peer_port"), server.port());
  EXPECT_EQ(record.at("plan").at("endpoint").at("host"), "localhost");
}

TEST(MeasureDirections, AnAddressOfTheOtherIpVersionIsWrongUsage) {
  const Finished four = run_test({"-6", "127.0.0.1"});
  EXPECT_EQ(four.ended.status, 2);
  EXPECT_THAT(four.err, HasSubstr("an IPv4 address doesn't go with -6"));
  const Finished six = run_test({"-4", "::1"});
  EXPECT_EQ(six.ended.status, 2);
  EXPECT_THAT(six.err, HasSubstr("an IPv6 address doesn't go with -4"));
}

}  // namespace
}  // namespace ttcp::test

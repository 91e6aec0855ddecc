// SPDX-License-Identifier: MIT
// Rates that `ttcp test` is told to hold or to find, what the server allows, and datagrams counted to the last one.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "support/records.h"
#include "support/server.h"
#include "support/sockets.h"

namespace ttcp::test {
namespace {
using nlohmann::json;
using ::testing::AllOf;
using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

constexpr double kRate = 100e6;

void expect_counted(const json& result) {
  const auto& udp = result.at("udp");
  EXPECT_EQ(udp.at("sent"), udp.at("received").get<std::int64_t>() + udp.at("lost").get<std::int64_t>());
  EXPECT_EQ(udp.at("duplicated"), 0);
  EXPECT_EQ(udp.at("reordered"), 0);
}

// One slice between two samples of an end.
struct Bucket {
  double milliseconds;
  double share;  // of the rate
};

// Slices of at least 9.5 ms, so that none is of a sample that merely came early.
std::vector<Bucket> buckets_of(const json& view, double rate) {
  std::vector<Bucket> buckets;
  const auto& samples = view.at("samples");
  std::size_t from = 0;
  for (std::size_t to = 1; to < samples.size(); ++to) {
    const double ns = samples[to].at("at_ns").get<double>() - samples[from].at("at_ns").get<double>();
    if (ns < 9.5e6) continue;
    const double bytes = samples[to].at("bytes").get<double>() - samples[from].at("bytes").get<double>();
    buckets.push_back({ns / 1e6, 8e9 * bytes / ns / rate});
    from = to;
  }
  return buckets;
}

double slowest_tick(const std::vector<Bucket>& buckets) {
  return std::ranges::max_element(buckets, {}, &Bucket::milliseconds)->milliseconds;
}

// What went beyond 1.5 x the rate, as a share of all.
double excess_in(const std::vector<Bucket>& buckets) {
  double beyond = 0;
  double all = 0;
  for (const Bucket& bucket : buckets) {
    beyond += std::max(0.0, bucket.share - 1.5) * bucket.milliseconds;
    all += bucket.share * bucket.milliseconds;
  }
  return beyond / all;
}

// No 10 ms has more than 1.5 x the rate, on a host that keeps its clock ticks. Where others take the processor away for
// longer than that, what was held up comes at once; payload in bursts of 25 ms' worth or more still goes beyond.
void expect_smooth(const json& result) {
  SCOPED_TRACE(result.at("direction"));
  const auto sent = buckets_of(result.at("sender"), kRate);
  const auto received = buckets_of(result.at("receiver"), kRate);
  ASSERT_GE(sent.size(), 10U);
  ASSERT_GE(received.size(), 10U);
  const bool is_calm = slowest_tick(sent) < 11 && slowest_tick(received) < 11;
  EXPECT_LE(excess_in(sent), is_calm ? 0 : 0.2);
  EXPECT_LE(excess_in(received), is_calm ? 0 : 0.3);
}

TEST(MeasureRates, ATcpRateIsHeldSmoothly) {
  const Server server;
  const auto record = measured(server, {"-b", "100M", "-t", "1.5"});
  expect_whole(record);
  for (const auto& result : record.at("results")) {
    expect_smooth(result);
    EXPECT_LE(result.at("bytes_sent").get<double>() * 8, kRate * 1.5 * 1.02 + 8 * 65536);
    EXPECT_EQ(result.at("granted").at("rate_bps"), 100'000'000);
  }
}

TEST(MeasureRates, TheRateIsOfAllStreamsTogether) {
  const Server server;
  const auto record = measured(server, {"--up", "-b", "40M", "-P", "4", "-t", "1"});
  expect_whole(record);
  EXPECT_LE(record.at("results")[0].at("bytes_sent").get<double>() * 8, 40e6 * 1.1);
}

TEST(MeasureRates, AUdpRateIsHeldAndEveryDatagramAccountedFor) {
  const Server server;
  const auto record = measured(server, {"-u", "-b", "8M", "-l", "1000", "-t", "1"});
  expect_whole(record);
  for (const auto& result : record.at("results")) {
    expect_counted(result);
    const auto sent = result.at("udp").at("sent").get<std::int64_t>();
    EXPECT_LE(sent, 1050);  // 1000 a second
    EXPECT_GE(sent, 500);   // on a host that is otherwise busy
    EXPECT_EQ(result.at("bytes"), result.at("udp").at("received").get<std::int64_t>() * 1000);
    EXPECT_EQ(result.at("bytes_sent"), sent * 1000);
    EXPECT_FALSE(result.at("udp").at("jitter_ms").is_null());
    EXPECT_TRUE(result.at("retransmits").is_null());
  }
}

TEST(MeasureRates, DatagramsOfBothDirectionsAndManyStreamsAreToldApart) {
  const Server server;
  const auto record = measured(server, {"-u", "--both", "-P", "3", "-b", "6M", "-l", "500", "-n", "150000"});
  expect_whole(record);
  ASSERT_THAT(record.at("results"), SizeIs(3));
  for (const unsigned index : {0U, 1U}) {
    const auto& result = record.at("results")[index];
    expect_counted(result);
    EXPECT_EQ(result.at("udp").at("sent"), 300);
    ASSERT_THAT(result.at("receiver").at("flows"), SizeIs(3));
    for (const auto& flow : result.at("receiver").at("flows")) EXPECT_EQ(flow.at("udp").at("sent"), 100);
  }
}

TEST(MeasureRates, DatagramsFitThePathUnlessToldOtherwise) {
  const Server server;
  // Fast enough that a millisecond has more than one of them; a slow rate takes smaller ones.
  const auto record = measured(server, {"-u", "--up", "-b", "1G", "-t", "0.3"});
  expect_whole(record);
  const auto& link = record.at("near").at("link");
  const auto fitting = std::min<std::int64_t>(link.at("mtu_bytes").get<std::int64_t>() - 28, 65507);
  EXPECT_EQ(record.at("results")[0].at("granted").at("block_bytes"), fitting);
  const auto slow = measured(server, {"-u", "--up", "-b", "1M", "-t", "0.3"});
  EXPECT_LE(slow.at("results")[0].at("granted").at("block_bytes"), 1500 - 28);
}

TEST(MeasureRates, UdpOverIpv6IsCountedAlike) {
  if (!has_address("::1")) GTEST_SKIP() << "this host has no ::1";
  const Server server({}, "[::1]");
  const auto record = measured(server, {"-u", "-b", "8M", "-l", "1000", "-n", "50000"});
  expect_whole(record);
  for (const auto& result : record.at("results")) {
    expect_counted(result);
    EXPECT_EQ(result.at("udp").at("sent"), 50);
  }
}

TEST(MeasureRates, WithoutARateTheHighestWithLittleLossIsSearched) {
  const Server server;
  const auto record = measured(server, {"-u", "--up"});
  expect_whole(record);
  const auto& result = record.at("results")[0];
  expect_counted(result);
  const auto& steps = result.at("search");
  ASSERT_FALSE(steps.empty());
  EXPECT_EQ(steps[0].at("offered_bps"), 10'000'000);
  double highest_accepted = 0;
  for (const auto& step : steps) {
    if (!step.at("accepted").get<bool>()) continue;
    EXPECT_LE(step.at("loss_ratio").get<double>(), 0.001);
    EXPECT_GE(step.at("sent_bps").get<double>(), 0.9 * step.at("offered_bps").get<double>());
    highest_accepted = std::max(highest_accepted, step.at("offered_bps").get<double>());
  }
  // Doubling, until the first that is not accepted.
  for (std::size_t index = 1; index < steps.size() && steps[index - 1].at("accepted").get<bool>(); ++index) {
    const double ratio =
        steps[index].at("offered_bps").get<double>() / steps[index - 1].at("offered_bps").get<double>();
    EXPECT_DOUBLE_EQ(ratio, 2) << index;
  }
  if (highest_accepted > 0) {
    EXPECT_LE(result.at("granted").at("rate_bps").get<double>(), highest_accepted);
  }
  EXPECT_TRUE(record.at("plan").at("search_rate").get<bool>());
}

TEST(MeasureRates, WhatTheServerAllowsIsSaidAndHeld) {
  const Server server({"--max-streams", "2", "--max-duration", "0.3", "--max-rate", "50M"});
  const auto record = measured(server, {"--up", "-P", "4", "-t", "5", "-b", "100M"});
  expect_whole(record);
  EXPECT_THAT(record.at("notes").get<std::vector<std::string>>(),
              ::testing::UnorderedElementsAre("asked for 4 streams, the server allows 2",
                                              "asked for 5 s, the server allows 0.3 s",
                                              "asked for 100 Mbit/s, the server allows 50 Mbit/s"));
  const auto& result = record.at("results")[0];
  EXPECT_EQ(result.at("asked").at("streams"), 4);
  EXPECT_EQ(result.at("granted").at("streams"), 2);
  EXPECT_THAT(result.at("receiver").at("flows"), SizeIs(2));
  EXPECT_LT(result.at("sender").at("real_ns"), 3'000'000'000);
  EXPECT_LE(result.at("bytes_sent").get<double>() * 8, 50e6 * 0.3 * 2);
  const Finished shown = measure(server, {"--up", "-P", "4", "-t", "5", "-b", "100M"});
  EXPECT_THAT(shown.out, HasSubstr("note: asked for 4 streams, the server allows 2\n"));
}

TEST(MeasureRates, BytesThatTheServersTimeCutsOffAreSaid) {
  const Server server({"--max-duration", "0.3", "--max-rate", "50M"});
  const auto record = measured(server, {"--up", "-n", "100M"});
  expect_whole(record);
  EXPECT_LT(record.at("results")[0].at("bytes"), 104857600);
  EXPECT_THAT(record.at("notes").get<std::vector<std::string>>(),
              Contains(AllOf(HasSubstr("upload: the server allows 0.3 s, in which"), HasSubstr("of 104857600 bytes"))));
}

TEST(MeasureRates, ASearchSaysTheServersRateOnceAndNoneThatNobodyAskedFor) {
  const Server server({"--max-rate", "15M"});
  const auto record = measured(server, {"-u", "--up"});
  expect_whole(record);
  EXPECT_THAT(record.at("notes").get<std::vector<std::string>>(),
              ::testing::ElementsAre("the server allows 15 Mbit/s"));
  EXPECT_LE(record.at("results")[0].at("granted").at("rate_bps"), 15'000'000);
}

TEST(MeasureRates, WhatIsWithinTheServersLimitsIsNoNote) {
  const Server server({"--max-streams", "2", "--max-duration", "30", "--max-rate", "50M"});
  const auto record = measured(server, {"--up", "-P", "2", "-b", "20M", "-n", "100K"});
  expect_whole(record);
  EXPECT_THAT(record.at("notes").get<std::vector<std::string>>(), IsEmpty());
  EXPECT_EQ(record.at("results")[0].at("bytes"), 102400);
}

}  // namespace
}  // namespace ttcp::test

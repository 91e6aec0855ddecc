// SPDX-License-Identifier: MIT
#include "stats/quantiles.h"

#include <gtest/gtest.h>

#include <limits>

#include "stats/series_for_tests.h"

namespace ttcp::stats {
namespace {
using namespace tests;
using base::Duration;

std::vector<Duration> counted(int n) {
  std::vector<Duration> times;
  for (int i = 1; i <= n; ++i) times.emplace_back(std::chrono::milliseconds(i));
  return times;
}

TEST(NearestRankTest, IsAlwaysATimeThatWasMeasured) {
  const auto times = counted(100);
  EXPECT_EQ(nearest_rank(times, 0.50), 50ms);
  EXPECT_EQ(nearest_rank(times, 0.95), 95ms);
  EXPECT_EQ(nearest_rank(times, 0.99), 99ms);
  EXPECT_EQ(nearest_rank(counted(20), 0.95), 19ms);  // 0.95 x 20 isn't 19 in binary
  EXPECT_EQ(nearest_rank(counted(3), 0.50), 2ms);
}

TEST(NearestRankTest, TheEndsAreTheSmallestAndTheLargest) {
  const auto times = counted(7);
  EXPECT_EQ(nearest_rank(times, 0.0), 1ms);
  EXPECT_EQ(nearest_rank(times, 1.0), 7ms);
  EXPECT_EQ(nearest_rank(times, -3.0), 1ms);
  EXPECT_EQ(nearest_rank(times, 3.0), 7ms);
  EXPECT_EQ(nearest_rank(times, std::numeric_limits<double>::quiet_NaN()), 1ms);
  EXPECT_FALSE(nearest_rank({}, 0.5));
}

TEST(LatencyTest, WithoutAReplyThereIsNone) { EXPECT_FALSE(latency_of({}, 50)); }

TEST(LatencyTest, OneReplyIsAllPercentilesAndHasNoJitter) {
  const std::vector<Duration> times{3ms};
  model::Latency expected{.count = 1, .lost = 2, .min = 3ms, .p50 = 3ms, .p95 = 3ms, .p99 = 3ms, .max = 3ms};
  EXPECT_EQ(latency_of(times, 2), expected);
}

TEST(LatencyTest, JitterIsOfNeighboursInTimeNotInSize) {
  const std::vector<Duration> times{1ms, 5ms, 1ms, 5ms};
  const auto latency = latency_of(times, 0).value();
  EXPECT_EQ(latency.jitter, 4ms);
  EXPECT_EQ(latency.min, 1ms);
  EXPECT_EQ(latency.p50, 1ms);
  EXPECT_EQ(latency.max, 5ms);
  EXPECT_EQ(latency.count, 4);
}

TEST(LatencyTest, TimesAtTheEndsOfInt64AreBorne) {
  const std::vector<Duration> times{Duration::max(), Duration::min(), Duration::max()};
  EXPECT_EQ(latency_of(times, 0).value().jitter, Duration::max());
  EXPECT_FALSE(p95_is_settled(times));
}

TEST(SettledLatencyTest, NeedsAboutAHundredAndTwentyTimesHoweverAlike) {
  EXPECT_FALSE(p95_is_settled({}));
  EXPECT_FALSE(p95_is_settled(std::vector<Duration>(59, 2ms)));
  EXPECT_FALSE(p95_is_settled(std::vector<Duration>(100, 2ms)));
  EXPECT_TRUE(p95_is_settled(std::vector<Duration>(120, 2ms)));
}

TEST(SettledLatencyTest, AMillisecondMoreOrLessDoesntMatter) {
  std::vector<Duration> times(200, 1ms);
  for (std::size_t i = 180; i < 200; ++i) times[i] = 1900us;
  EXPECT_TRUE(p95_is_settled(times));
}

TEST(SettledLatencyTest, AWideTailIsNotSettledUntilTheTimesAreMany) {
  const auto spread = [](std::size_t n) {
    std::vector<Duration> times;
    for (std::size_t i = 0; i < n; ++i) times.emplace_back(20ms + 380ms * (i * 7919 % n) / n);
    return times;
  };
  std::vector<Duration> few = spread(150);
  std::fill(few.begin() + 75, few.end(), 900ms);
  std::fill(few.begin(), few.begin() + 75, 20ms);
  few[140] = few[141] = few[142] = few[143] = 2s;
  EXPECT_FALSE(p95_is_settled(few));
  EXPECT_TRUE(p95_is_settled(spread(1000)));
}

}  // namespace
}  // namespace ttcp::stats

// SPDX-License-Identifier: MIT
#include "stats/series.h"

#include <gtest/gtest.h>

#include <limits>

#include "stats/series_for_tests.h"

namespace ttcp::stats {
namespace {
using namespace tests;
using base::Bytes;
using base::Duration;

constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();

model::Sample sample(Duration at, std::int64_t bytes) { return {at, Bytes(bytes), {}, {}, {}}; }

TEST(SeriesTest, BeginsWithNothingAtTheStartOfTheRun) {
  EXPECT_EQ(points_of({}), std::vector<Point>{Point{}});
  const std::vector samples{sample(100ms, 5)};
  EXPECT_EQ(points_of(samples), (std::vector<Point>{Point{}, Point{100ms, Bytes(5)}}));
}

TEST(SeriesTest, ASampleAtTheStartIsTheStart) {
  const std::vector samples{sample(0ms, 7), sample(1ms, 9)};
  EXPECT_EQ(points_of(samples), (std::vector<Point>{{0ms, Bytes(7)}, {1ms, Bytes(9)}}));
}

TEST(SeriesTest, LeavesOutWhatGoesBackAndKeepsTheLaterOfTwoAtOneMoment) {
  const std::vector samples{sample(-1ms, 3), sample(10ms, -4), sample(10ms, 5), sample(9ms, 8),
                            sample(10ms, 6), sample(20ms, 5),  sample(30ms, 6)};
  EXPECT_EQ(points_of(samples), (std::vector<Point>{Point{}, {10ms, Bytes(6)}, {30ms, Bytes(6)}}));
}

TEST(SeriesTest, BetweenTwoPointsBytesComeEvenlyAndAfterTheLastNoneCome) {
  const std::vector<Point> points{Point{}, {10ms, Bytes(100)}, {30ms, Bytes(103)}};
  Course course(points);
  EXPECT_EQ(course.at(0ms), Bytes(0));
  EXPECT_EQ(course.at(5ms), Bytes(50));
  EXPECT_EQ(course.at(10ms), Bytes(100));
  EXPECT_EQ(course.at(20ms), Bytes(101));
  EXPECT_EQ(course.at(30ms), Bytes(103));
  EXPECT_EQ(course.at(1s), Bytes(103));
}

TEST(SeriesTest, InterpolationStaysInRangeAtTheEndsOfInt64) {
  const std::vector<Point> points{Point{}, {Duration(kMost), Bytes(kMost)}};
  Course course(points);
  EXPECT_GE(course.at(Duration(kMost - 1)), Bytes(0));
  EXPECT_LE(course.at(Duration(kMost - 1)), Bytes(kMost));
  EXPECT_EQ(course.at(Duration(kMost)), Bytes(kMost));
}

TEST(SeriesTest, ARateNeedsTimeAndStaysInRange) {
  EXPECT_FALSE(rate_over(Bytes(1), 0ns));
  EXPECT_FALSE(rate_over(Bytes(1), -1ns));
  EXPECT_FALSE(rate_over(Bytes(-1), 1s));
  EXPECT_EQ(rate_over(Bytes(125), 1s), base::BitRate::bits_per_second(1000));
  EXPECT_EQ(rate_over(Bytes(kMost), 1ns), base::BitRate::bits_per_second(kMost));
}

TEST(SeriesTest, SumsStopAtTheLimits) {
  EXPECT_EQ(bounded_sum(2, 3), 5);
  EXPECT_EQ(bounded_sum(kMost, 1), kMost);
  EXPECT_EQ(bounded_sum(std::numeric_limits<std::int64_t>::min(), -1), std::numeric_limits<std::int64_t>::min());
}

}  // namespace
}  // namespace ttcp::stats

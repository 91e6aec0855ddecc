// SPDX-License-Identifier: MIT
#include "stats/intervals.h"

#include <gtest/gtest.h>

#include <limits>

#include "stats/series_for_tests.h"

namespace ttcp::stats {
namespace {
using namespace tests;
using base::Bytes;
using base::Duration;
using model::Interval;
using model::Sample;

constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();

Sample sample(Duration at, std::int64_t bytes) { return {at, Bytes(bytes), {}, {}, {}}; }

std::int64_t sum_of(const std::vector<Interval>& intervals) {
  std::int64_t sum = 0;
  for (const Interval& interval : intervals) sum += interval.bytes.count();
  return sum;
}

TEST(IntervalsTest, AreEquallyLongButForTheLast) {
  const std::vector samples{sample(500ms, 50), sample(1s, 100), sample(1500ms, 300), sample(2200ms, 400)};
  EXPECT_EQ(intervals_of(samples, 1s),
            (std::vector<Interval>{{0s, 1s, Bytes(100)}, {1s, 2s, Bytes(271)}, {2s, 2200ms, Bytes(29)}}));
}

TEST(IntervalsTest, ARunOfWholeIntervalsHasNoEmptyOneAtItsEnd) {
  const std::vector samples{sample(1s, 100), sample(2s, 300)};
  EXPECT_EQ(intervals_of(samples, 1s), (std::vector<Interval>{{0s, 1s, Bytes(100)}, {1s, 2s, Bytes(200)}}));
}

TEST(IntervalsTest, WithoutSamplesOrLengthThereAreNone) {
  EXPECT_TRUE(intervals_of({}, 1s).empty());
  EXPECT_TRUE(intervals_of(std::vector{sample(0s, 0)}, 1s).empty());
  EXPECT_TRUE(intervals_of(std::vector{sample(1s, 5)}, 0s).empty());
  EXPECT_TRUE(intervals_of(std::vector{sample(1s, 5)}, -1s).empty());
  EXPECT_EQ(intervals_of(std::vector{sample(0s, 7)}, 1s), (std::vector<Interval>{{0s, 0s, Bytes(7)}}));
}

TEST(IntervalsTest, TogetherTheyAreTheSamplesBytesExactlyWhateverTheLength) {
  for (std::uint64_t seed = 0; seed < 2000; ++seed) {
    std::mt19937_64 random(seed);
    std::vector<Sample> samples{sample(0s, 0)};
    for (std::uint64_t n = random() % 100 + 1; n-- > 0;) {
      samples.push_back(sample(samples.back().at + Duration(random() % 300'000'000 + 1),
                               samples.back().bytes.count() + static_cast<std::int64_t>(random() % 1'000'000'000)));
    }
    const Duration length(static_cast<std::int64_t>(random() % 3'000'000'000 + 1'000'000));
    const auto intervals = intervals_of(samples, length);
    ASSERT_EQ(sum_of(intervals), samples.back().bytes.count()) << seed;
    ASSERT_EQ(intervals.front().start, 0s);
    ASSERT_EQ(intervals.back().end, samples.back().at);
    for (std::size_t i = 1; i < intervals.size(); ++i) ASSERT_EQ(intervals[i].start, intervals[i - 1].end);
    for (const Interval& interval : intervals) ASSERT_GE(interval.bytes, Bytes(0));
  }
}

TEST(IntervalsTest, AClaimOfCenturiesTakesNoMoreThanItsShareOfMemory) {
  const std::vector samples{sample(1s, 100), sample(Duration(kMost), kMost)};
  const auto intervals = intervals_of(samples, 10ms);
  EXPECT_EQ(intervals.size(), kMostIntervals);
  EXPECT_EQ(sum_of(intervals), kMost);
  EXPECT_EQ(intervals.back().end, Duration(kMost));
  EXPECT_EQ(intervals_of(samples, Duration(kMost)).size(), 1U);
}

model::DirectionRecord record_of(std::vector<Sample> receiver, std::vector<Sample> sender) {
  model::DirectionRecord record;
  record.receiver = model::EndView{};
  record.receiver->samples = std::move(receiver);
  record.sender = model::EndView{};
  record.sender->samples = std::move(sender);
  return record;
}

TEST(DetailedIntervalsTest, TheSendersFiguresStandBesideTheReceiversBytes) {
  const auto record = record_of({sample(1s, 100), sample(2s, 300)}, {{500ms, Bytes(1), 10ms, 5, 2},
                                                                     {1s, Bytes(1), 20ms, 5, 3},
                                                                     {1500ms, Bytes(1), 30ms, 5, 3},
                                                                     {2100ms, Bytes(1), {}, 5, 7}});
  EXPECT_EQ(detailed_intervals(record, 1s),
            (std::vector<IntervalDetail>{{{0s, 1s, Bytes(100)}, 3, 15ms}, {{1s, 2s, Bytes(200)}, 4, 30ms}}));
}

TEST(DetailedIntervalsTest, WhereTheSenderTookNoSampleItSaysNothing) {
  auto record = record_of({sample(1s, 100), sample(2s, 300), sample(3s, 400)}, {{2500ms, Bytes(1), 10ms, 5, 4}});
  const auto details = detailed_intervals(record, 1s);
  EXPECT_FALSE(details.at(0).retransmits);
  EXPECT_FALSE(details.at(1).rtt);
  EXPECT_EQ(details.at(2).retransmits, 4);
  record.sender.reset();
  EXPECT_EQ(detailed_intervals(record, 1s).size(), 3U);
  record.receiver.reset();
  EXPECT_TRUE(detailed_intervals(record, 1s).empty());
}

TEST(DetailedIntervalsTest, ACounterThatFallsNeverMakesANegativeNumber) {
  const auto record = record_of({sample(1s, 100), sample(2s, 300)}, {{900ms, Bytes(1), Duration::max(), 5, 9},
                                                                     {800ms, Bytes(1), Duration::max(), 5, -kMost},
                                                                     {1900ms, Bytes(1), Duration::min(), 5, 4}});
  const auto details = detailed_intervals(record, 1s);
  EXPECT_EQ(details.at(0).retransmits, 9);
  EXPECT_EQ(details.at(1).retransmits, 0);
}

}  // namespace
}  // namespace ttcp::stats

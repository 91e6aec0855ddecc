// SPDX-License-Identifier: MIT
#include "stats/sequence.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <set>

#include "stats/series_for_tests.h"

namespace ttcp::stats {
namespace {
using namespace tests;
using base::Duration;

constexpr std::uint64_t kTop = std::numeric_limits<std::uint64_t>::max();
constexpr Duration kForeign = 123456789s;  // how far the receiver's clock is from the sender's

// Numbers in the order of their arrival, 1 ms apart, all with the same delay.
SequenceTracker fed(const std::vector<std::uint64_t>& numbers) {
  SequenceTracker tracker;
  Duration at{0};
  for (const std::uint64_t number : numbers) tracker.took(number, at += 1ms, kForeign + at);
  return tracker;
}

model::UdpCount counts(std::int64_t sent, std::int64_t received, std::int64_t reordered, std::int64_t duplicated) {
  return {sent, received, std::max<std::int64_t>(0, sent - received), reordered, duplicated, {}, {}};
}

model::UdpCount without_times(model::UdpCount count) {
  count.jitter.reset();
  count.one_way_rise_p95.reset();
  return count;
}

TEST(SequenceTest, BeforeTheFirstDatagramEverythingSentIsLost) {
  EXPECT_EQ(SequenceTracker().count(5), counts(5, 0, 0, 0));
}

TEST(SequenceTest, UntilTheSenderSaysHowManyLossIsUnknown) {
  const auto tracker = fed({0, 1, 3});
  EXPECT_FALSE(tracker.count({}).sent);
  EXPECT_FALSE(tracker.count({}).lost);
  EXPECT_FALSE(tracker.count(-1).lost);
  EXPECT_EQ(tracker.count({}).received, 3);
  EXPECT_EQ(tracker.count(10).lost, 7);
}

TEST(SequenceTest, ASenderThatClaimsLessThanArrivedLostNothing) { EXPECT_EQ(fed({0, 1, 2}).count(2).lost, 0); }

TEST(SequenceTest, TheExampleOfRfc4737CountsEachLateOneOnce) {
  EXPECT_EQ(without_times(fed({0, 1, 4, 2, 3, 5}).count(6)), counts(6, 6, 2, 0));
}

TEST(SequenceTest, ASecondCopyIsADuplicateAndNeverReordered) {
  EXPECT_EQ(without_times(fed({0, 0, 1, 2, 1, 2, 3}).count(4)), counts(4, 4, 0, 3));
  EXPECT_EQ(without_times(fed({0, 2, 1, 1}).count(3)), counts(3, 3, 1, 1));
}

TEST(SequenceTest, ANumberIsForgottenOnlyWhenItsWindowHasPassed) {
  constexpr std::uint64_t kWindow = SequenceTracker::kWindow;
  EXPECT_EQ(fed({5, 5 + kWindow - 1, 5}).count({}).duplicated, 1);
  EXPECT_EQ(without_times(fed({5, 5 + kWindow, 5}).count(3)), counts(3, 3, 1, 0));
  // Its place in the window is another number's now.
  EXPECT_EQ(without_times(fed({5, 6, 5 + kWindow, 6 + kWindow, 6 + kWindow}).count(4)), counts(4, 4, 0, 1));
  EXPECT_EQ(without_times(fed({5, 5 + 3 * kWindow, 5 + 2 * kWindow + 1}).count(3)), counts(3, 3, 1, 0));
}

// Each datagram is lost, doubled or put off by up to `reach` places; the truth is counted apart, by the definitions.
struct Planted {
  std::vector<std::uint64_t> arrivals;
  model::UdpCount truth;
};

Planted planted(std::uint64_t seed, std::uint64_t sent, std::uint64_t reach) {
  std::mt19937_64 random(seed);
  std::vector<std::pair<std::uint64_t, std::uint64_t>> due;
  for (std::uint64_t number = 0; number < sent; ++number) {
    if (random() % 100 < 5) continue;
    const bool is_late = random() % 100 < 10;
    due.emplace_back(number + (is_late ? random() % reach : 0), number);
    if (random() % 100 < 3) due.emplace_back(number + random() % reach, number);
  }
  std::stable_sort(due.begin(), due.end(), [](auto& a, auto& b) { return a.first < b.first; });
  Planted plan;
  std::set<std::uint64_t> seen;
  for (const auto& [when, number] : due) {
    plan.arrivals.push_back(number);
    if (!seen.insert(number).second) {
      ++plan.truth.duplicated;
    } else if (number != *seen.rbegin()) {
      ++plan.truth.reordered;
    }
  }
  plan.truth.received = static_cast<std::int64_t>(seen.size());
  plan.truth.sent = static_cast<std::int64_t>(sent);
  plan.truth.lost = *plan.truth.sent - plan.truth.received;
  return plan;
}

TEST(SequenceTest, PlantedLossReorderingAndDuplicatesAreCountedExactly) {
  for (std::uint64_t seed = 0; seed < 6; ++seed) {
    const Planted plan = planted(seed, 100'000, seed % 2 == 0 ? 20 : 50'000);
    EXPECT_EQ(without_times(fed(plan.arrivals).count(100'000)), plan.truth) << seed;
  }
}

TEST(SequenceTest, HostileNumbersKeepEveryCountWithinTheNumberOfArrivals) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    std::mt19937_64 random(seed);
    const std::vector<std::uint64_t> interesting{0,        1,     kTop, kTop - 1, kTop - 65535, kTop - 65536,
                                                 kTop / 2, 65535, 65536};
    SequenceTracker tracker;
    const int arrivals = 1000;
    for (int i = 0; i < arrivals; ++i) {
      const std::uint64_t number =
          random() % 2 == 0 ? interesting[random() % interesting.size()] : random() >> (random() % 64);
      tracker.took(number, Duration(static_cast<std::int64_t>(random())),
                   Duration(static_cast<std::int64_t>(random())));
    }
    const auto count = tracker.count(arrivals);
    EXPECT_EQ(count.received + count.duplicated, arrivals);
    EXPECT_GT(count.received, 0);
    EXPECT_GE(count.duplicated, 0);
    EXPECT_LT(count.reordered, count.received);
    EXPECT_EQ(count.lost, arrivals - count.received);
    EXPECT_GE(count.jitter.value(), 0ns);
    EXPECT_GE(count.one_way_rise_p95.value(), 0ns);
  }
}

TEST(SequenceTest, AtTheVeryTopTheCountGoesOn) {
  EXPECT_EQ(without_times(fed({kTop, kTop, kTop - 1, 0, 1}).count(4)), counts(4, 4, 3, 1));
  EXPECT_EQ(without_times(fed({kTop - 1, kTop, kTop - 1}).count(2)), counts(2, 2, 0, 1));
}

TEST(SequenceJitterTest, NeedsTwoArrivalsAndIsZeroOnAnEvenPath) {
  EXPECT_FALSE(fed({0}).count({}).jitter);
  EXPECT_FALSE(fed({0, 0}).count({}).jitter);
  EXPECT_EQ(fed({0, 1, 2, 3}).count({}).jitter, 0ns);
}

TEST(SequenceJitterTest, MovesByOneSixteenthOfEachDifference) {
  SequenceTracker tracker;
  tracker.took(0, 0ms, kForeign + 10ms);
  tracker.took(1, 20ms, kForeign + 46ms);  // 16 ms more on the way
  EXPECT_EQ(tracker.count({}).jitter, 1ms);
  tracker.took(2, 40ms, kForeign + 66ms);  // as long as the one before
  EXPECT_EQ(tracker.count({}).jitter, 937500ns);
}

TEST(SequenceRiseTest, TheClocksMayBeAnyDistanceApart) {
  for (const Duration apart : {Duration(kForeign), Duration(-kForeign), Duration(0)}) {
    SequenceTracker tracker;
    for (std::uint64_t i = 0; i < 100; ++i) {
      const Duration sent = 1ms * static_cast<std::int64_t>(i);
      tracker.took(i, sent, sent + apart + (i < 90 ? 3ms : 43ms));
    }
    EXPECT_NEAR(static_cast<double>(tracker.count({}).one_way_rise_p95.value().count()), 40e6, 40e6 * 0.01);
  }
}

TEST(SequenceRiseTest, IsAboveTheSmallestDelayEvenIfThatCameLate) {
  SequenceTracker tracker;
  tracker.took(0, 0ms, kForeign + 105ms);  // the first one waited for an address to be resolved
  for (std::uint64_t i = 1; i < 1000; ++i) {
    const Duration sent = 1ms * static_cast<std::int64_t>(i);
    tracker.took(i, sent, kForeign + sent + 5ms + 10us * static_cast<std::int64_t>(i % 100));
  }
  EXPECT_NEAR(static_cast<double>(tracker.count({}).one_way_rise_p95.value().count()), 0.94e6, 1e6);
}

TEST(SequenceRiseTest, AgreesWithTheSortedDelaysToOnePercent) {
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    std::mt19937_64 random(seed);
    std::exponential_distribution<double> wait(1.0);
    const double scale = std::pow(10, std::uniform_real_distribution(3.0, 9.0)(random));  // ns
    SequenceTracker tracker;
    std::vector<std::int64_t> delays;
    for (std::uint64_t i = 0; i < 3000; ++i) {
      const auto delay = static_cast<std::int64_t>(scale * wait(random));
      delays.push_back(delay);
      tracker.took(i, 1us * static_cast<std::int64_t>(i),
                   kForeign + 1us * static_cast<std::int64_t>(i) + Duration(delay));
    }
    const std::int64_t first = delays.front();
    std::sort(delays.begin(), delays.end());
    const auto truth = static_cast<double>(delays[2849] - delays[0]);
    const double allowed = 64 + 0.008 * static_cast<double>(std::abs(delays[2849] - first));
    EXPECT_NEAR(static_cast<double>(tracker.count({}).one_way_rise_p95.value().count()), truth, allowed) << seed;
  }
}

}  // namespace
}  // namespace ttcp::stats

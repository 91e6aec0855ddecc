// SPDX-License-Identifier: MIT
#include "stats/rate_search.h"

#include <gtest/gtest.h>

#include <limits>

#include "stats/series_for_tests.h"

namespace ttcp::stats {
namespace {
using namespace tests;
using base::BitRate;

BitRate mbps(double n) { return BitRate::bits_per_second(std::llround(n * kMega)); }
double in_bits(BitRate rate) { return static_cast<double>(rate.in_bits_per_second()); }

// A path that carries `capacity` and drops the rest, and a sender that reaches no more than `sender`.
struct Path {
  double capacity = 0;
  double sender = 1e15;
  double loss_always = 0;
};

model::RateStep tried(const Path& path, BitRate offered) {
  model::RateStep step;
  step.offered = offered;
  const double sent = std::min(in_bits(offered), path.sender);
  const double received = std::min(sent, path.capacity) * (1 - path.loss_always);
  step.sent = BitRate::bits_per_second(std::llround(sent));
  step.received = BitRate::bits_per_second(std::llround(received));
  step.loss = 1 - received / sent;
  return step;
}

struct Found {
  std::optional<BitRate> best;
  int steps = 0;
};

Found search(const Path& path, BitRate first) {
  RateSearch rates(first);
  Found found;
  while (const auto offered = rates.next()) {
    if (++found.steps > 100) break;
    model::RateStep step = tried(path, *offered);
    rates.took(step);
  }
  found.best = rates.best();
  return found;
}

TEST(RateSearchTest, BeginsWithTheFirstRateAndDoubles) {
  RateSearch rates(mbps(10));
  EXPECT_EQ(rates.next(), mbps(10));
  EXPECT_FALSE(rates.best());
  model::RateStep step = tried({1e9}, mbps(10));
  rates.took(step);
  EXPECT_TRUE(step.accepted);
  EXPECT_EQ(rates.next(), mbps(20));
  EXPECT_EQ(rates.best(), mbps(10));
}

TEST(RateSearchTest, FindsAPlantedCapacityWithinThreePercentInFewSteps) {
  for (std::uint64_t seed = 0; seed < 2000; ++seed) {
    std::mt19937_64 random(seed);
    const double capacity = std::pow(10, std::uniform_real_distribution(6.0, 11.0)(random));
    const auto found = search({capacity}, mbps(1));
    ASSERT_TRUE(found.best) << capacity;
    EXPECT_LE(in_bits(*found.best), capacity * 1.001 + 1) << capacity;
    EXPECT_GE(in_bits(*found.best), capacity * 0.97) << capacity;
    EXPECT_LE(found.steps, 25) << capacity;
  }
}

TEST(RateSearchTest, ACapacityFarBelowTheFirstRateIsFoundAsWell) {
  const auto found = search({0.7 * kMega}, mbps(100));
  EXPECT_NEAR(in_bits(found.best.value()), 0.7 * kMega, 0.7 * kMega * 0.03);
  EXPECT_LE(found.steps, 25);
}

TEST(RateSearchTest, EndsBelowWhatTheSenderReaches) {
  const auto found = search({1e12, 3.3e9}, mbps(10));
  EXPECT_LE(in_bits(found.best.value()) * 0.97, 3.3e9);
  EXPECT_GE(in_bits(found.best.value()), 3.3e9 * 0.97);
  EXPECT_LE(found.steps, 25);
}

TEST(RateSearchTest, APathThatLosesEverythingHasNoBestRateAndAnEnd) {
  const auto found = search({0}, mbps(10));
  EXPECT_FALSE(found.best);
  EXPECT_LE(found.steps, 25);
}

TEST(RateSearchTest, APathWithRandomLossAboveTheLimitHasNoBestRate) {
  EXPECT_FALSE(search({1e9, 1e15, 0.002}, mbps(10)).best);
  EXPECT_TRUE(search({1e9, 1e15, 0.0009}, mbps(10)).best);
}

TEST(RateSearchTest, AStepThatWasntMeasuredIsNotAccepted) {
  for (const std::optional<double> loss :
       {std::optional<double>(), std::optional(std::numeric_limits<double>::quiet_NaN()), std::optional(-1.0)}) {
    RateSearch rates(mbps(10));
    model::RateStep step = tried({1e9}, mbps(10));
    step.loss = loss;
    step.accepted = true;
    rates.took(step);
    EXPECT_FALSE(step.accepted);
    EXPECT_LT(rates.next().value(), mbps(10));
  }
}

TEST(RateSearchTest, ALittleLossOrAShortSenderIsBelievedOnlyTheSecondTime) {
  for (const Path& disturbed : {Path{1e9, 1e15, 0.008}, Path{1e9, 9e6}}) {
    RateSearch rates(mbps(10));
    model::RateStep step = tried(disturbed, mbps(10));
    rates.took(step);
    EXPECT_FALSE(step.accepted);
    EXPECT_EQ(rates.next(), mbps(10));
    RateSearch it_was_chance = rates;
    rates.took(step);
    EXPECT_EQ(rates.next(), mbps(5));
    step = tried({1e9}, mbps(10));
    it_was_chance.took(step);
    EXPECT_EQ(it_was_chance.next(), mbps(20));
  }
}

TEST(RateSearchTest, MuchLossIsBelievedAtOnce) {
  RateSearch rates(mbps(10));
  model::RateStep step = tried({9.8e6}, mbps(10));
  rates.took(step);
  EXPECT_EQ(rates.next(), mbps(5));
}

TEST(RateSearchTest, ARateThatTheFarEndCapsIsNotReached) {
  RateSearch rates(mbps(80));
  int steps = 0;
  while (const auto asked = rates.next()) {
    ASSERT_LE(++steps, 25);
    model::RateStep step = tried({1e9}, std::min(*asked, mbps(100)));
    rates.took(step);
  }
  EXPECT_NEAR(in_bits(rates.best().value()), 100 * kMega, 4 * kMega);
}

TEST(RateSearchTest, AbsurdFirstRatesAndPathsWithoutLimitComeToAnEnd) {
  for (const std::int64_t first : {std::numeric_limits<std::int64_t>::min(), std::int64_t{0}, std::int64_t{1},
                                   std::numeric_limits<std::int64_t>::max()}) {
    EXPECT_LE(search({1e18}, BitRate::bits_per_second(first)).steps, RateSearch::kMostSteps);
    EXPECT_LE(search({0}, BitRate::bits_per_second(first)).steps, RateSearch::kMostSteps);
  }
  EXPECT_EQ(search({1e18}, mbps(1)).best, RateSearch::kHighest);
}

TEST(RateSearchTest, WhatComesAfterTheEndChangesNothing) {
  RateSearch rates(RateSearch::kHighest);
  model::RateStep step = tried({1e18}, RateSearch::kHighest);
  rates.took(step);
  EXPECT_FALSE(rates.next());
  step.loss = 1;
  rates.took(step);
  EXPECT_FALSE(step.accepted);
  EXPECT_EQ(rates.best(), RateSearch::kHighest);
}

}  // namespace
}  // namespace ttcp::stats

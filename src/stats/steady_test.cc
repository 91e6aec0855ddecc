// SPDX-License-Identifier: MIT
#include "stats/steady.h"

#include <gtest/gtest.h>

#include <limits>

#include "stats/quantiles.h"
#include "stats/series_for_tests.h"

namespace ttcp::stats {
namespace {
using namespace tests;
using base::Bytes;
using base::Duration;
using model::Sample;

constexpr Duration kNoOmit{0};

bool known_at(const std::vector<Sample>& samples) { return is_known(samples, kNoOmit, {}); }

// Whether the rule would have stopped a test at any sample from 2 s on, and with which mean rate.
std::optional<double> stopped_with(const std::vector<Sample>& samples) {
  for (std::size_t n = 1; n <= samples.size(); ++n) {
    const std::span<const Sample> so_far(samples.data(), n);
    if (so_far.back().at >= 2s && is_known(so_far, kNoOmit, {})) return mean_rate(*steady_of(so_far, kNoOmit));
  }
  return std::nullopt;
}

TEST(SteadyTest, AConstantRateIsKnownAtTwoSecondsAtEitherSpacing) {
  for (const Duration spacing : {Duration(10ms), Duration(100ms)}) {
    const auto samples = constant(2s, spacing, 941.4 * kMega);
    EXPECT_TRUE(known_at(samples)) << spacing.count();
    const auto steady = steady_of(samples, kNoOmit).value();
    EXPECT_EQ(steady.start, 0s);
    EXPECT_EQ(steady.end, 2s - spacing);
    EXPECT_NEAR(mean_rate(steady), 941.4 * kMega, 100);
    EXPECT_LE(steady.low.value(), steady.high.value());
    EXPECT_TRUE(steady.settled);
  }
}

TEST(SteadyTest, ConfidenceCoversTheTrueMeanAboutNineteenTimesOfTwenty) {
  constexpr int kRuns = 2000;
  for (const double noise : {0.02, 0.1, 0.2}) {
    for (const Duration spacing : {Duration(10ms), Duration(100ms)}) {
      int covered = 0;
      for (std::uint64_t seed = 0; seed < kRuns; ++seed) {
        Noise random(seed, noise);
        const auto samples = sampled(50 * spacing, spacing, [&](double) { return 1e9 * random(); });
        const auto steady = steady_of(samples, kNoOmit).value();
        covered +=
            steady.low->in_bits_per_second() <= 1'000'000'000 && steady.high->in_bits_per_second() >= 1'000'000'000;
      }
      EXPECT_GT(covered, kRuns * 91 / 100) << noise << " " << spacing.count();
      EXPECT_LT(covered, kRuns * 97 / 100) << noise << " " << spacing.count();
    }
  }
}

TEST(SteadyTest, ASlowStartIsCutNearItsPlateau) {
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    Noise random(seed, 0.03);
    // Doubles every 100 ms from 1 Mbit/s; reaches 500 Mbit/s at 0.9 s.
    const auto samples =
        sampled(5s, 50ms, [&](double t) { return random() * std::min(500 * kMega, kMega * std::pow(2.0, t / 0.1)); });
    const auto steady = steady_of(samples, kNoOmit).value();
    EXPECT_GE(steady.start, 800ms) << seed;
    EXPECT_NEAR(mean_rate(steady), 500 * kMega, 500 * kMega * 0.02) << seed;
    const auto ramp = ramp_of(samples, steady).value();
    EXPECT_NEAR(static_cast<double>(base::in_seconds(ramp.to_90_percent)), 0.85, 0.2) << seed;
    EXPECT_EQ(ramp.length, steady.start);
  }
}

TEST(SteadyTest, ABurstOfATokenBucketIsCut) {
  const auto samples = sampled(2s, 10ms, [](double t) { return t < 0.055 ? 20e9 : 478.2 * kMega; });  // a full bucket
  const auto steady = steady_of(samples, kNoOmit).value();
  EXPECT_GE(steady.start, 50ms);
  EXPECT_NEAR(mean_rate(steady), 478.2 * kMega, 478.2 * kMega * 0.001);
  EXPECT_TRUE(known_at(samples));
}

TEST(SteadyTest, ARateThatKeepsRisingIsNeverKnown) {
  using Rate = std::function<double(double)>;
  const std::vector<Rate> rising{
      [](double t) { return 100 * kMega * (1 + 0.1 * t); },         // 10 % of the start in each second
      [](double t) { return 100 * kMega * (1 + 0.02 * t); },        //
      [](double t) { return kMega * std::pow(2.0, t); },            // slow start over a very long path
      [](double t) { return 10 * kMega * t * t * t; },              // cubic
      [](double t) { return 100 * kMega * std::sqrt(t); },          //
      [](double t) { return 100 * kMega * (1 + std::floor(t)); }};  // a step in each second
  for (std::size_t i = 0; i < rising.size(); ++i) {
    EXPECT_FALSE(stopped_with(sampled(10s, 100ms, rising[i]))) << i;
    EXPECT_FALSE(stopped_with(sampled(10s, 10ms, rising[i]))) << i;
  }
}

TEST(SteadyTest, ARateThatKeepsRisingIsSeldomKnownUnderNoise) {
  int known = 0;
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    Noise random(seed, 0.02);
    known += stopped_with(sampled(10s, 100ms, [&](double t) {
               return random() * 100 * kMega * (1 + 0.05 * t);
             })).has_value();
  }
  EXPECT_LE(known, 5);
}

TEST(SteadyTest, WhereTheRuleStopsUnderNoiseTheMeanIsWithinItsTwoPercent) {
  int stopped = 0, within = 0;
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    Noise random(seed, 0.04);
    const auto mean = stopped_with(sampled(10s, 100ms, [&](double) { return random() * 1e9; }));
    if (!mean) continue;
    ++stopped;
    within += std::fabs(*mean - 1e9) < 0.02e9;
  }
  EXPECT_GT(stopped, 290);
  EXPECT_GT(within, stopped * 93 / 100);
}

TEST(SteadyTest, NoiseOfLoopbackAveragesOut) {
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    Noise random(seed, 0.2);
    const auto samples = sampled(10s, 10ms, [&](double) { return random() * 26e9; });
    const auto steady = steady_of(samples, kNoOmit).value();
    EXPECT_NEAR(mean_rate(steady), 26e9, 26e9 * 0.04) << seed;
    EXPECT_LT(steady.low.value(), steady.high.value());
    EXPECT_TRUE(stopped_with(samples)) << seed;
  }
}

TEST(SteadyTest, AHoleAndTheBurstThatFillsItAreNoNewPlateau) {
  const auto samples = sampled(10s, 100ms, [](double t) {
    if (t > 6.05 && t < 6.25) return 0.0;
    return t > 6.25 && t < 6.35 ? 300 * kMega : 100 * kMega;
  });
  const auto steady = steady_of(samples, kNoOmit).value();
  EXPECT_LE(steady.start, 5s);
  EXPECT_NEAR(mean_rate(steady), 100 * kMega, kMega);
}

TEST(SteadyTest, ATimerThatComesLateChangesNothing) {
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    std::mt19937_64 random(seed);
    std::vector<Sample> samples;
    for (Duration at = 100ms; at < 2200ms; at += 70ms + 1ms * static_cast<int>(random() % 90)) {
      samples.push_back({at, Bytes(at.count() / 80), {}, {}, {}});  // 100 Mbit/s
    }
    EXPECT_TRUE(known_at(samples)) << seed;
    EXPECT_NEAR(mean_rate(steady_of(samples, kNoOmit).value()), 100 * kMega, 100) << seed;
  }
}

TEST(SteadyTest, TheWaitForTheFirstByteIsNoPartOfIt) {
  for (const Duration first : {Duration(1ms), Duration(63ms), Duration(700ms)}) {
    std::vector<Sample> samples{{first / 2, Bytes(0), {}, {}, {}}, {first, Bytes(0), {}, {}, {}}};
    for (Duration at = 100ms; at < 3s; at += 100ms) {
      if (at > first) samples.push_back({at, Bytes((at - first).count() / 80), {}, {}, {}});  // 100 Mbit/s
    }
    const auto steady = steady_of(samples, kNoOmit).value();
    EXPECT_EQ(steady.start, first);
    EXPECT_NEAR(mean_rate(steady), 100 * kMega, 100);
    EXPECT_TRUE(steady.settled);
  }
}

TEST(SteadyTest, NothingBeforeOmitIsSteady) {
  const auto samples = constant(5s, 100ms, 100 * kMega);
  EXPECT_EQ(steady_of(samples, 1250ms).value().start, 1300ms);
  EXPECT_FALSE(steady_of(samples, 4800ms));
  EXPECT_FALSE(steady_of(samples, 1h));
}

TEST(SteadyTest, AStallAtTheEndIsNotSteady) {
  auto samples = constant(3s, 100ms, 100 * kMega);
  for (int i = 0; i < 20; ++i) samples.push_back({samples.back().at + 100ms, samples.back().bytes, {}, {}, {}});
  const auto steady = steady_of(samples, kNoOmit).value();
  EXPECT_EQ(steady.end, 2900ms);
  EXPECT_NEAR(mean_rate(steady), 100 * kMega, kMega / 100);
}

TEST(SteadyTest, WhereTheTransferEndedBetweenTwoSamplesThatPartIsLeftOut) {
  auto samples = constant(2s, 100ms, 100 * kMega);
  samples.push_back({2100ms, samples.back().bytes + Bytes(10), {}, {}, {}});
  const auto steady = steady_of(samples, kNoOmit).value();
  EXPECT_EQ(steady.end, 2s);
  EXPECT_NEAR(mean_rate(steady), 100 * kMega, kMega / 100);
}

TEST(SteadyTest, FewSamplesGiveNoSteadyPartAndFewMoreGiveNoConfidence) {
  EXPECT_FALSE(steady_of({}, kNoOmit));
  EXPECT_FALSE(steady_of(constant(10ms, 10ms, 1e9), kNoOmit));
  EXPECT_FALSE(steady_of(constant(50ms, 10ms, 1e9), kNoOmit));
  const auto steady = steady_of(constant(80ms, 10ms, 1e9), kNoOmit).value();
  EXPECT_FALSE(steady.low);
  EXPECT_FALSE(steady.high);
  EXPECT_FALSE(steady.settled);
  EXPECT_TRUE(steady_of(constant(200ms, 10ms, 1e9), kNoOmit).value().low);
}

TEST(SteadyTest, WhereNothingCameNothingIsSteady) {
  EXPECT_FALSE(steady_of(constant(10s, 100ms, 0), kNoOmit));
  EXPECT_FALSE(known_at(constant(10s, 100ms, 0)));
}

TEST(SteadyTest, EqualTimesAreOneMoment) {
  EXPECT_FALSE(steady_of(std::vector<Sample>(1000, Sample{1s, Bytes(5), {}, {}, {}}), kNoOmit));
  auto twice = constant(2s, 10ms, 1e9);
  const auto once = steady_of(twice, kNoOmit);
  std::vector<Sample> doubled;
  for (const Sample& sample : twice) doubled.insert(doubled.end(), 2, sample);
  EXPECT_EQ(steady_of(doubled, kNoOmit), once);
}

// What a far end may send instead of samples.
std::vector<Sample> garbage(std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::vector<Sample> samples;
  const bool wild = seed % 2 == 0;
  for (std::uint64_t n = random() % 200; n-- > 0;) {
    const auto at = static_cast<std::int64_t>(random() >> (wild ? random() % 64 : 40));
    const auto bytes = static_cast<std::int64_t>(random() >> (wild ? random() % 64 : 30));
    samples.push_back({Duration(at), Bytes(bytes), {}, {}, {}});
  }
  if (seed % 3 == 0) std::sort(samples.begin(), samples.end(), [](auto& a, auto& b) { return a.at < b.at; });
  if (seed % 9 == 0) {
    for (std::size_t i = 1; i < samples.size(); ++i)
      samples[i].bytes = std::max(samples[i].bytes, samples[i - 1].bytes);
  }
  return samples;
}

TEST(SteadyTest, GarbageNeverGivesANegativeOrImpossibleNumber) {
  int found = 0;
  for (std::uint64_t seed = 0; seed < 20000; ++seed) {
    const auto samples = garbage(seed);
    const auto steady = steady_of(samples, Duration(static_cast<std::int64_t>(seed) - 1000));
    if (!steady) continue;
    ++found;
    EXPECT_GE(steady->start, 0s);
    EXPECT_GT(steady->end, steady->start);
    EXPECT_GT(steady->bytes, Bytes(0));
    EXPECT_EQ(steady->low.has_value(), steady->high.has_value());
    if (steady->low) {
      EXPECT_GE(steady->low->in_bits_per_second(), 0);
      EXPECT_LE(*steady->low, *steady->high);
    }
    const auto ramp = ramp_of(samples, *steady).value();
    EXPECT_GE(ramp.to_90_percent, 0s);
    EXPECT_LE(ramp.to_90_percent, ramp.length);
    EXPECT_GE(ramp.bytes, Bytes(0));
  }
  EXPECT_GT(found, 100);
}

TEST(KnownTest, WaitsForTheLatencyIfItIsProbed) {
  const auto samples = constant(3s, 100ms, 1e8);
  EXPECT_TRUE(is_known(samples, kNoOmit, {}));
  EXPECT_FALSE(is_known(samples, kNoOmit, std::vector<Duration>(30, 5ms)));
  EXPECT_TRUE(is_known(samples, kNoOmit, std::vector<Duration>(150, 5ms)));
}

TEST(KnownTest, APlateauMustTakeHalfOfTheTime) {
  const auto samples = sampled(3s, 10ms, [](double t) { return t < 1.8 ? 10 * kMega : 100 * kMega; });
  EXPECT_EQ(steady_of(samples, kNoOmit).value().settled, false);
  EXPECT_NEAR(mean_rate(*steady_of(samples, kNoOmit)), 100 * kMega, 2 * kMega);
  EXPECT_FALSE(known_at(samples));
}

TEST(RampTest, ARateThatIsThereAtOnceHasNone) {
  const auto samples = constant(2s, 10ms, 1e9);
  EXPECT_EQ(ramp_of(samples, *steady_of(samples, kNoOmit)), (Ramp{0s, Bytes(0), 0s}));
}

TEST(RampTest, CountsWhatCameBeforeTheSteadyPart) {
  const auto samples = sampled(4s, 100ms, [](double t) { return t < 0.95 ? 10 * kMega : 100 * kMega; });
  const auto steady = steady_of(samples, kNoOmit).value();
  const auto ramp = ramp_of(samples, steady).value();
  EXPECT_EQ(ramp.to_90_percent, 900ms);
  EXPECT_EQ(ramp.length, 900ms);
  EXPECT_EQ(ramp.bytes, Bytes(1'125'000));
}

TEST(RampTest, SamplesThatDontReachTheSteadyPartHaveNone) {
  EXPECT_FALSE(ramp_of({}, model::Steady{1s, 2s, Bytes(5), {}, {}, false}));
  EXPECT_FALSE(ramp_of(constant(500ms, 10ms, 1e9), model::Steady{1s, 2s, Bytes(5), {}, {}, false}));
  EXPECT_FALSE(ramp_of(constant(5s, 10ms, 1e9), model::Steady{2s, 1s, Bytes(5), {}, {}, false}));
}

}  // namespace
}  // namespace ttcp::stats

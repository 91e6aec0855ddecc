// SPDX-License-Identifier: MIT
#include "stats/goodput.h"

#include <gtest/gtest.h>

#include <limits>

#include "stats/series_for_tests.h"
#include "stats/steady.h"

namespace ttcp::stats {
namespace {
using namespace tests;
using base::BitRate;
using base::Bytes;
using base::Duration;

constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();

model::FlowView flow(std::int64_t bytes, std::optional<Duration> first = {}, std::optional<Duration> last = {}) {
  model::FlowView view;
  view.bytes = Bytes(bytes);
  view.first_byte_after = first;
  view.last_byte_after = last;
  return view;
}

model::DirectionRecord received(std::vector<model::FlowView> flows) {
  model::DirectionRecord record;
  record.receiver = model::EndView{};
  record.receiver->flows = std::move(flows);
  return record;
}

std::optional<BitRate> bits(std::int64_t n) { return BitRate::bits_per_second(n); }

TEST(GoodputTest, AViewThatNeverCameIsUnknownAndNotZero) {
  const model::DirectionRecord record;
  EXPECT_FALSE(received_bytes(record));
  EXPECT_FALSE(sent_bytes(record));
  EXPECT_FALSE(span_of(record));
  EXPECT_FALSE(mean_of(record));
  EXPECT_FALSE(goodput_of(record));
  EXPECT_FALSE(datagrams_of(record));
}

TEST(GoodputTest, BytesAreSummedOverTheFlowsOfEachEnd) {
  auto record = received({flow(3), flow(4)});
  record.sender = model::EndView{};
  record.sender->flows = {flow(5), flow(6)};
  EXPECT_EQ(received_bytes(record), Bytes(7));
  EXPECT_EQ(sent_bytes(record), Bytes(11));
}

TEST(GoodputTest, TheSpanIsFromTheFirstByteOfAllFlowsToTheLastOfAll) {
  const auto record = received({flow(1000, 1s, 2s), flow(1000, 500ms, 1500ms), flow(0)});
  EXPECT_EQ(span_of(record), 1500ms);
  EXPECT_EQ(mean_of(record), bits(10667));
}

TEST(GoodputTest, OneArrivalOrLessThanAMillisecondIsNoRate) {
  EXPECT_FALSE(span_of(received({flow(1000, 1s, 1s)})));
  EXPECT_FALSE(mean_of(received({flow(1000, 1s, 1s + 999us)})));
  EXPECT_TRUE(mean_of(received({flow(1000, 1s, 1s + 1ms)})));
  EXPECT_FALSE(mean_of(received({flow(0, 1s, 2s)})));
}

TEST(GoodputTest, MomentsThatCantBeAreLeftOut) {
  EXPECT_FALSE(span_of(received({flow(1000, 2s, 1s), flow(1000, -1s, 1s), flow(1000, 1s, {})})));
  EXPECT_EQ(span_of(received({flow(1000, Duration::min(), Duration::max()), flow(1, 1s, 2s)})), 1s);
}

TEST(GoodputTest, TheSteadyPartIsTheNumberAndTheMeanTakesItsPlace) {
  auto record = received({flow(1'000'000, 0s, 1s)});
  EXPECT_EQ(goodput_of(record), bits(8'000'000));
  record.steady = model::Steady{500ms, 1s, Bytes(1'000'000), {}, {}, false};
  EXPECT_EQ(goodput_of(record), bits(16'000'000));
  EXPECT_EQ(mean_of(record), bits(8'000'000));
}

TEST(GoodputTest, ASteadyPartThatCantBeIsNotBelieved) {
  auto record = received({flow(1'000'000, 0s, 1s)});
  for (const auto& steady :
       {model::Steady{1s, 1s, Bytes(5), {}, {}, false}, model::Steady{2s, 1s, Bytes(5), {}, {}, false},
        model::Steady{Duration::min(), Duration::max(), Bytes(5), {}, {}, false},
        model::Steady{0s, 1s, Bytes(-5), {}, {}, false}}) {
    record.steady = steady;
    EXPECT_EQ(goodput_of(record), bits(8'000'000));
  }
}

TEST(GoodputTest, SumsAndRatesOfAbsurdBytesStayInRange) {
  const auto record = received({flow(kMost, 0s, 1ms), flow(kMost, 0s, 1ms)});
  EXPECT_EQ(received_bytes(record), Bytes(kMost));
  EXPECT_EQ(mean_of(record), bits(kMost));
  EXPECT_FALSE(mean_of(received({flow(-5, 0s, 1s)})));
}

// A path that lets a full bucket through at line rate and then keeps to its rate, with a little noise; measured as a
// receiver does, at 2 s.
TEST(GoodputTest, BehindATokenBucketItIsWithinOnePercentOfTheTruth) {
  for (std::uint64_t seed = 0; seed < 400; ++seed) {
    std::mt19937_64 random(seed);
    const double truth = std::pow(10, std::uniform_real_distribution(6.0, 10.0)(random));
    const double bucket = truth * std::uniform_real_distribution(0.0, 0.3)(random);  // bits
    const Duration spacing = seed % 2 == 0 ? 10ms : 100ms;
    const double until = bucket / (9 * truth);  // at ten times the rate
    Noise noise(seed, 0.01);
    const auto samples = sampled(2s + spacing, spacing, [&](double t) {
      const double step = static_cast<double>(base::in_seconds(spacing));
      const double fast = std::clamp((until - (t - step)) / step, 0.0, 1.0);
      return truth * (1 + 9 * fast) * noise();
    });
    auto record = received({flow(samples.back().bytes.count(), 0s, samples.back().at)});
    record.receiver->samples = samples;
    record.steady = steady_of(samples, 0s);
    ASSERT_TRUE(record.steady) << seed;
    const auto goodput = static_cast<double>(goodput_of(record).value().in_bits_per_second());
    EXPECT_NEAR(goodput, truth, truth * 0.01) << seed;
  }
}

TEST(DatagramsTest, CountsAreSummedAndTheWorstFlowTellsJitterAndRise) {
  auto record = received({flow(1), flow(2), flow(3)});
  record.receiver->flows[0].udp = model::UdpCount{10, 9, 1, 2, 3, 5ms, 1ms};
  record.receiver->flows[1].udp = model::UdpCount{20, 18, 2, 0, 0, 4ms, 7ms};
  EXPECT_EQ(datagrams_of(record), (model::UdpCount{30, 27, 3, 2, 3, 5ms, 7ms}));
}

TEST(DatagramsTest, WithoutOneFlowsLossTheSumIsUnknown) {
  auto record = received({flow(1), flow(2)});
  record.receiver->flows[0].udp = model::UdpCount{10, 9, 1, 0, 0, {}, {}};
  record.receiver->flows[1].udp = model::UdpCount{{}, 18, {}, 0, 0, 4ms, {}};
  EXPECT_EQ(datagrams_of(record), (model::UdpCount{{}, 27, {}, 0, 0, 4ms, {}}));
}

}  // namespace
}  // namespace ttcp::stats

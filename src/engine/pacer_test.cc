// SPDX-License-Identifier: MIT
// The schedule of paced payload against simulated clocks: on time, late, and after a standstill.
#include "engine/pacer.h"

#include <gtest/gtest.h>

#include <random>
#include <utility>
#include <vector>

namespace ttcp::engine {
namespace {
using namespace std::chrono_literals;
using base::BitRate;
using base::Bytes;
using base::Duration;
using base::TimePoint;

const TimePoint kStart(1000s);

BitRate megabits(std::int64_t n) { return BitRate::bits_per_second(n * 1'000'000); }

struct Sent {
  Duration at;  // since the start
  Bytes bytes;
};

// Sends pieces of `size` for `length`; each wake-up comes `late()` after the moment that was asked for.
template <class Late>
std::vector<Sent> simulate(BitRate rate, Bytes size, Duration length, Late late) {
  std::vector<Sent> sent;
  Pacer pacer(rate, kStart);
  for (TimePoint now = kStart; now < kStart + length;) {
    if (now < pacer.next()) {
      now = pacer.next() + late();
      continue;
    }
    sent.push_back({now - kStart, size});
    pacer.took(size, now);
    now += 1us;
  }
  return sent;
}

Bytes total(const std::vector<Sent>& sent) {
  Bytes sum;
  for (const auto& piece : sent) sum += piece.bytes;
  return sum;
}

// The most in any window of `length` that begins with a piece.
Bytes most_in(const std::vector<Sent>& sent, Duration length) {
  Bytes most, within;
  std::size_t first = 0;
  for (const auto& piece : sent) {
    within += piece.bytes;
    while (piece.at - sent[first].at >= length) within = within - sent[first++].bytes;
    most = std::max(most, within);
  }
  return most;
}

TEST(PacerTest, AnHourAtTenMegabitsHasNoDrift) {
  const auto sent = simulate(megabits(10), Bytes(1472), 1h, [] { return 0ns; });
  // 4.5e9 bytes are 3057065.2 datagrams, and the last one may have begun.
  EXPECT_EQ(sent.size(), 3'057'066u);
}

TEST(PacerTest, WakeUpsThatAreAlwaysLateCostNoRate) {
  for (const Duration late : {60us, 500us, 1900us}) {
    const auto sent = simulate(megabits(1000), Bytes(31250), 10s, [late] { return late; });
    const auto missing = Bytes(1'250'000'000) - total(sent);
    EXPECT_LE(missing.count(), 125'000 * 3) << late.count();  // no more than the last wake-up's lateness
  }
}

TEST(PacerTest, AWakeUpTakenAtTheVeryMomentIsInTime) {
  Pacer pacer(megabits(8), kStart);
  EXPECT_EQ(pacer.next(), kStart);
  pacer.took(Bytes(1000), kStart);
  EXPECT_EQ(pacer.next(), kStart + 1ms);
  pacer.took(Bytes(1000), kStart + 1ms);
  EXPECT_EQ(pacer.next(), kStart + 2ms);
}

TEST(PacerTest, NoTenMillisecondsSeeOneAndAHalfTimesTheRateHoweverLateTheHost) {
  std::mt19937 random(1);
  for (const std::int64_t rate : {20, 100, 1000, 10'000}) {
    const Bytes bucket(rate * 1'000'000 / 8 / 100);
    const Bytes piece(bucket.count() / 10);
    std::uniform_int_distribution<int> usual(0, 300), standstill(0, 99);
    const auto late = [&] {
      return Duration(std::chrono::microseconds(usual(random))) + (standstill(random) == 0 ? 37ms : 0ms);
    };
    const auto sent = simulate(megabits(rate), piece, 5s, late);
    EXPECT_LT(most_in(sent, 10ms).count(), bucket.count() * 3 / 2) << rate;
  }
}

TEST(PacerTest, ALargerSlackAllowsItsOwnBurstAndNoMore) {
  Pacer pacer(megabits(8), kStart);
  pacer.set_slack(8500us);
  const auto late = kStart + 50ms;
  int burst = 0;
  for (; pacer.next() <= late; ++burst) pacer.took(Bytes(1000), late);
  EXPECT_EQ(burst, 10);  // 9/8 of it, and one piece: less than eleven
}

TEST(PacerTest, AStandstillOfLessThanAHundredMillisecondsIsMadeGoodAtNineEighths) {
  bool stood = false;
  const auto once = [&stood] { return std::exchange(stood, true) ? Duration(0) : Duration(80ms); };
  const auto sent = simulate(megabits(100), Bytes(12500), 2s, once);
  EXPECT_EQ(total(sent), Bytes(25'000'000));
  EXPECT_LT(most_in(sent, 100ms).count(), 1'250'000 * 9 / 8 + 4 * 12'500);
}

TEST(PacerTest, OfALongerStandstillOnlyAHundredMillisecondsAreMadeGood) {
  bool stood = false;
  const auto once = [&stood] { return std::exchange(stood, true) ? Duration(0) : Duration(1s); };
  const auto sent = simulate(megabits(100), Bytes(12500), 3s, once);
  const auto missing = Bytes(37'500'000) - total(sent);
  EXPECT_NEAR(static_cast<double>(missing.count()), 0.9 * 12'500'000, 2 * 12'500);
}

TEST(PacerTest, ALargeTotalAtALargeRateStaysExact) {
  Pacer pacer(megabits(400'000), kStart);
  const Bytes day(std::int64_t{86'400} * 50'000'000'000);
  pacer.took(day, kStart);
  EXPECT_EQ(pacer.next(), kStart + 24h);
}

TEST(PieceTest, HasAMillisecondOfTheRateButAtLeastASegmentAndAtMostTheBlock) {
  EXPECT_EQ(paced_write(megabits(100), 131'072), 12'500u);
  EXPECT_EQ(paced_write(megabits(1), 131'072), 1448u);
  EXPECT_EQ(paced_write(megabits(1), 100), 100u);
  EXPECT_EQ(paced_write(megabits(100'000), 131'072), 131'072u);
}

TEST(PieceTest, HoldsOneDatagramAtLeastAndTheBatchAtMost) {
  EXPECT_EQ(pieces_in(250us, megabits(1), Bytes(1472), 64), 1);
  EXPECT_EQ(pieces_in(250us, megabits(1000), Bytes(1472), 64), 21);
  EXPECT_EQ(pieces_in(250us, megabits(100'000), Bytes(1472), 64), 64);
}

}  // namespace
}  // namespace ttcp::engine

// SPDX-License-Identifier: MIT
#include "engine/arrival_stamps.h"

#include <gtest/gtest.h>

namespace ttcp::engine {
namespace {
using namespace std::chrono_literals;

constexpr base::Duration kAhead = 1'700'000'000s;  // of the wall clock

ClockReading reading(base::Duration at, base::Duration took, base::Duration ahead = kAhead) {
  return {at, at + took / 2 + ahead, at + took};
}

TEST(ArrivalStampsTest, WallTimesBecomeMonotonicOnes) {
  ArrivalStamps stamps;
  stamps.take(reading(100s, 100ns));
  EXPECT_EQ(stamps.monotonic(kAhead + 99s), 99s);
}

TEST(ArrivalStampsTest, NothingArrivesAfterItWasRead) {
  ArrivalStamps stamps;
  stamps.take(reading(100s, 100ns));
  EXPECT_EQ(stamps.monotonic(kAhead + 101s), 100s + 100ns);
}

TEST(ArrivalStampsTest, AReadingThatWasHeldUpDoesNotSpoilAGoodOne) {
  ArrivalStamps stamps;
  stamps.take(reading(100s, 100ns));
  ClockReading held_up = reading(101s, 100ns);
  held_up.after += 5ms;  // just after the wall clock was read: the middle is wrong by 2.5 ms
  stamps.take(held_up);
  EXPECT_EQ(stamps.monotonic(kAhead + 99s), 99s);
}

TEST(ArrivalStampsTest, AStepOfTheWallClockIsFollowedWithTheNextReadingEvenIfItWasHeldUp) {
  ArrivalStamps stamps;
  stamps.take(reading(100s, 100ns));
  stamps.take(reading(101s, 1ms, kAhead + 3600s));
  EXPECT_EQ(stamps.monotonic(kAhead + 3600s + 100s), 100s);
}

TEST(ArrivalStampsTest, TheClocksAreReadInOrder) {
  const auto clocks = read_clocks();
  EXPECT_LE(clocks.before, clocks.after);
  EXPECT_GT(clocks.wall, 0ns);
}

}  // namespace
}  // namespace ttcp::engine

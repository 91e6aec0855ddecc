// SPDX-License-Identifier: MIT
#include "engine/arrival_stamps.h"

#include <algorithm>

namespace ttcp::engine {
namespace {

// Both clocks are read in some 50 ns; more than this, and something else ran in between.
constexpr base::Duration kUndisturbed = std::chrono::microseconds(2);

base::Duration read_clock(clockid_t clock) {
  timespec time{};
  ::clock_gettime(clock, &time);
  return std::chrono::seconds(time.tv_sec) + std::chrono::nanoseconds(time.tv_nsec);
}

}  // namespace

ClockReading read_clocks() {
  ClockReading reading;
  reading.before = read_clock(CLOCK_MONOTONIC);
  reading.wall = read_clock(CLOCK_REALTIME);
  reading.after = read_clock(CLOCK_MONOTONIC);
  return reading;
}

void ArrivalStamps::take(const ClockReading& reading) {
  now_ = reading.after;
  const auto doubt = (reading.after - reading.before) / 2;
  const auto ahead = reading.wall - reading.before - doubt;
  const bool has_stepped = ahead_ && (ahead > *ahead_ + doubt + kUndisturbed || ahead < *ahead_ - doubt - kUndisturbed);
  if (!ahead_ || doubt * 2 <= kUndisturbed || has_stepped) ahead_ = ahead;
}

base::Duration ArrivalStamps::monotonic(base::Duration wall) const { return std::min(wall - *ahead_, now_); }

}  // namespace ttcp::engine

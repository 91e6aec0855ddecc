// SPDX-License-Identifier: MIT
// Wall-clock times of the kernel brought to the monotonic clock.
#pragma once

#include <ctime>
#include <optional>

#include "base/units.h"

namespace ttcp::engine {

// Both clocks, the wall's read between two readings of the monotonic one. Durations since each clock's epoch.
struct ClockReading {
  base::Duration before{0};
  base::Duration wall{0};
  base::Duration after{0};
};
ClockReading read_clocks();

class ArrivalStamps {
 public:
  // A reading in the midst of which the thread was held up says little: it replaces only one that was worse, or one
  // that the wall clock has left by more than the doubt.
  void take(const ClockReading& reading);
  // REQUIRES: take() was called. Never later than the last reading.
  base::Duration monotonic(base::Duration wall) const;

 private:
  std::optional<base::Duration> ahead_;  // the wall clock's epoch of the monotonic clock's
  base::Duration now_{0};
};

}  // namespace ttcp::engine

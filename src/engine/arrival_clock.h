// SPDX-License-Identifier: MIT
// When a receiver's first and last payload came, without a clock call per read.
#pragma once

#include <cstdint>

#include "base/units.h"
#include "engine/order.h"

namespace ttcp::engine {

// Exact to one read: the queue ran dry just after the last payload was taken. What came in a single read has no
// duration.
class ArrivalClock {
 public:
  explicit ArrivalClock(Outcome& outcome) : outcome_(outcome) {}

  // After each read that returned payload.
  void took() {
    if (reads_++ == 0) outcome_.first_byte = base::now();
    fresh_ = true;
  }
  // Before each wait, and at the end.
  void ran_dry(base::TimePoint when) {
    if (fresh_) outcome_.last_byte = reads_ == 1 ? *outcome_.first_byte : when;
    fresh_ = false;
  }

 private:
  Outcome& outcome_;  // outlives this
  std::int64_t reads_ = 0;
  bool fresh_ = false;  // payload has come since the queue last ran dry
};

}  // namespace ttcp::engine

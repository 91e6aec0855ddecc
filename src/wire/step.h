// SPDX-License-Identifier: MIT
// The vocabulary between a protocol machine and the loop that drives it (session/drive.h). A machine has no socket,
// clock or thread: it is told what happened and when, and answers with what to do next.
#pragma once

#include <optional>
#include <string>

#include "base/error.h"
#include "base/units.h"

namespace ttcp::wire {

// Outcome: what the machine is for, such as an agreed request.
template <class Outcome>
struct Step {
  std::string send;                           // write all of this first
  std::optional<base::TimePoint> wake_at;     // then read, but call on_time() at this moment
  std::optional<base::Result<Outcome>> done;  // set exactly once; the machine is finished
};

}  // namespace ttcp::wire

// SPDX-License-Identifier: MIT
// A paced sender's wait for its turn.
#pragma once

#include <optional>

#include "engine/limit_meter.h"
#include "engine/order.h"
#include "engine/pacer.h"
#include "engine/waker.h"

namespace ttcp::engine {

// nullopt: the next piece may go; otherwise how the movement ends. Not one of Counters::waits: the socket was ready.
std::optional<End> wait_for_turn(const Pacer& pacer, const Waker& waker, const LimitMeter& meter);

}  // namespace ttcp::engine

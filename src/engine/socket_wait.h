// SPDX-License-Identifier: MIT
// A counted wait for a socket, and the classification of what a socket call said.
#pragma once

#include "engine/counters.h"
#include "engine/limit_meter.h"
#include "engine/order.h"
#include "engine/waker.h"

namespace ttcp::engine {

// Waits until `socket` is ready for `events`; counts the wait and its time. nullopt: ready; otherwise how the movement
// ends.
std::optional<End> wait_counted(const Waker& waker, int socket, short events, const LimitMeter& meter,
                                Counters& counters);

// An errno from send or recv as an Error: kind peer when it was the far end's doing (reset, gone, unreachable), else
// system.
base::Error io_error(int os_errno);

}  // namespace ttcp::engine

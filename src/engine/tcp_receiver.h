// SPDX-License-Identifier: MIT
// Empties one TCP connection. One I/O call is one read that returned bytes, plus the last, empty one.
#pragma once

#include <stop_token>

#include "engine/counters.h"
#include "engine/order.h"

namespace ttcp::engine {

// Threads: blocks the calling thread until the movement is over; counters may be read from any thread.
// After a silence of limits.patience the clock stops at the last byte. Discarded payload isn't copied out of the kernel
// (MSG_TRUNC, tcp(7)) unless it must be touched.
Outcome receive_tcp(const ReceiveOrder& order, Counters& counters, std::stop_token stop);

}  // namespace ttcp::engine

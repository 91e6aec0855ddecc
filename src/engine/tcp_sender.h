// SPDX-License-Identifier: MIT
// Fills one TCP connection from a Source. One I/O call is one buffer, however often the kernel took it in pieces,
// because that is what a blocking write(2) of the classic program counted. With a rate a buffer goes in pieces of 1 ms.
#pragma once

#include <stop_token>

#include "engine/counters.h"
#include "engine/order.h"

namespace ttcp::engine {

class Waker;

// Threads: blocks the calling thread until the movement is over; counters may be read from any thread. The clock stops
// after the last byte was handed to the kernel; then the connection is shut down for sending, and unless the movement
// was cut short the call waits until the far end has acknowledged everything (Outcome::acknowledged), so that lost
// bytes are never a success.
Outcome send_tcp(const SendOrder& order, Counters& counters, std::stop_token stop);

}  // namespace ttcp::engine

// SPDX-License-Identifier: MIT
// One datagram per block, with the markers that the order asks for around them.
#pragma once

#include <stop_token>

#include "engine/counters.h"
#include "engine/order.h"

namespace ttcp::engine {

// REQUIRES: order.socket is connected, so that "port unreachable" can be counted (Counters::refused); it ends nothing,
// as with the classic program. The clock covers the start marker, the payload and the end marker. One I/O call is one
// datagram, markers and retries after ENOBUFS included. A stop still sends the end markers with their pauses, so that
// the receiver knows. Threads: as send_tcp.
Outcome send_udp(const SendOrder& order, Counters& counters, std::stop_token stop);

}  // namespace ttcp::engine

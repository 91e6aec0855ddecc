// SPDX-License-Identifier: MIT
// Takes datagrams until the judge says that it was the last, or until it has been quiet for too long.
#pragma once

#include <stop_token>

#include "engine/counters.h"
#include "engine/order.h"

namespace ttcp::engine {

// The clock starts with the start marker, or where that was lost with the first payload datagram; after a silence of
// limits.patience it stops at the last datagram (Outcome::ended) with End::timed_out. One I/O call is one datagram.
// Payload is counted by the datagram's own length even when it is longer than the buffer, except where it is written
// out: there only what was written counts, and Outcome::cut_datagrams tells how many were cut. Threads: as receive_tcp.
Outcome receive_udp(const ReceiveOrder& order, Counters& counters, std::stop_token stop);

}  // namespace ttcp::engine

// SPDX-License-Identifier: MIT
// Datagrams taken many per call, heads only, each with the time at which the kernel got it.
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <stop_token>

#include "engine/counters.h"
#include "engine/order.h"

namespace ttcp::engine {

struct DatagramReceiveOrder {
  int socket = -1;  // UDP, bound, non-blocking; lent for the run
  Limits limits;    // `buffers` are datagrams; what had been read beyond a count is forgotten
  ClockHooks clock;
  // False: not ours, not counted. `head`: at most the first 64 of the datagram's `length` bytes. `arrived_at`: on
  // base::now()'s clock, since its epoch. Called on the engine thread; must not allocate.
  std::function<bool(std::span<const std::byte> head, std::size_t length, base::Duration arrived_at)> judge;
};

// Blocks the calling thread until a limit or a stop. Then, unless a count is used up, the socket is still emptied, for
// at most 100 ms, so that only the path and the queues lose. The clock runs from the call on. Arrival times are the
// kernel's (SO_TIMESTAMPNS, socket(7)), brought from the wall clock to the monotonic one batch by batch, so that a step
// of the wall clock spoils one batch at most; without them, the moment at which the batch was read (net/options.h,
// ask_for_arrival_times). Outcome::first_byte and last_byte are the first and the latest of ours. Counters: `datagrams`
// and `bytes` are ours; `calls` are system calls; `overflowed`, set at the end, is what the kernel dropped meanwhile
// because this socket's queue was full; `refused` are errors that an earlier datagram of this socket met, and end
// nothing. Silence ends it only by Limits::patience (End::timed_out), which others' datagrams renew.
Outcome receive_datagrams(const DatagramReceiveOrder& order, Counters& counters, std::stop_token stop);

}  // namespace ttcp::engine

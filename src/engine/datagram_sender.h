// SPDX-License-Identifier: MIT
// Numbered datagrams, many per call, at a held rate or as fast as the socket takes them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <stop_token>

#include "engine/counters.h"
#include "engine/order.h"

namespace ttcp::engine {

struct DatagramSendOrder {
  int socket = -1;             // UDP, connected, non-blocking; lent for the run
  std::span<std::byte> block;  // one datagram's payload, not empty; copied when the run begins
  Limits limits;               // `buffers` are datagrams; `bytes` may cut the last one
  ClockHooks clock;
  std::optional<base::BitRate> rate;  // of payload; > 0
  // Writes what is this datagram's own into its head, just before it goes. Sequences count from 0 without a gap; one
  // that the kernel didn't take is stamped again. Called on the engine thread; must not allocate.
  std::function<void(std::span<std::byte> datagram, std::uint64_t sequence, base::TimePoint now)> stamp;
};

// Blocks the calling thread until the movement is over; a stop ends it at once. The clock covers all of it. With a rate
// at most 64 datagrams or 250 us' worth go at once, never less than one, on Pacer's schedule with a slack of 64
// datagrams (2 to 8 ms); no drift. From 2 Gbit/s, and without a rate, the kernel cuts the batch into datagrams
// (UDP_SEGMENT) where it can: one call's cost per batch, at the price that devices and queues on this host see a batch
// as one packet. Counters: `datagrams` and `bytes` are those that the kernel took; `calls` are system calls; `refused`
// are calls that answered "port unreachable" for an earlier datagram, at least, and end nothing. A full device queue
// (ENOBUFS) is waited for.
Outcome send_datagrams(const DatagramSendOrder& order, Counters& counters, std::stop_token stop);

}  // namespace ttcp::engine

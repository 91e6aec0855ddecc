// SPDX-License-Identifier: MIT
// What an engine thread shares with the thread that watches it. One writer (the engine thread), any number of readers;
// relaxed everywhere, because a reader only needs some recent value of each.
#pragma once

#include <atomic>
#include <cstdint>

#include "base/units.h"

namespace ttcp::engine {

// A number with a single writer: plain load and store, no locked instruction on the hot path.
class Counter {
 public:
  void add(std::int64_t n) { value_.store(value_.load(std::memory_order_relaxed) + n, std::memory_order_relaxed); }
  void set(std::int64_t n) { value_.store(n, std::memory_order_relaxed); }
  std::int64_t get() const { return value_.load(std::memory_order_relaxed); }

 private:
  std::atomic<std::int64_t> value_{0};
};

struct alignas(64) Counters {
  Counter bytes;       // payload accepted by, or read from, the kernel
  Counter calls;       // I/O calls as classic ttcp counts them
  Counter waits;       // times the socket made the thread wait
  Counter waited_ns;   // in all those waits
  Counter refused;     // UDP sends answered by "port unreachable"
  Counter datagrams;   // datagram_sender and datagram_receiver: taken by, or read from, the kernel
  Counter overflowed;  // datagram_receiver, once it is over: dropped because the socket's queue was full
};

}  // namespace ttcp::engine

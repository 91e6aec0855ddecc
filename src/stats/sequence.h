// SPDX-License-Identifier: MIT
// What became of one flow's datagrams, as its receiver sees them arrive.
#pragma once

#include <bitset>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>

#include "base/units.h"
#include "model/test_record.h"

namespace ttcp::stats {

// Counts loss, reordering (RFC 4737, type-P-reordered), duplicates, jitter (RFC 3550, 6.4.1) and how far the one-way
// delay rises above its smallest. The two clocks need nothing in common but their pace: only differences count. Any
// number and any time may arrive: every count stays between 0 and the number of calls, and
// received + duplicated is that number.
// Memory is taken once, at construction (about 40 KiB). Threads: one at a time. Movable.
class SequenceTracker {
 public:
  SequenceTracker();

  // One datagram; the first of all has the number 0. Neither allocates nor throws.
  // A number is remembered for as long as fewer than kWindow higher ones lie above it; one that comes later still
  // counts as late and new, because nobody knows any more whether it is a duplicate.
  void took(std::uint64_t sequence, base::Duration sent_at, base::Duration arrived_at) noexcept;

  // `sent`: how many the sender sent; absent or negative: it hasn't said.
  model::UdpCount count(std::optional<std::int64_t> sent) const;

  static constexpr std::uint64_t kWindow = 65536;

 private:
  // Delays against a reference, on both sides of it, in cells whose width grows with the distance: to 64 ns within 16
  // us, to 0.8 % beyond.
  static constexpr std::size_t kCells = 4096;  // of each side
  struct Memory {
    std::bitset<kWindow> seen;  // sequence mod kWindow, for the window that ends at highest_
    std::uint32_t cells[2 * kCells] = {};
  };

  enum class Place { first, next, late, again };
  Place place_of(std::uint64_t sequence) noexcept;
  void forget_up_to(std::uint64_t sequence) noexcept;
  void time(base::Duration sent_at, base::Duration arrived_at) noexcept;
  std::optional<base::Duration> rise_p95() const;

  std::unique_ptr<Memory> memory_;
  std::uint64_t highest_ = 0;  // of all so far
  std::int64_t received_ = 0, reordered_ = 0, duplicated_ = 0;
  long double jitter_ = 0;     // ns
  long double delay_ = 0;      // ns, the newest; of no meaning but against another one
  long double reference_ = 0;  // the first delay
  long double smallest_ = 0;   // delay
};

}  // namespace ttcp::stats

// SPDX-License-Identifier: MIT
// How much of a movement's limits is left. Reads the clock seldom: once per 64 KiB or 64 buffers, whichever comes
// first.
#pragma once

#include <algorithm>
#include <cstddef>
#include <optional>

#include "base/units.h"
#include "engine/order.h"

namespace ttcp::engine {

class LimitMeter {
 public:
  LimitMeter(const Limits& limits, base::TimePoint started) : limits_(limits), started_(started) {}

  // How many bytes the next buffer may hold, at most `block`; nullopt: a count is used up.
  std::optional<std::size_t> next(std::size_t block) const {
    if (limits_.buffers && buffers_ >= *limits_.buffers) return std::nullopt;
    if (!limits_.bytes) return block;
    const std::int64_t left = limits_.bytes->count() - bytes_;
    if (left <= 0) return std::nullopt;
    const auto rest = static_cast<std::size_t>(left);
    const bool leaves_too_little = rest > block && rest - block < limits_.smallest_rest;
    if (leaves_too_little && block >= 2 * limits_.smallest_rest) return block - limits_.smallest_rest;
    return std::min(block, rest);
  }
  void took(std::size_t bytes) {
    bytes_ += static_cast<std::int64_t>(bytes);
    ++buffers_;
    unread_bytes_ += bytes;
    ++unread_buffers_;
  }
  bool time_is_up() {
    if (!limits_.time || (unread_bytes_ < kBytesPerClock && unread_buffers_ < kBuffersPerClock)) return false;
    unread_bytes_ = 0;
    unread_buffers_ = 0;
    return base::now() >= *time_limit();
  }
  std::optional<base::TimePoint> time_limit() const {
    if (!limits_.time) return std::nullopt;
    return started_ + *limits_.time;
  }
  // When a wait that begins at `now` must end.
  std::optional<base::TimePoint> wait_deadline(base::TimePoint now) const {
    auto deadline = time_limit();
    if (limits_.patience) deadline = std::min(deadline.value_or(base::TimePoint::max()), now + *limits_.patience);
    return deadline;
  }
  // Which limit a wait that ended at `now` by its deadline has met.
  End end_of_wait(base::TimePoint now) const {
    const auto limit = time_limit();
    return limit && now >= *limit ? End::finished : End::timed_out;
  }

 private:
  static constexpr std::size_t kBytesPerClock = 65536;
  static constexpr std::size_t kBuffersPerClock = 64;
  Limits limits_;
  base::TimePoint started_;
  std::int64_t bytes_ = 0;
  std::int64_t buffers_ = 0;
  std::size_t unread_bytes_ = 0;
  std::size_t unread_buffers_ = 0;
};

}  // namespace ttcp::engine

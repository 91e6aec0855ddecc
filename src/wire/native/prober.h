// SPDX-License-Identifier: MIT
// Asks for round trips on a connection of its own: docs/protocols/native.md, "Probes". No socket, clock or thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "base/units.h"

namespace ttcp::wire::native {

inline constexpr std::size_t kProbeLength = 8;
inline constexpr std::int64_t kMostOutstanding = 1500;

// Request k is due at the start + k times the spacing, whatever became of the others, and the time of its reply counts
// from then, not from when it could be sent: a stall costs every request that fell into it (no coordinated omission).
// While kMostOutstanding requests lack a reply no more are sent; they are made up for afterwards.
class Prober {
 public:
  struct Turn {
    std::string send;                   // write all of this first
    base::TimePoint wake_at;            // then read, but call on_time() at this moment
    std::vector<base::Duration> times;  // of the replies in this turn, in the order of their requests
    std::optional<base::Error> over;    // {peer}: the reply is none of ours; nothing comes after it
  };

  // REQUIRES: spacing > 0.
  explicit Prober(base::Duration spacing = std::chrono::milliseconds(20)) : spacing_(spacing) {}

  Turn start(base::TimePoint now);  // call once, first; the driver has sent the preface
  Turn on_bytes(std::string_view chunk, base::TimePoint now);
  Turn on_time(base::TimePoint now);
  std::int64_t outstanding() const { return sent_ - answered_; }  // requests without a reply

 private:
  Turn turn(base::TimePoint now);
  base::TimePoint due(std::int64_t request) const { return start_ + request * spacing_; }

  base::Duration spacing_;
  base::TimePoint start_;
  std::int64_t sent_ = 0;
  std::int64_t answered_ = 0;
  std::string half_;  // of a reply; under kProbeLength bytes
  std::optional<base::Error> over_;
};

}  // namespace ttcp::wire::native

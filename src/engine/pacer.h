// SPDX-License-Identifier: MIT
// When the next piece of paced payload may go. Pure: reads no clock.
//
// Three rules:
//  - Piece by piece an absolute schedule from the start: what rounding or a late wake-up costs one piece, the next ones
//    make good, so that an hour at a held rate has no drift.
//  - Making good is bounded: in any time T go at most 9/8 x (T + slack) of the rate, and one piece. With pieces of 1 ms
//    and a slack of 2 ms no 10 ms see more than 14.5 ms' worth, however late the host woke us. Wake-ups that are late
//    by less than the slack cost nothing.
//  - More than 100 ms behind, what is beyond that is forgiven: a host or a far end that stood still for seconds gets
//    no flood afterwards. Only this makes a held rate fall short.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "base/units.h"

namespace ttcp::engine {

class Pacer {
 public:
  static constexpr base::Duration kMostLate = std::chrono::milliseconds(100);
  static constexpr base::Duration kLeastSlack = std::chrono::milliseconds(2);

  // REQUIRES: rate > 0.
  Pacer(base::BitRate rate, base::TimePoint start, base::Duration slack = kLeastSlack)
      : rate_(rate), slack_(slack), start_(start), spaced_until_(start) {}

  // The next piece may go now or later than this.
  base::TimePoint next() const { return std::max(due(), spaced_until_); }

  void set_slack(base::Duration slack) { slack_ = slack; }

  // A piece went. REQUIRES: `now` never decreases.
  void took(base::Bytes piece, base::TimePoint now) {
    start_ += std::max(base::Duration(0), now - due() - kMostLate);
    spaced_until_ = std::max(spaced_until_, now - slack_) + time_of(piece, 8.0L / 9);
    sent_ += piece;
  }

 private:
  // Exact to the nanosecond for 64-bit mantissas: 8e9 x bytes leaves int64 at 1.15 GB.
  base::Duration time_of(base::Bytes bytes, long double share) const {
    const long double bits = 8e9L * static_cast<long double>(bytes.count());
    return base::Duration(std::llround(share * bits / static_cast<long double>(rate_.in_bits_per_second())));
  }
  base::TimePoint due() const { return start_ + time_of(sent_, 1.0L); }

  base::BitRate rate_;
  base::Duration slack_;
  base::TimePoint start_;
  base::TimePoint spaced_until_;
  base::Bytes sent_;
};

// How many pieces of `size` the rate moves in `span`: at least one, at most `most`.
inline std::int64_t pieces_in(base::Duration span, base::BitRate rate, base::Bytes size, std::int64_t most) {
  const long double bits_e9 =
      static_cast<long double>(rate.in_bits_per_second()) * static_cast<long double>(span.count());
  const long double bytes = bits_e9 / 8e9L;
  const long double pieces = bytes / static_cast<long double>(std::max<std::int64_t>(size.count(), 1));
  return static_cast<std::int64_t>(std::clamp<long double>(pieces, 1, static_cast<long double>(most)));
}

// The longest piece of a paced byte stream: 1 ms' worth, but no less than a full segment of a plain Ethernet path.
inline std::size_t paced_write(base::BitRate rate, std::size_t block) {
  constexpr std::int64_t kSmallest = 1448;
  const auto most = static_cast<std::int64_t>(std::max<std::size_t>(block, 1));
  const auto worth = pieces_in(std::chrono::milliseconds(1), rate, base::Bytes(1), most);
  return static_cast<std::size_t>(std::min(std::max(worth, kSmallest), most));
}

}  // namespace ttcp::engine

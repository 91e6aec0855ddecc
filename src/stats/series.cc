// SPDX-License-Identifier: MIT
// Samples as arithmetic can use them.
#include "stats/series.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace ttcp::stats {
namespace {

constexpr long double as_real(std::int64_t n) { return static_cast<long double>(n); }

base::Bytes between(const Point& from, const Point& to, base::Duration moment) {
  const long double share = as_real((moment - from.at).count()) / as_real((to.at - from.at).count());
  const auto more = to_whole(std::floor(share * as_real((to.bytes - from.bytes).count())));
  return from.bytes + base::Bytes(std::clamp<std::int64_t>(more, 0, (to.bytes - from.bytes).count()));
}

}  // namespace

std::vector<Point> points_of(std::span<const model::Sample> samples) {
  std::vector<Point> points{Point{}};
  points.reserve(samples.size() + 1);
  for (const model::Sample& sample : samples) {
    Point& last = points.back();
    if (sample.at < last.at || sample.bytes < last.bytes) continue;
    if (sample.at == last.at) {
      last.bytes = sample.bytes;
    } else {
      points.push_back({sample.at, sample.bytes});
    }
  }
  return points;
}

base::Bytes Course::at(base::Duration moment) {
  while (next_ < points_.size() && points_[next_].at <= moment) ++next_;
  if (next_ == 0) return base::Bytes(0);
  const Point& before = points_[next_ - 1];
  return next_ == points_.size() ? before.bytes : between(before, points_[next_], moment);
}

std::optional<base::BitRate> rate_over(base::Bytes moved, base::Duration elapsed) {
  if (elapsed <= base::Duration(0) || moved < base::Bytes(0)) return std::nullopt;
  return base::BitRate::bits_per_second(to_whole(8e9L * as_real(moved.count()) / as_real(elapsed.count())));
}

long double rate_between(const Point& from, const Point& to) {
  return 8e9L * as_real((to.bytes - from.bytes).count()) / as_real((to.at - from.at).count());
}

std::int64_t to_whole(long double value) {
  // Where long double has no more than 53 bits, the largest int64 rounds up to 2^63: so >=, and the bounds apart.
  if (value >= as_real(std::numeric_limits<std::int64_t>::max())) return std::numeric_limits<std::int64_t>::max();
  if (value <= as_real(std::numeric_limits<std::int64_t>::min())) return std::numeric_limits<std::int64_t>::min();
  return std::llround(value);
}

std::int64_t bounded_sum(std::int64_t a, std::int64_t b) {
  std::int64_t sum = 0;
  if (!__builtin_add_overflow(a, b, &sum)) return sum;
  return a > 0 ? std::numeric_limits<std::int64_t>::max() : std::numeric_limits<std::int64_t>::min();
}

}  // namespace ttcp::stats

// SPDX-License-Identifier: MIT
// Samples as arithmetic can use them, whatever the far end sent as samples, and sums and rates that stay in range. For
// the other files of this folder. Pure; no failure.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/units.h"
#include "model/test_record.h"

namespace ttcp::stats {

struct Point {
  base::Duration at{0};
  base::Bytes bytes;  // so far
  bool operator==(const Point&) const = default;
};

// The counter's course: begins with 0 bytes at 0 (or with a sample taken at 0), the moments ascend strictly, the bytes
// never fall. A sample that would break this is left out; of two at the same moment the larger counts. Never empty.
std::vector<Point> points_of(std::span<const model::Sample> samples);

// Bytes at one moment after another. Between two points the bytes are taken to have come evenly; after the last one
// nothing came. The points are the caller's and outlive this.
class Course {
 public:
  // REQUIRES: as points_of() gives them.
  explicit Course(std::span<const Point> points) : points_(points) {}
  // REQUIRES: no earlier than the moment before.
  base::Bytes at(base::Duration moment);

 private:
  std::span<const Point> points_;
  std::size_t next_ = 0;  // the first point after the last moment
};

// As base::rate_of(), but absent where there is no such rate (no time, or less than nothing moved), and never beyond
// what a BitRate holds.
std::optional<base::BitRate> rate_over(base::Bytes moved, base::Duration elapsed);

// Bits per second, as a number to reckon with. REQUIRES: from.at < to.at.
long double rate_between(const Point& from, const Point& to);

// Rounded to nearest, kept within what fits. REQUIRES: not NaN.
std::int64_t to_whole(long double value);

// Kept within what fits.
std::int64_t bounded_sum(std::int64_t a, std::int64_t b);

}  // namespace ttcp::stats

// SPDX-License-Identifier: MIT
// A run in equal slices, from its samples.
#include "stats/intervals.h"

#include <algorithm>

#include "stats/series.h"

namespace ttcp::stats {
namespace {

using base::Duration;

// The sender's samples, slice by slice.
class SenderCourse {
 public:
  explicit SenderCourse(std::span<const model::Sample> samples) : rest_(samples) {}

  // Adds what lies after the slice before and up to `end`.
  IntervalDetail detail(const model::Interval& interval, Duration end) {
    IntervalDetail detail{interval, std::nullopt, std::nullopt};
    long double rtt_sum = 0, rtt_count = 0;
    std::int64_t now = retransmits_;
    for (; !rest_.empty() && rest_.front().at <= end; rest_ = rest_.subspan(1)) {
      const model::Sample& sample = rest_.front();
      if (sample.rtt) {
        rtt_sum += static_cast<long double>(sample.rtt->count());
        rtt_count += 1;
      }
      if (!sample.retransmits) continue;
      now = std::max(now, *sample.retransmits);  // a counter that falls is no counter
      detail.retransmits = now - retransmits_;
    }
    retransmits_ = now;
    if (rtt_count > 0) detail.rtt = Duration(to_whole(rtt_sum / rtt_count));
    return detail;
  }

 private:
  std::span<const model::Sample> rest_;
  std::int64_t retransmits_ = 0;  // up to the slice before
};

}  // namespace

std::vector<model::Interval> intervals_of(std::span<const model::Sample> samples, Duration length) {
  const std::vector<Point> points = points_of(samples);
  const Point& last = points.back();
  if (length <= Duration(0) || last == Point{}) return {};
  std::vector<model::Interval> intervals;
  Course course(points);
  model::Interval interval;
  base::Bytes before(0);
  // Without an addition that could leave int64: `last.at - start` is never negative.
  while (last.at - interval.start > length && intervals.size() + 1 < kMostIntervals) {
    interval.end = interval.start + length;
    const base::Bytes now = course.at(interval.end);
    interval.bytes = now - before;
    intervals.push_back(interval);
    interval.start = interval.end;
    before = now;
  }
  intervals.push_back({interval.start, last.at, last.bytes - before});
  return intervals;
}

std::vector<IntervalDetail> detailed_intervals(const model::DirectionRecord& record, Duration length) {
  if (!record.receiver) return {};
  const std::vector<model::Interval> intervals = intervals_of(record.receiver->samples, length);
  SenderCourse sender(record.sender ? std::span<const model::Sample>(record.sender->samples)
                                    : std::span<const model::Sample>());
  std::vector<IntervalDetail> details;
  details.reserve(intervals.size());
  for (std::size_t i = 0; i < intervals.size(); ++i) {
    const bool is_last = i + 1 == intervals.size();
    details.push_back(sender.detail(intervals[i], is_last ? Duration::max() : intervals[i].end));
  }
  return details;
}

}  // namespace ttcp::stats

// SPDX-License-Identifier: MIT
#include "session/interval_watch.h"

#include <boost/asio/post.hpp>
#include <utility>

namespace ttcp::session {

IntervalWatch::IntervalWatch(boost::asio::any_io_executor executor, base::Duration length,
                             const engine::Counters& counters, Report report)
    : executor_(std::move(executor)),
      length_(length),
      counters_(&counters),
      report_(std::move(report)),
      timer_(executor_) {}

void IntervalWatch::start(base::TimePoint clock_start) {
  boost::asio::post(executor_, [self = shared_from_this(), clock_start] {
    if (self->clock_start_ || self->finished_) return;
    self->clock_start_ = clock_start;
    self->wait_for_tick();
  });
}

void IntervalWatch::stop() {
  boost::asio::post(executor_, [self = shared_from_this()] { self->end_ticks(); });
}

void IntervalWatch::end_ticks() {
  finished_ = true;
  timer_.cancel();
}

void IntervalWatch::wait_for_tick() {
  const auto next = length_ * static_cast<std::int64_t>(intervals_.size() + 1);
  timer_.expires_at(*clock_start_ + next);
  timer_.async_wait([self = shared_from_this(), next](const boost::system::error_code& error) {
    if (error || self->finished_) return;
    self->add(next, base::Bytes(self->counters_->bytes.get()));
    self->wait_for_tick();
  });
}

void IntervalWatch::add(base::Duration end, base::Bytes total) {
  const base::Duration start = intervals_.empty() ? base::Duration(0) : intervals_.back().end;
  intervals_.push_back({start, end, total - counted_});
  counted_ = total;
  report_(intervals_.back());
}

std::vector<model::Interval> IntervalWatch::finish(base::Duration real, base::Bytes total) {
  end_ticks();
  // A movement that ended by silence ended before the last ticks: they hold nothing and are no part of it.
  while (!intervals_.empty() && intervals_.back().start >= real && intervals_.back().bytes == base::Bytes(0)) {
    intervals_.pop_back();
  }
  const base::Duration covered = intervals_.empty() ? base::Duration(0) : intervals_.back().end;
  // A sliver without a byte, because the clock was stopped a little after the last tick, is no interval.
  const bool sliver = !intervals_.empty() && real - covered < length_ / 100;
  if (counted_ < total || (covered < real && !sliver)) add(std::max(covered, real), total);
  return std::move(intervals_);
}

}  // namespace ttcp::session

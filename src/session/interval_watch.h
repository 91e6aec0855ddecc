// SPDX-License-Identifier: MIT
// Cuts a running movement into intervals of equal length, from one timer on the Asio thread.
#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/steady_timer.hpp>
#include <functional>
#include <memory>
#include <vector>

#include "base/units.h"
#include "engine/counters.h"
#include "model/flow_record.h"

namespace ttcp::session {

// Threads: start() and stop() from any thread, all else on the Asio thread. Kept by shared_ptr, because a timer's
// handler may outlive its use.
class IntervalWatch : public std::enable_shared_from_this<IntervalWatch> {
 public:
  using Report = std::function<void(const model::Interval&)>;
  IntervalWatch(boost::asio::any_io_executor executor, base::Duration length, const engine::Counters& counters,
                Report report);

  // The clock of the movement.
  void start(base::TimePoint clock_start);
  // The clock has stopped: no more ticks. From any thread.
  void stop();
  // No report after this. The intervals add up to `total` exactly; the last one is as short as it is.
  // REQUIRES: the movement is over.
  std::vector<model::Interval> finish(base::Duration real, base::Bytes total);

 private:
  void wait_for_tick();
  void end_ticks();
  void add(base::Duration end, base::Bytes total);

  boost::asio::any_io_executor executor_;
  base::Duration length_;
  const engine::Counters* counters_;
  Report report_;
  boost::asio::steady_timer timer_;
  std::optional<base::TimePoint> clock_start_;
  base::Bytes counted_;
  std::vector<model::Interval> intervals_;
  bool finished_ = false;
};

}  // namespace ttcp::session

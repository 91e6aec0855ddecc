// SPDX-License-Identifier: MIT
// Looks for the highest UDP rate with little loss: which rate to offer next, given what became of the last one. Pure;
// threads: one at a time.
#pragma once

#include <optional>

#include "base/units.h"
#include "model/test_record.h"

namespace ttcp::stats {

inline constexpr double kMostLoss = 0.001;  // that a rate may have

// Doubles while steps are accepted; halves, at most kMostHalvings times, while none was; then bisects between the
// highest accepted rate and the lowest refused one until they are within 3 %, or kMostBisections times. Never more than
// kMostSteps in all, whatever becomes of them.
// A step is accepted when at most 0.1 % was lost and the sender reached 97 % of the rate that was to be offered. One
// that misses this with at most 1 % of loss is asked for a second time, because it may have been chance.
class RateSearch {
 public:
  // `first` is kept within kLowest and kHighest.
  explicit RateSearch(base::BitRate first);

  // The rate to offer now. Absent: the search is over.
  std::optional<base::BitRate> next() const;

  // What became of next(); sets `step.accepted`. A rate that the far end wouldn't grant counts as not reached.
  void took(model::RateStep& step);

  // The highest accepted rate. Absent: none was.
  std::optional<base::BitRate> best() const { return accepted_; }

  static constexpr int kMostHalvings = 10;
  static constexpr int kMostBisections = 8;
  static constexpr int kMostSteps = 40;
  static constexpr base::BitRate kLowest = base::BitRate::bits_per_second(1'000);
  static constexpr base::BitRate kHighest = base::BitRate::bits_per_second(10'000'000'000'000);

 private:
  void go_on();

  base::BitRate now_;
  std::optional<base::BitRate> accepted_;  // the highest
  std::optional<base::BitRate> refused_;   // the lowest
  int halvings_ = 0, bisections_ = 0, steps_ = 0;
  bool asked_again_ = false;  // the last step was the first attempt at next()
  bool over_ = false;
};

}  // namespace ttcp::stats

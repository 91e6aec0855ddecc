// SPDX-License-Identifier: MIT
// Looks for the highest UDP rate with little loss.
#include "stats/rate_search.h"

#include <algorithm>

namespace ttcp::stats {
namespace {

using base::BitRate;

constexpr long double kReached = 0.97L;
constexpr long double kCloseEnough = 0.03L;
constexpr double kDoubtfulLoss = 0.01;

long double in_bits(BitRate rate) { return static_cast<long double>(rate.in_bits_per_second()); }

// `asked` is what the search wanted, whatever the step says was offered. A loss that is NaN is no small loss.
bool is_good(const model::RateStep& step, BitRate asked) {
  if (!step.loss || !step.sent) return false;
  return *step.loss >= 0 && *step.loss <= kMostLoss && in_bits(*step.sent) >= kReached * in_bits(asked);
}

// One datagram lost by chance among the few of a slow step, or a sender that didn't get the processor for a moment: too
// little to tell. What a path can't carry is lost in larger amounts, for steps are at least 3 % apart.
bool may_be_chance(const model::RateStep& step) {
  return step.sent && step.loss && *step.loss >= 0 && *step.loss <= kDoubtfulLoss;
}

BitRate middle(BitRate a, BitRate b) {
  return BitRate::bits_per_second((a.in_bits_per_second() + b.in_bits_per_second()) / 2);
}

}  // namespace

RateSearch::RateSearch(BitRate first) : now_(std::clamp(first, kLowest, kHighest)) {}

std::optional<BitRate> RateSearch::next() const { return over_ ? std::nullopt : std::optional(now_); }

void RateSearch::took(model::RateStep& step) {
  step.accepted = is_good(step, now_);
  if (over_) return;
  const bool asks_again = !step.accepted && !asked_again_ && may_be_chance(step);
  asked_again_ = asks_again;
  over_ = ++steps_ >= kMostSteps;
  if (asks_again) return;
  if (step.accepted) {
    accepted_ = now_;
  } else {
    refused_ = now_;
  }
  if (!over_) go_on();
}

void RateSearch::go_on() {
  if (!refused_) {
    over_ = now_ >= kHighest;
    now_ = std::min(kHighest, BitRate::bits_per_second(now_.in_bits_per_second() * 2));
  } else if (!accepted_) {
    over_ = halvings_++ >= kMostHalvings || now_ <= kLowest;
    now_ = std::max(kLowest, BitRate::bits_per_second(now_.in_bits_per_second() / 2));
  } else {
    over_ = bisections_++ >= kMostBisections || in_bits(*refused_) <= (1 + kCloseEnough) * in_bits(*accepted_);
    now_ = middle(*accepted_, *refused_);
  }
}

}  // namespace ttcp::stats

// SPDX-License-Identifier: MIT
#include "engine/turn.h"

namespace ttcp::engine {

std::optional<End> wait_for_turn(const Pacer& pacer, const Waker& waker, const LimitMeter& meter) {
  const auto turn = pacer.next();
  const auto limit = meter.time_limit();
  const auto now = base::now();
  if (limit && now >= *limit) return End::finished;
  if (now >= turn) return std::nullopt;
  const bool is_too_late = limit && turn >= *limit;
  if (waker.wait(-1, 0, is_too_late ? *limit : turn) == Waker::End::stopped) return End::stopped;
  return is_too_late ? std::optional(End::finished) : std::nullopt;
}

}  // namespace ttcp::engine

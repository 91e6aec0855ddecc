// SPDX-License-Identifier: MIT
// The loop that every sender shares: one block after another from the source until a limit, the source's end or a stop.
#pragma once

#include "engine/limit_meter.h"
#include "engine/order.h"
#include "engine/pacer.h"
#include "engine/source.h"
#include "engine/waker.h"

namespace ttcp::engine {

// `send_block` takes a block and answers nullopt when all of it was taken, else how the movement ends.
template <class SendBlock>
End pump(const SendOrder& order, const Waker& waker, LimitMeter& meter, Outcome& outcome, SendBlock send_block) {
  const std::size_t block_size = order.source->block().size();
  const std::size_t longest = order.rate ? paced_write(*order.rate, block_size) : block_size;
  while (const auto size = meter.next(longest)) {
    if (waker.stopped()) return End::stopped;
    if (meter.time_is_up()) return End::finished;
    auto block = order.source->next(*size, waker, meter.time_limit());
    if (!block) {
      const auto kind = block.error().kind;
      if (kind == base::Error::Kind::cancelled) return End::stopped;
      if (kind == base::Error::Kind::timeout) return End::finished;  // the time limit: a source has no other deadline
      return outcome.fail(block.error());
    }
    if (!block.value()) return End::finished;
    if (const auto cut = send_block(**block)) return *cut;
    meter.took((*block)->size());
  }
  return End::finished;
}

}  // namespace ttcp::engine

// SPDX-License-Identifier: MIT
// Requests on schedule, replies in order.
#include "wire/native/prober.h"

#include <algorithm>
#include <cassert>
#include <span>

#include "base/byte_order.h"
#include "wire/native/peer_error.h"

namespace ttcp::wire::native {
namespace {

std::string request_of(std::int64_t number) {
  std::string request(kProbeLength, '\0');
  base::BigEndianWriter(std::as_writable_bytes(std::span(request))).u64(static_cast<std::uint64_t>(number));
  return request;
}

}  // namespace

Prober::Turn Prober::start(base::TimePoint now) {
  assert(spacing_ > base::Duration(0));
  start_ = now;
  return turn(now);
}

Prober::Turn Prober::on_time(base::TimePoint now) { return turn(now); }

Prober::Turn Prober::on_bytes(std::string_view chunk, base::TimePoint now) {
  std::vector<base::Duration> times;
  while (!chunk.empty() && !over_) {
    const std::size_t taken = std::min(chunk.size(), kProbeLength - half_.size());
    half_ += chunk.substr(0, taken);
    chunk.remove_prefix(taken);
    if (half_.size() < kProbeLength) break;
    // The server echoes what comes as it comes, so the next reply is the oldest request's.
    if (outstanding() == 0 || half_ != request_of(answered_)) {
      over_ = peer_error("a reply on the probe connection is none of our requests");
      break;
    }
    times.push_back(now - due(answered_));
    ++answered_;
    half_.clear();
  }
  Turn turn = this->turn(now);
  turn.times = std::move(times);
  return turn;
}

Prober::Turn Prober::turn(base::TimePoint now) {
  Turn turn;
  turn.over = over_;
  while (!over_ && due(sent_) <= now && outstanding() < kMostOutstanding) {
    turn.send += request_of(sent_);
    ++sent_;
  }
  // A moment that is past would have the driver turn in circles.
  turn.wake_at = due(sent_) > now ? due(sent_) : now + spacing_;
  return turn;
}

}  // namespace ttcp::wire::native

// SPDX-License-Identifier: MIT
#include "session/native/run_watch.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "stats/intervals.h"
#include "stats/steady.h"

namespace ttcp::session::native {
namespace {
using namespace std::chrono_literals;
using model::Direction;

// docs/measuring.md, "Steady": a direction without -t lasts at least and at most this long.
constexpr base::Duration kShortest = 2s;
constexpr base::Duration kLongest = 10s;
constexpr int kShortestInRoundTrips = 20;
constexpr base::Duration kLook = 100ms;
constexpr base::Duration kRateWindow = 1s;

const std::vector<model::Sample>& found(const Samples& samples, Direction direction) {
  static const std::vector<model::Sample> kNone;
  const auto at = samples.find(direction);
  return at == samples.end() ? kNone : at->second;
}

const std::vector<model::Sample>& received(const Flows& flows, const Samples& far, Direction direction) {
  return flows.sends(direction) ? found(far, direction) : flows.samples(direction);
}
const std::vector<model::Sample>& sent(const Flows& flows, const Samples& far, Direction direction) {
  return flows.sends(direction) ? flows.samples(direction) : found(far, direction);
}

std::optional<base::BitRate> rate_now(std::span<const model::Sample> samples) {
  if (samples.size() < 2) return std::nullopt;
  const auto& last = samples.back();
  const auto* first = &samples.front();
  for (const auto& sample : samples) {
    if (last.at - sample.at >= kRateWindow) first = &sample;
  }
  if (last.at <= first->at || last.bytes < first->bytes) return std::nullopt;
  return base::rate_of(last.bytes - first->bytes, last.at - first->at);
}

}  // namespace

RunWatch::RunWatch(const ClientSession& session, const model::Traffic& asked, model::RunPlan granted)
    : session_(session), granted_(std::move(granted)) {
  const auto& traffic = granted_.traffic;
  open_ended_ = !asked.time && !traffic.bytes;
  longest_ = std::min(traffic.time.value_or(kLongest), kLongest);
}

Verdict RunWatch::look(const Flows& flows, const Samples& far) {
  const auto elapsed = base::now() - flows.started();
  if (elapsed - looked_at_ < kLook) return Verdict::go_on;
  looked_at_ = elapsed;
  tell_progress(flows, far, elapsed);
  for (const Direction direction : granted_.directions) {
    tell_intervals(direction, received(flows, far, direction), sent(flows, far, direction));
  }
  if (!open_ended_) return Verdict::go_on;
  settled_ = settled_ || is_known(flows, far, elapsed);
  return settled_ || elapsed >= longest_ ? Verdict::stop : Verdict::go_on;
}

bool RunWatch::is_known(const Flows& flows, const Samples& far, base::Duration elapsed) const {
  base::Duration shortest = kShortest;
  for (const Direction direction : granted_.directions) {
    const auto& samples = sent(flows, far, direction);
    if (!samples.empty() && samples.back().rtt) {
      shortest = std::max(shortest, *samples.back().rtt * kShortestInRoundTrips);
    }
  }
  if (elapsed < shortest + session_.plan.omit) return false;
  const auto latencies =
      session_.probe ? std::span<const base::Duration>(session_.probe->times()) : std::span<const base::Duration>();
  return std::ranges::all_of(granted_.directions, [&](Direction direction) {
    return stats::is_known(received(flows, far, direction), session_.plan.omit, latencies);
  });
}

void RunWatch::tell_progress(const Flows& flows, const Samples& far, base::Duration elapsed) {
  for (const Direction direction : granted_.directions) {
    model::Progress progress;
    progress.direction = direction;
    progress.elapsed = elapsed;
    const auto limit = open_ended_ ? std::optional(longest_) : granted_.traffic.time;
    if (limit) progress.left = std::max(*limit - elapsed, base::Duration(0));
    progress.rate_now = rate_now(received(flows, far, direction));
    const auto& senders = sent(flows, far, direction);
    if (!senders.empty()) progress.retransmits = senders.back().retransmits;
    if (!senders.empty()) progress.rtt = senders.back().rtt;
    if (!progress.rtt && session_.probe) progress.rtt = session_.probe->newest();
    session_.tell(progress);
  }
}

void RunWatch::tell_intervals(Direction direction, std::span<const model::Sample> received,
                              std::span<const model::Sample> sent) {
  if (!session_.plan.interval || received.empty()) return;
  const auto length = *session_.plan.interval;
  auto& told = told_until_[direction];
  if (received.back().at < told + length) return;
  model::DirectionRecord until_now;
  until_now.receiver.emplace().samples.assign(received.begin(), received.end());
  until_now.sender.emplace().samples.assign(sent.begin(), sent.end());
  for (const auto& detail : stats::detailed_intervals(until_now, length)) {
    const auto& interval = detail.interval;
    if (interval.start < told || interval.end - interval.start < length) continue;
    told = interval.end;
    session_.tell(
        model::IntervalOver{direction, interval.start, interval.end, interval.bytes, detail.retransmits, detail.rtt});
  }
}

void RunWatch::finish(const std::vector<model::DirectionRecord>& results) {
  if (!session_.plan.interval) return;
  for (const auto& result : results) {
    for (const auto& detail : stats::detailed_intervals(result, *session_.plan.interval)) {
      const auto& interval = detail.interval;
      if (interval.start < told_until_[result.direction]) continue;
      session_.tell(model::IntervalOver{result.direction, interval.start, interval.end, interval.bytes,
                                        detail.retransmits, detail.rtt});
    }
  }
}

}  // namespace ttcp::session::native

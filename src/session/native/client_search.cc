// SPDX-License-Identifier: MIT
// The highest UDP rate with little loss, found by short runs: docs/measuring.md, "Rate search".
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <utility>

#include "session/native/client_run.h"
#include "stats/goodput.h"
#include "stats/rate_search.h"

namespace ttcp::session::native {
namespace asio = boost::asio;
namespace {
using namespace std::chrono_literals;

constexpr auto kFirstRate = base::BitRate::bits_per_second(10'000'000);
constexpr base::Duration kStep = 400ms;
constexpr base::Duration kHold = 2s;
constexpr int kHolds = 3;  // attempts

std::optional<double> loss_of(const model::DirectionRecord& result) {
  if (!result.receiver) return std::nullopt;
  std::int64_t sent = 0;
  std::int64_t lost = 0;
  for (const auto& flow : result.receiver->flows) {
    if (!flow.udp || !flow.udp->sent || !flow.udp->lost) return std::nullopt;
    sent += *flow.udp->sent;
    lost += *flow.udp->lost;
  }
  if (sent == 0) return std::nullopt;
  return static_cast<double>(lost) / static_cast<double>(sent);
}

// Over the time of sending, at both ends alike: with few datagrams the span from the first to the last is one gap
// short.
std::optional<base::BitRate> rate_over_time(const model::DirectionRecord& result, std::optional<base::Bytes> bytes) {
  if (!bytes || !result.granted.time) return std::nullopt;
  return base::rate_of(*bytes, *result.granted.time);
}

// With both directions at a time the worse one counts.
model::RateStep step_of(base::BitRate offered, const std::vector<model::DirectionRecord>& results) {
  model::RateStep worst;
  bool first = true;
  for (const auto& result : results) {
    model::RateStep step;
    step.offered = offered;
    step.sent = rate_over_time(result, stats::sent_bytes(result));
    step.received = rate_over_time(result, stats::received_bytes(result));
    step.loss = loss_of(result);
    if (first || step.loss.value_or(1) > worst.loss.value_or(1)) worst = step;
    first = false;
  }
  return worst;
}

bool is_whole(const model::DirectionRecord& result) { return result.ending == model::Ending::complete; }

// What a step bore for a moment may be too much for longer. What came through is then the path's own measure of what it
// carries, but a little more, for it held what its queues gave out; if even that is too much, a tenth less is held.
base::BitRate less_than(base::BitRate rate, const model::RateStep& refused, int attempt) {
  const auto tenth_less = base::BitRate::bits_per_second(rate.in_bits_per_second() / 10 * 9);
  if (attempt > 1 || !refused.received) return tenth_less;
  return std::max(tenth_less, base::BitRate::bits_per_second(refused.received->in_bits_per_second() / 50 * 49));
}

asio::awaitable<std::vector<model::DirectionRecord>> hold(ClientSession& session, model::RunPlan plan,
                                                          std::vector<model::RateStep> steps) {
  plan.traffic.time = kHold;
  for (int attempt = 1;; ++attempt) {
    auto results = co_await measure_run(session, plan);
    const auto rate = results.front().granted.rate.value_or(*plan.traffic.rate);
    auto step = step_of(rate, results);
    step.accepted = step.loss && *step.loss <= stats::kMostLoss;
    const bool whole = std::ranges::all_of(results, is_whole);
    const bool last = step.accepted || !whole || attempt == kHolds;
    if (!last) {
      steps.push_back(step);
      plan.traffic.rate = less_than(rate, step, attempt);
      continue;
    }
    for (auto& result : results) result.search = steps;
    co_return results;
  }
}

}  // namespace

asio::awaitable<std::vector<model::DirectionRecord>> search_rate(ClientSession& session, model::RunPlan plan) {
  stats::RateSearch search(kFirstRate);
  std::vector<model::RateStep> steps;
  plan.traffic.time = kStep;
  // A step is shorter than most intervals; the held run tells them.
  const auto interval = std::exchange(session.plan.interval, std::nullopt);
  std::optional<base::BitRate> allowed;  // by the server, and the path carries it
  for (auto rate = search.next(); rate && !allowed; rate = search.next()) {
    plan.traffic.rate = *rate;
    auto results = co_await measure_run(session, plan);
    if (!std::ranges::all_of(results, is_whole)) {
      session.plan.interval = interval;
      for (auto& result : results) result.search = steps;
      co_return results;
    }
    auto step = step_of(*rate, results);
    search.took(step);
    const auto granted = results.front().granted.rate.value_or(*rate);
    if (granted < *rate) {
      session.note(
          fmt::format("the server allows {:g} Mbit/s", static_cast<double>(granted.in_bits_per_second()) / 1e6));
      step.offered = granted;
      step.accepted = step.loss && *step.loss <= stats::kMostLoss;
      if (step.accepted) allowed = granted;
    }
    steps.push_back(step);
    session.tell(model::StepOver{plan.directions.front(), step});
  }
  session.plan.interval = interval;
  const auto best = allowed ? allowed : search.best();
  plan.traffic.rate = best.value_or(kFirstRate);
  if (!best) session.note("no rate was found at which the loss stays within 0.1 %");
  co_return co_await hold(session, plan, std::move(steps));
}

}  // namespace ttcp::session::native

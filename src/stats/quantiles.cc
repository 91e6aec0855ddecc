// SPDX-License-Identifier: MIT
// Percentiles of times, and whether enough of them are known.
#include "stats/quantiles.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "stats/series.h"

namespace ttcp::stats {
namespace {

using base::Duration;

constexpr double kP95 = 0.95;
constexpr long double kNormal95 = 1.96L;  // two-sided
constexpr long double kNarrow = 0.10L;
constexpr auto kNarrowInAnyCase = std::chrono::milliseconds(1);

std::vector<Duration> sorted(std::span<const Duration> times) {
  std::vector<Duration> copy(times.begin(), times.end());
  std::sort(copy.begin(), copy.end());
  return copy;
}

long double distance(Duration a, Duration b) {
  return std::fabs(static_cast<long double>(a.count()) - static_cast<long double>(b.count()));
}

Duration jitter_of(std::span<const Duration> times) {
  long double sum = 0;
  for (std::size_t i = 1; i < times.size(); ++i) sum += distance(times[i - 1], times[i]);
  return times.size() < 2 ? Duration(0) : Duration(to_whole(sum / static_cast<long double>(times.size() - 1)));
}

}  // namespace

std::optional<Duration> nearest_rank(std::span<const Duration> sorted, double q) {
  if (sorted.empty()) return std::nullopt;
  // 0.95 x 20 is 19.000000000000004 in some arithmetics, and its rank is 19 all the same.
  const double rank = std::ceil(q * static_cast<double>(sorted.size()) - 1e-9);
  if (!(rank > 1)) return sorted.front();
  if (rank >= static_cast<double>(sorted.size())) return sorted.back();
  return sorted[static_cast<std::size_t>(rank) - 1];
}

std::optional<model::Latency> latency_of(std::span<const Duration> in_order_of_schedule, std::int64_t lost) {
  if (in_order_of_schedule.empty()) return std::nullopt;
  const std::vector<Duration> ascending = sorted(in_order_of_schedule);
  model::Latency latency;
  latency.count = static_cast<std::int64_t>(ascending.size());
  latency.lost = lost;
  latency.min = ascending.front();
  latency.p50 = *nearest_rank(ascending, 0.50);
  latency.p95 = *nearest_rank(ascending, kP95);
  latency.p99 = *nearest_rank(ascending, 0.99);
  latency.max = ascending.back();
  latency.jitter = jitter_of(in_order_of_schedule);
  return latency;
}

bool p95_is_settled(std::span<const Duration> times) {
  const auto n = static_cast<long double>(times.size());
  const long double middle = n * static_cast<long double>(kP95);
  const long double reach = kNormal95 * std::sqrt(middle * (1 - static_cast<long double>(kP95)));
  const long double low = std::floor(middle - reach);
  const long double high = std::ceil(middle + reach) + 1;
  if (low < 1 || high > n) return false;
  const std::vector<Duration> ascending = sorted(times);
  const Duration p95 = *nearest_rank(ascending, kP95);
  const long double allowed = std::max<long double>(kNarrow * distance(p95, Duration(0)),
                                                    static_cast<long double>(Duration(kNarrowInAnyCase).count()));
  return distance(ascending[static_cast<std::size_t>(low) - 1], p95) <= allowed &&
         distance(ascending[static_cast<std::size_t>(high) - 1], p95) <= allowed;
}

}  // namespace ttcp::stats

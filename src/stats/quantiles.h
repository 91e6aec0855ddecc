// SPDX-License-Identifier: MIT
// Percentiles of times, and whether enough of them are known. Percentiles are always by nearest rank: a time that was
// measured, never one between two. Pure; times may be anything, negative ones too.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "base/units.h"
#include "model/test_record.h"

namespace ttcp::stats {

// The smallest time that at least the share q of all don't exceed; q outside 0..1 counts as the nearer of the two.
// Absent: there are none. REQUIRES: sorted, ascending.
std::optional<base::Duration> nearest_rank(std::span<const base::Duration> sorted, double q);

// What is known of the probes' times, in the order in which the probes were due. Absent: there are none.
std::optional<model::Latency> latency_of(std::span<const base::Duration> in_order_of_schedule, std::int64_t lost);

// Whether the 95 % confidence interval of the 95th percentile, by order statistics, exists (it needs about 120 times)
// and neither of its ends is further from the percentile than 10 % of it or 1 ms, whichever is more. The times need no
// order. Source: measurement.md 14.3, 14.4.
bool p95_is_settled(std::span<const base::Duration> times);

}  // namespace ttcp::stats

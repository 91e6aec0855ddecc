// SPDX-License-Identifier: MIT
// Where warm-up ends, how sure the rate after it is, and when it is known well enough to stop. Pure. The samples are a
// receiver's, at any spacing, from this machine or another: whatever they hold, no result is NaN, infinite or negative.
// Source: measurement.md 14.1 to 14.3; docs/measuring.md says it in words.
#pragma once

#include <optional>
#include <span>

#include "base/units.h"
#include "model/test_record.h"

namespace ttcp::stats {

// The steady part begins at a sample: the latest of the last one before the first byte, `omit`, the plateau (the last
// growth by a quarter, as BBR looks for a full pipe) and the MSER-5 cut. It ends at the last sample before the one that
// first had all bytes, because the end of the transfer lies somewhere between these two. low and high: batch means of
// 10 batches, Student t; absent below 10 samples. `settled`: everything of the stopping rule but the latency. Absent:
// fewer than 5 samples to judge by, or nothing came.
std::optional<model::Steady> steady_of(std::span<const model::Sample> receiver_samples, base::Duration omit);

// The stopping rule, without its shortest and longest time: the interval of confidence reaches no further than 2 % from
// the mean, the rate has a plateau without a drift and the plateau takes at least half of the time, and the 95th
// percentile of the latency is settled. No latencies at all: nothing probes, so there is nothing to wait for.
bool is_known(std::span<const model::Sample> receiver_samples, base::Duration omit,
              std::span<const base::Duration> loaded_latencies);

// The start, reported apart because users feel it.
struct Ramp {
  base::Duration to_90_percent{0};  // since the start of the run: from then on the rate had reached 90 % of steady
  base::Bytes bytes;                // before the steady part
  base::Duration length{0};         // since the start of the run, to the start of the steady part
  bool operator==(const Ramp&) const = default;
};
// As fine as the samples, or 1/40 of the run. Absent: the samples don't reach the steady part.
std::optional<Ramp> ramp_of(std::span<const model::Sample> receiver_samples, const model::Steady& steady);

}  // namespace ttcp::stats

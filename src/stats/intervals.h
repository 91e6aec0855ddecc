// SPDX-License-Identifier: MIT
// A run in equal slices, from its samples. Pure. Samples don't fall on the edges of the slices: between two samples the
// bytes are taken to have come evenly, whole bytes, so that the slices together are the samples' bytes exactly.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/units.h"
#include "model/test_record.h"

namespace ttcp::stats {

// Each `length` long, from 0 to the last sample; the last one may be short. At most kMostIntervals: then the last one
// has all the rest, because samples come from the far end too and may claim any time. Empty: nothing was sampled, or
// `length` is no length.
inline constexpr std::size_t kMostIntervals = 200'000;
std::vector<model::Interval> intervals_of(std::span<const model::Sample> samples, base::Duration length);

struct IntervalDetail {
  model::Interval interval;
  std::optional<std::int64_t> retransmits;  // in it; together what the last of the sender's samples has
  std::optional<base::Duration> rtt;        // mean of the sender's samples in it
  bool operator==(const IntervalDetail&) const = default;
};

// The receiver's slices, with what the sender's samples say of the same time after its own start of the run (the two
// starts are about one trip over the path apart). Absent where the sender took no sample. Empty without a receiver.
std::vector<IntervalDetail> detailed_intervals(const model::DirectionRecord& record, base::Duration length);

}  // namespace ttcp::stats

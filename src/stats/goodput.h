// SPDX-License-Identifier: MIT
// The numbers of one direction, each by its one rule, so that all reports agree. Pure. Absent: it wasn't measured; a
// rate is never 0.
#pragma once

#include <optional>

#include "base/units.h"
#include "model/test_record.h"

namespace ttcp::stats {

// Payload that arrived, and payload that the sender's kernel took, over all flows. Absent: that end's view never came.
std::optional<base::Bytes> received_bytes(const model::DirectionRecord& record);
std::optional<base::Bytes> sent_bytes(const model::DirectionRecord& record);

// From the first byte to the last at the receiver, over all flows. Absent: there was at most one arrival.
std::optional<base::Duration> span_of(const model::DirectionRecord& record);

// The whole run: received_bytes() over span_of(). Absent where the span is under 1 ms: the first read's bytes came
// before the span began, and in so few reads they would make the rate absurd.
std::optional<base::BitRate> mean_of(const model::DirectionRecord& record);

// The number of a direction: the mean rate of the steady part, or mean_of() where there is none.
std::optional<base::BitRate> goodput_of(const model::DirectionRecord& record);

// The datagrams of all flows: sums, but for the jitter and the rise of the one-way delay, where the worst flow's counts
// (percentiles of flows can't be added). `sent` and `lost` are absent unless every flow that was counted has them.
// Absent: none was counted.
std::optional<model::UdpCount> datagrams_of(const model::DirectionRecord& record);

}  // namespace ttcp::stats

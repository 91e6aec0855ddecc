// SPDX-License-Identifier: MIT
// Figures of one direction that follow from what its ends saw flow by flow, so that every report of a record agrees.
// Those of rate and time are in stats/goodput.h and stats/intervals.h. Pure; docs/measuring.md defines each.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "base/units.h"
#include "model/test_record.h"

namespace ttcp::codec {

// Segments that the sender sent again, over all flows. Absent: UDP, or the kernel didn't tell it for some flow.
std::optional<std::int64_t> retransmits_of(const model::DirectionRecord& result);

// Datagrams that the sender sent, over all flows, as the far end heard of it or as the sender counted. Absent: neither.
std::optional<std::int64_t> datagrams_sent(const model::DirectionRecord& result);

// In force at that end, of the first flow that tells it: "cubic". Absent: UDP, or not told.
std::optional<std::string> congestion_of(const std::optional<model::EndView>& view);

// Absent where a part is, or where the sum would leave 64 bits.
std::optional<std::int64_t> sum_of(std::optional<std::int64_t> a, std::optional<std::int64_t> b);

}  // namespace ttcp::codec

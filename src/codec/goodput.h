// SPDX-License-Identifier: MIT
// The one rule for a record's goodput, so that text and JSON agree. Pure.
#pragma once

#include <optional>

#include "base/units.h"
#include "model/flow_record.h"

namespace ttcp::codec {

struct Goodput {
  base::Bytes bytes;       // counted at the receiver
  base::Duration span{0};  // that they took; > 0
  bool operator==(const Goodput&) const = default;
};

// A receiver's own bytes between the first and the last, or over its clock where those two weren't noted; at a
// transmitter, what the far end counted. Absent at a transmitter that wasn't told, and where the span is under 1 ms:
// the first read's bytes came before the span began, and in so few reads they would make the rate absurd.
std::optional<Goodput> goodput(const model::FlowRecord& record);

}  // namespace ttcp::codec

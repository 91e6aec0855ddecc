// SPDX-License-Identifier: MIT
// FlowRecord <-> JSON, schema "ttcp.test/1" (docs/schema/ttcp.test-1.json). Pure. Record -> JSON -> record is the
// identity for text in UTF-8 and start times from 1678 to 2261; in other text the broken bytes become U+FFFD.
#pragma once

#include <string>
#include <string_view>

#include "base/error.h"
#include "model/flow_record.h"

namespace ttcp::codec {

// One line, no newline. What wasn't measured is null.
std::string to_json(const model::FlowRecord& record);

// Unknown fields are ignored; figures that follow from others ("seconds", "goodput_bps", ...) aren't read back. Bounds:
// 16 MiB, 16 levels. Error{peer, "read record"}: not JSON, another schema, a field missing, of a wrong type or out of
// range; the detail names it. Never throws for any input.
base::Result<model::FlowRecord> flow_record_from_json(std::string_view text);

}  // namespace ttcp::codec

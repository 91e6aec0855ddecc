// SPDX-License-Identifier: MIT
// TestRecord <-> JSON, schema "ttcp.test/1" (docs/schema/ttcp.test-1.json). Pure. Record -> JSON -> record is the
// identity for text in UTF-8 of at most kLongestText bytes, numbers up to 2^53 - 1, and start times from 1678 to 2261.
#pragma once

#include <string>
#include <string_view>

#include "base/error.h"
#include "model/test_record.h"

namespace ttcp::codec {

// One line, no newline. What wasn't measured is null. Two directions that ran at the same time are followed by a result
// of direction "both".
std::string to_json(const model::TestRecord& record);

// Unknown fields are ignored; figures that follow from others ("goodput_bps", "intervals", direction "both", ...)
// aren't read back. Bounds: 16 MiB, 16 levels, and those of codec/values.h. Error{peer, "read record"}: not JSON,
// another schema, a field missing, of a wrong type or out of range; the detail names it. Never throws for any input.
base::Result<model::TestRecord> test_record_from_json(std::string_view text);

}  // namespace ttcp::codec

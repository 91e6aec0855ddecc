// SPDX-License-Identifier: MIT
// --json: the record as one line, docs/schema/ttcp.test-1.json.
#pragma once

#include <string>

#include "model/flow_record.h"

namespace ttcp::report::json {

// codec::to_json and a newline.
std::string record_line(const model::FlowRecord& record);

}  // namespace ttcp::report::json

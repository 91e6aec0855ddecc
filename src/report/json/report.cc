// SPDX-License-Identifier: MIT
// --json: the record as one line.
#include "report/json/report.h"

#include "codec/record_json.h"

namespace ttcp::report::json {

std::string record_line(const model::FlowRecord& record) { return codec::to_json(record) + "\n"; }

}  // namespace ttcp::report::json

// SPDX-License-Identifier: MIT
// The rows at the top of a report: one per direction, and latency. Pure.
#pragma once

#include <string>

#include "model/test_record.h"

namespace ttcp::report::modern {

// "  upload     941.4 Mbit/s ±0.2   100 % of what 1 GbE carries (MTU 1500, timestamps)". A direction that was planned
// and never ran has its row, too.
std::string direction_rows(const model::TestRecord& record);

// "  latency    0.4 ms idle, 31 ms during upload, 2.1 ms during download (p95)"; says where that is of fewer than 20
// replies. Empty where no latency was to be measured.
std::string latency_row(const model::TestRecord& record);

}  // namespace ttcp::report::modern

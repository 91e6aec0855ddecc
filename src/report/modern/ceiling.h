// SPDX-License-Identifier: MIT
// What a direction's share of its ceiling is a share of. Pure.
#pragma once

#include <string>

#include "model/test_record.h"

namespace ttcp::report::modern {

// "of what 1 GbE carries (MTU 1500, timestamps)": the slower end's link and the headers that stats::ceiling_of() counts
// with. REQUIRES: result.ceiling.
std::string ceiling_words(const model::TestRecord& record, const model::DirectionRecord& result);

}  // namespace ttcp::report::modern

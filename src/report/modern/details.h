// SPDX-License-Identifier: MIT
// The lines under the rows, which explain them. Pure.
#pragma once

#include <string>

#include "model/test_record.h"

namespace ttcp::report::modern {

// Of one direction, each line as "  upload: ...": how steady the rate was, retransmits, streams that broke, datagrams,
// and the steps of a rate search as a table. Empty where there is nothing to say.
std::string detail_lines(const model::TestRecord& record, const model::DirectionRecord& result);

// "  upload: 45.2 Mbit/s is 45 % of the 100 Mbit/s expected: questionable\n", one line per expected direction.
std::string verdict_lines(const model::TestRecord& record);

// A paragraph each, with a blank line before it. Empty where nothing was found.
std::string findings(const model::TestRecord& record);

}  // namespace ttcp::report::modern

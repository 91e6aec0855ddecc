// SPDX-License-Identifier: MIT
// What `ttcp test` prints, and nobody has to explain. Pure: records in, text out, each line with its newline and
// without blanks at its end; ASCII but for "±" and what the user typed.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "base/error.h"
#include "model/test_record.h"
#include "report/heading.h"

namespace ttcp::report::modern {

// The whole report: heading, a row per direction, latency, what explains them, notes, verdicts, findings, and how the
// test ended unless complete. What was `shown` already (by Live::shown()) isn't repeated.
std::string text(const model::TestRecord& record, const Shown& shown = {});

// Several tests side by side, as a closing table: hosts in the order of their first test, the tests of a host together,
// and with two or more the median, least and greatest of each column under them. Empty for fewer than two records.
std::string comparison(std::span<const model::TestRecord> records);

// "ttcp: lab2: connect 192.0.2.7:5001: Connection refused\n"
std::string failure_line(std::string_view host, const base::Error& error);

}  // namespace ttcp::report::modern

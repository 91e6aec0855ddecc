// SPDX-License-Identifier: MIT
// Rates and times as text, shared by every report: the old binary units and the modern powers of ten. Pure; rounds as
// printf does.
#pragma once

#include <optional>
#include <string>

#include "base/units.h"

namespace ttcp::report {

// For division and "%.2f" only: the old programs kept seconds in a double, and a double rounds as they did.
double seconds_of(base::Duration d);

// What stands before "/sec" in classic reports: "819.64 KB". Units of -f: k K m M g G, powers of 1024; any other letter
// reads as K (docs/protocols/classic.md). REQUIRES: elapsed > 0.
std::string binary_rate(base::Bytes moved, base::Duration elapsed, char unit);

// "70.03 Mbit/s", powers of ten, in bit/s, kbit/s, Mbit/s or Gbit/s by size. Absent unless elapsed > 0.
std::optional<std::string> decimal_rate(base::Bytes moved, base::Duration elapsed);

// Seconds without trailing zeros, exact: "10", "0.5".
std::string shortest_seconds(base::Duration d);

// Seconds for a reader who calculates with them: three decimals, below one second six.
std::string plain_seconds(base::Duration d);

}  // namespace ttcp::report

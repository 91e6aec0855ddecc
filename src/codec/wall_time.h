// SPDX-License-Identifier: MIT
// Wall time as RFC 3339 in UTC, exact to the nanosecond. Pure.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

namespace ttcp::codec {

using WallTime = std::chrono::system_clock::time_point;

// "2026-11-30T16:39:00Z", with nine decimals unless they are all 0.
std::string to_rfc3339(WallTime when);

// Takes UTC ("Z") with 0 to 9 decimals, years 1678 to 2261 (all that fits). Absent: anything else.
std::optional<WallTime> from_rfc3339(std::string_view text);

}  // namespace ttcp::codec

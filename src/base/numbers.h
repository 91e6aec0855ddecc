// SPDX-License-Identifier: MIT
// Numbers as people type them. Pure; nothing is ever read as 0 because it could not be read. Failures are Error{usage}
// whose detail is the reason alone ("not a whole number"): the caller knows the option and puts its name in front.
#pragma once

#include <cstdint>
#include <string_view>

#include "base/error.h"
#include "base/units.h"

namespace ttcp::base {

// Decimal digits and nothing else, within [low, high].
Result<std::int64_t> parse_whole(std::string_view text, std::int64_t low, std::int64_t high);

// "8192", "8K", "8KiB", "1M", "1MiB", "1G", "1GiB": powers of 1024 throughout (DESIGN: sizes). At most 2^62.
Result<Bytes> parse_size(std::string_view text);

// Bits per second in powers of ten (DESIGN: rates), with a fraction if wanted: "200M", "1.5G", "10Gbit/s", "64kbit".
// K, M, G and T may be small letters; "bit", "bit/s" and "bps" all mean the same, bytes are refused. Rounded to a whole
// bit per second; 0 is a rate here. At most 10^15.
Result<BitRate> parse_rate(std::string_view text);

// Seconds, with a fraction if wanted: "10", "0.5", "10s", "200ms". More than zero, at most 10^9 s.
Result<Duration> parse_seconds(std::string_view text);

}  // namespace ttcp::base

// SPDX-License-Identifier: MIT
// Quantities as modern output writes them: powers of ten for bits, KiB for bytes, few digits. Pure.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/units.h"

namespace ttcp::report {

// Four significant digits, "941.4 Mbit/s", in bit/s to Tbit/s; below 1 kbit/s whole bits: "12 bit/s".
std::string rate_text(base::BitRate rate);

// With the larger half of the confidence interval around it, in the same unit and to the same digit, "941.4 Mbit/s
// ±0.2"; never "±0.0" unless the interval is empty. Without both bounds as rate_text().
std::string rate_text(base::BitRate rate, std::optional<base::BitRate> low, std::optional<base::BitRate> high);

// A rate that somebody chose: no zeros at the end, "100 Mbit/s", "2.5 Gbit/s".
std::string wished_rate(base::BitRate rate);

// For latencies: "35 us", "0.4 ms", "31 ms", "1.2 s". A thousandth more or less isn't worth reading.
std::string brief_time(base::Duration time);

// For how long something took: "3.2 s", "0.14 s"; below a tenth of a second as brief_time().
std::string span_text(base::Duration time);

// REQUIRES: share is finite. Two digits or more, "100 %", "65 %", "4.5 %", "0.0071 %". What isn't 0 never reads "0 %".
std::string percent(double share);

// "512 bytes", "16 KiB", "1.2 MiB".
std::string size_text(base::Bytes bytes);

// "1 stream", "8 streams".
std::string counted(std::int64_t count, std::string_view noun);

// "192.0.2.7:5001", "[::1]:5001".
std::string joined(std::string_view address, std::uint16_t port);

// What came from elsewhere, fit for a terminal: control characters (C0, DEL, C1) and bytes that aren't UTF-8 become
// "?".
std::string harmless(std::string_view text);

// Characters, for columns: UTF-8 continuation bytes take no room.
std::size_t width_of(std::string_view text);
std::string left(std::string_view text, std::size_t width);   // blanks behind it
std::string right(std::string_view text, std::size_t width);  // blanks before it

}  // namespace ttcp::report

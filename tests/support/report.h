// SPDX-License-Identifier: MIT
// The figures in a printed classic report, read back, and the rules that tie them to each other.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace ttcp::test {

struct ClassicReport {
  std::int64_t bytes = -1;
  double real = -1;  // seconds, printed with two decimals
  double rate = -1;
  std::string unit;  // "KB"
  std::int64_t calls = -1;
  std::string ms_per_call;  // may be "inf"
  double calls_per_second = -1;
};

// Throws when `text` has no such report for `prefix` ("ttcp-t" or "ttcp-r").
ClassicReport parse_report(const std::string& text, const std::string& prefix);

// Rate = bytes / real and msec/call x calls / 1024 = real = calls / calls per second, each within the rounding of what
// is printed (classic.md section 10, "Rates need only be self-consistent").
void expect_consistent(const ClassicReport& report);

// The lines of --interval.
struct IntervalLine {
  double start;  // seconds
  double end;
  std::int64_t bytes;
};
std::vector<IntervalLine> intervals_in(const std::string& text);
std::int64_t sum_of_intervals(const std::string& text);

std::vector<std::string> lines_of(std::string_view text);

// Where `words` begin in `text`, for order; throws when they are not there.
std::size_t place_of(const std::string& text, std::string_view words);

// The repeated pattern of sink mode: the printable ASCII characters, from the space.
std::string pattern(std::size_t length);

}  // namespace ttcp::test

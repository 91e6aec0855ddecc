// SPDX-License-Identifier: MIT
#include "support/report.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <regex>
#include <sstream>
#include <stdexcept>

namespace ttcp::test {
namespace {

std::smatch match(const std::string& text, const std::string& pattern) {
  std::smatch found;
  if (!std::regex_search(text, found, std::regex(pattern))) {
    throw std::runtime_error("no '" + pattern + "' in:\n" + text);
  }
  return found;
}

struct Range {
  double low;
  double high;
};

// The values that printf rounds to `printed` with two decimals; what is printed of a rate may also be off by the last
// bit.
Range behind(double printed) { return {std::max(0.0, printed - 0.00501), printed + 0.00501}; }

// Some value of `whole` divided by some value of `part` lies in `quotient`.
bool can_be_quotient(double whole, Range part, Range quotient) {
  const double highest = part.low > 0 ? whole / part.low : HUGE_VAL;
  return whole / part.high <= quotient.high && quotient.low <= highest;
}

double divisor_of(const std::string& unit) {
  const std::map<std::string, double> divisors{{"Kbit", 128.0},           {"KB", 1024.0},
                                               {"Mbit", 128.0 * 1024},    {"MB", 1048576.0},
                                               {"Gbit", 128.0 * 1048576}, {"GB", 1073741824.0}};
  return divisors.at(unit);
}

}  // namespace

ClassicReport parse_report(const std::string& text, const std::string& prefix) {
  ClassicReport report;
  const auto real = match(text, "(?:^|\n)" + prefix +
                                    ": ([0-9]+) bytes in ([0-9]+\\.[0-9]{2}) real seconds = ([0-9]+\\.[0-9]{2}) "
                                    "([KMG](?:B|bit))/sec \\+\\+\\+\n");
  report.bytes = std::stoll(real[1]);
  report.real = std::stod(real[2]);
  report.rate = std::stod(real[3]);
  report.unit = real[4];
  const auto calls = match(text, "\n" + prefix +
                                     ": ([0-9]+) I/O calls, msec/call = ([0-9]+\\.[0-9]{2}|inf), calls/sec = "
                                     "([0-9]+\\.[0-9]{2})\n");
  report.calls = std::stoll(calls[1]);
  report.ms_per_call = calls[2];
  report.calls_per_second = std::stod(calls[3]);
  return report;
}

void expect_consistent(const ClassicReport& report) {
  const Range real = behind(report.real);
  const double amount = static_cast<double>(report.bytes) / divisor_of(report.unit);
  const auto calls = static_cast<double>(report.calls);
  EXPECT_TRUE(can_be_quotient(amount, real, behind(report.rate))) << report.bytes << " in " << report.real;
  EXPECT_TRUE(can_be_quotient(calls, real, behind(report.calls_per_second))) << report.calls << " in " << report.real;
  if (report.calls == 0) {
    EXPECT_EQ(report.ms_per_call, "inf");
    return;
  }
  const Range per_call = behind(std::stod(report.ms_per_call));
  EXPECT_LE(per_call.low * calls / 1024, real.high);
  EXPECT_GE(per_call.high * calls / 1024, real.low);
}

std::vector<IntervalLine> intervals_in(const std::string& text) {
  const std::regex form("ttcp-[tr]: +([0-9]+\\.[0-9]{2})-([0-9]+\\.[0-9]{2}) +sec  ([0-9]+) bytes = .*");
  std::vector<IntervalLine> intervals;
  for (const auto& line : lines_of(text)) {
    std::smatch found;
    if (!std::regex_match(line, found, form)) continue;
    intervals.push_back({std::stod(found[1]), std::stod(found[2]), std::stoll(found[3])});
  }
  return intervals;
}

std::int64_t sum_of_intervals(const std::string& text) {
  std::int64_t sum = 0;
  for (const auto& interval : intervals_in(text)) sum += interval.bytes;
  return sum;
}

std::vector<std::string> lines_of(std::string_view text) {
  std::vector<std::string> lines;
  std::istringstream in{std::string(text)};
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

std::size_t place_of(const std::string& text, std::string_view words) {
  const std::size_t at = text.find(words);
  if (at == std::string::npos) throw std::runtime_error("no '" + std::string(words) + "' in:\n" + text);
  return at;
}

std::string pattern(std::size_t length) {
  constexpr std::size_t kPrintable = 95;
  std::string text(length, ' ');
  for (std::size_t i = 0; i < length; ++i) text[i] = static_cast<char>(' ' + i % kPrintable);
  return text;
}

}  // namespace ttcp::test

// SPDX-License-Identifier: MIT
// Rates and times as text.
#include "report/rates.h"

#include <fmt/format.h>

#include <array>
#include <cassert>
#include <string_view>

namespace ttcp::report {
namespace {

struct BinaryUnit {
  double bits_or_bytes;  // 8: bits
  double divisor;
  std::string_view name;
};

BinaryUnit binary_unit(char letter) {
  constexpr double kKilo = 1024;
  switch (letter) {
    case 'k':
      return {8, kKilo, "Kbit"};
    case 'm':
      return {8, kKilo * kKilo, "Mbit"};
    case 'M':
      return {1, kKilo * kKilo, "MB"};
    case 'g':
      return {8, kKilo * kKilo * kKilo, "Gbit"};
    case 'G':
      return {1, kKilo * kKilo * kKilo, "GB"};
    default:
      return {1, kKilo, "KB"};
  }
}

}  // namespace

double seconds_of(base::Duration d) { return static_cast<double>(d.count()) / 1e9; }

std::string binary_rate(base::Bytes moved, base::Duration elapsed, char unit) {
  assert(elapsed > base::Duration::zero());
  const BinaryUnit in = binary_unit(unit);
  const double per_second = static_cast<double>(moved.count()) / seconds_of(elapsed);
  return fmt::format("{:.2f} {}", per_second * in.bits_or_bytes / in.divisor, in.name);
}

std::optional<std::string> decimal_rate(base::Bytes moved, base::Duration elapsed) {
  if (elapsed <= base::Duration::zero()) return std::nullopt;
  constexpr std::array<std::string_view, 4> kUnits{"bit/s", "kbit/s", "Mbit/s", "Gbit/s"};
  double rate = 8 * static_cast<double>(moved.count()) / seconds_of(elapsed);
  std::size_t unit = 0;
  // 999.995 would be printed as 1000.00.
  for (; rate >= 999.995 && unit + 1 < kUnits.size(); ++unit) rate /= 1000;
  return fmt::format("{:.2f} {}", rate, kUnits[unit]);
}

std::string shortest_seconds(base::Duration d) {
  constexpr std::int64_t kBillion = 1'000'000'000;
  const std::int64_t fraction = d.count() % kBillion;
  if (fraction == 0) return fmt::format("{}", d.count() / kBillion);
  std::string text = fmt::format("{}.{:09}", d.count() / kBillion, fraction);
  text.erase(text.find_last_not_of('0') + 1);
  return text;
}

std::string plain_seconds(base::Duration d) {
  return fmt::format("{:.{}f}", seconds_of(d), d < std::chrono::seconds(1) ? 6 : 3);
}

}  // namespace ttcp::report

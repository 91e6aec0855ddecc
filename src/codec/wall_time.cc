// SPDX-License-Identifier: MIT
// Wall time as RFC 3339 in UTC.
#include "codec/wall_time.h"

#include <algorithm>
#include <cstdint>

namespace ttcp::codec {
namespace {
using std::chrono::nanoseconds;

constexpr std::string_view kShape = "0000-00-00T00:00:00";  // 0: a digit

bool has_shape(std::string_view text) {
  return text.size() >= kShape.size() &&
         std::equal(kShape.begin(), kShape.end(), text.begin(), [](char shape, char given) {
           return shape == '0' ? given >= '0' && given <= '9' : given == shape;
         });
}

// REQUIRES: digits only.
int number(std::string_view digits) {
  int value = 0;
  for (const char digit : digits) value = value * 10 + (digit - '0');
  return value;
}

// ".5" is 500000000.
std::optional<nanoseconds> fraction(std::string_view text) {
  if (text.empty()) return nanoseconds(0);
  const std::string_view digits = text.substr(1);
  const bool all_digits = std::all_of(digits.begin(), digits.end(), [](char c) { return c >= '0' && c <= '9'; });
  if (text[0] != '.' || digits.empty() || digits.size() > 9 || !all_digits) return std::nullopt;
  std::string nine(digits);
  nine.resize(9, '0');
  return nanoseconds(number(nine));
}

std::string two(std::int64_t n) { return (n < 10 ? "0" : "") + std::to_string(n); }

}  // namespace

std::string to_rfc3339(WallTime when) {
  const auto midnight = std::chrono::floor<std::chrono::days>(when);
  const std::chrono::year_month_day date(midnight);
  const std::chrono::hh_mm_ss<nanoseconds> time(when - midnight);
  const std::string text = std::to_string(static_cast<int>(date.year())) + "-" +
                           two(static_cast<unsigned>(date.month())) + "-" + two(static_cast<unsigned>(date.day())) +
                           "T" + two(time.hours().count()) + ":" + two(time.minutes().count()) + ":" +
                           two(time.seconds().count());
  if (time.subseconds() == nanoseconds(0)) return text + "Z";
  std::string decimals = std::to_string(time.subseconds().count());
  decimals.insert(0, 9 - decimals.size(), '0');
  return text + "." + decimals + "Z";
}

std::optional<WallTime> from_rfc3339(std::string_view text) {
  if (!has_shape(text) || text.back() != 'Z') return std::nullopt;
  const auto part = [text](std::size_t at, std::size_t length) { return number(text.substr(at, length)); };
  const std::chrono::year_month_day date(std::chrono::year(part(0, 4)),
                                         std::chrono::month(static_cast<unsigned>(part(5, 2))),
                                         std::chrono::day(static_cast<unsigned>(part(8, 2))));
  const int year = static_cast<int>(date.year());
  if (!date.ok() || year < 1678 || year > 2261) return std::nullopt;
  if (part(11, 2) > 23 || part(14, 2) > 59 || part(17, 2) > 59) return std::nullopt;
  const auto subseconds = fraction(text.substr(kShape.size(), text.size() - kShape.size() - 1));
  if (!subseconds) return std::nullopt;
  return std::chrono::sys_days(date) + std::chrono::hours(part(11, 2)) + std::chrono::minutes(part(14, 2)) +
         std::chrono::seconds(part(17, 2)) + *subseconds;
}

}  // namespace ttcp::codec

// SPDX-License-Identifier: MIT
// base/numbers.h with the option's name in front.
#include "cli/option_value.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "base/numbers.h"
#include "cli/wording.h"

namespace ttcp::cli {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

// " (8k is 8192)", or nothing.
std::string size_hint(std::string_view value, Range range) {
  const auto size = base::parse_size(value);
  const bool is_number = std::ranges::all_of(value, is_digit);
  if (!size || is_number || size->count() < range.low || size->count() > range.high) return "";
  return fmt::format(" ({} is {})", harmless(value), size->count());
}

}  // namespace

base::Error bad_value(std::string_view name, std::string_view value, std::string_view reason) {
  const std::string shown = value.empty() ? "''" : harmless(value);
  return base::usage_error(fmt::format("{} {}: {}", name, shown, reason));
}

base::Result<std::int64_t> whole_value(std::string_view name, std::string_view value, Range range) {
  auto number = base::parse_whole(value, range.low, range.high);
  if (number) return number;
  return bad_value(name, value, number.error().detail + size_hint(value, range));
}

base::Result<base::Bytes> size_value(std::string_view name, std::string_view value, Range range) {
  const auto size = base::parse_size(value);
  if (!size) return bad_value(name, value, size.error().detail);
  if (size->count() < range.low || size->count() > range.high) {
    return bad_value(name, value, fmt::format("out of range, {} to {}", range.low, range.high));
  }
  return *size;
}

base::Result<base::Duration> seconds_value(std::string_view name, std::string_view value) {
  auto seconds = base::parse_seconds(value);
  if (seconds) return seconds;
  return bad_value(name, value, seconds.error().detail);
}

}  // namespace ttcp::cli

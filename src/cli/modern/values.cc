// SPDX-License-Identifier: MIT
// base/numbers.h with this grammar's ranges.
#include "cli/modern/values.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/numbers.h"

namespace ttcp::cli::modern {
namespace {

using base::BitRate;

constexpr BitRate kLowestRate = BitRate::bits_per_second(1000);
constexpr BitRate kHighestRate = BitRate::bits_per_second(100'000'000'000'000);
constexpr std::size_t kLongestKernelName = 15;
constexpr std::int64_t kLargestCodePoint = 63;

// `rate` is all of the option's value, or its part before or after the comma.
base::Result<BitRate> rate_within(const Option& option, std::string_view rate) {
  const auto parsed = base::parse_rate(rate);
  if (!parsed) return bad_value(option.name, text_in(option), parsed.error().detail);
  if (*parsed < kLowestRate || *parsed > kHighestRate) {
    return bad_value(option.name, text_in(option), "out of range, 1K to 100T bits per second");
  }
  return *parsed;
}

bool is_digit_to(char c, char last) { return c >= '0' && c <= last; }

std::optional<int> named_code_point(std::string_view text) {
  std::string name(text);
  std::ranges::transform(name, name.begin(),
                         [](char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; });
  if (name == "EF") return 46;
  if (name.size() == 3 && name.starts_with("CS") && is_digit_to(name[2], '7')) return 8 * (name[2] - '0');
  const bool is_assured = name.size() == 4 && name.starts_with("AF") && name[2] != '0' && is_digit_to(name[2], '4') &&
                          name[3] != '0' && is_digit_to(name[3], '3');
  if (is_assured) return 8 * (name[2] - '0') + 2 * (name[3] - '0');
  return std::nullopt;
}

}  // namespace

std::string_view text_in(const Option& option) {
  return option.value ? std::string_view(*option.value) : std::string_view();
}

base::Result<int> count_in(const Option& option, Range range) {
  const auto count = whole_value(option.name, text_in(option), range);
  if (!count) return count.error();
  return static_cast<int>(*count);
}

base::Result<base::Bytes> size_in(const Option& option, Range range) {
  return size_value(option.name, text_in(option), range);
}

base::Result<base::Duration> duration_in(const Option& option, const Durations& range) {
  const std::string_view text = text_in(option);
  if (range.low == base::Duration(0) && (text == "0" || text == "0s" || text == "0ms")) return base::Duration(0);
  const auto seconds = base::parse_seconds(text);
  if (!seconds || *seconds < range.low || *seconds > range.high) {
    return bad_value(option.name, text, fmt::format("not {} seconds, such as 5, 0.5 or 500ms", range.text));
  }
  return seconds;
}

base::Result<BitRate> rate_in(const Option& option) { return rate_within(option, text_in(option)); }

base::Result<Expectation> expectation_in(const Option& option) {
  const std::string_view text = text_in(option);
  const auto comma = text.find(',');
  const auto first = rate_within(option, text.substr(0, comma));
  if (!first) return first.error();
  if (comma == std::string_view::npos) return Expectation{*first, std::nullopt};
  const auto second = rate_within(option, text.substr(comma + 1));
  if (!second) return second.error();
  return Expectation{*first, *second};
}

base::Result<int> dscp_in(const Option& option) {
  if (const auto named = named_code_point(text_in(option))) return *named;
  const auto number = base::parse_whole(text_in(option), 0, kLargestCodePoint);
  if (!number) return bad_value(option.name, text_in(option), "not 0 to 63, EF, AF11 to AF43 or CS0 to CS7");
  return static_cast<int>(*number);
}

base::Result<std::string> kernel_name_in(const Option& option, std::string_view what) {
  const std::string_view text = text_in(option);
  const auto fits = [](char c) { return c > ' ' && c < 0x7f && c != '/'; };
  if (text.empty() || text.size() > kLongestKernelName || !std::ranges::all_of(text, fits)) {
    return bad_value(option.name, text, fmt::format("not {}", what));
  }
  return std::string(text);
}

}  // namespace ttcp::cli::modern

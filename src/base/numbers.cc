// SPDX-License-Identifier: MIT
// Parsing by std::from_chars: no locale, no leading blanks, no silent overflow.
#include "base/numbers.h"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <cmath>

namespace ttcp::base {
namespace {

struct Suffix {
  std::string_view text;
  std::int64_t factor;
};
constexpr std::int64_t kKi = 1024;
constexpr std::array kSizeSuffixes{Suffix{"", 1},
                                   Suffix{"B", 1},
                                   Suffix{"K", kKi},
                                   Suffix{"KiB", kKi},
                                   Suffix{"k", kKi},
                                   Suffix{"M", kKi* kKi},
                                   Suffix{"MiB", kKi* kKi},
                                   Suffix{"m", kKi* kKi},
                                   Suffix{"G", kKi* kKi* kKi},
                                   Suffix{"GiB", kKi* kKi* kKi},
                                   Suffix{"g", kKi* kKi* kKi},
                                   Suffix{"T", kKi* kKi* kKi* kKi},
                                   Suffix{"TiB", kKi* kKi* kKi* kKi}};
constexpr std::int64_t kLargestSize = std::int64_t{1} << 62;
constexpr double kLongestSeconds = 1e9;
constexpr double kHighestRate = 1e15;

// What the suffix of a rate multiplies by; 0: no such suffix.
double rate_factor(std::string_view suffix) {
  double factor = 1;
  constexpr std::string_view kLetters = "kKmMgGtT";
  constexpr std::array kFactors{1e3, 1e6, 1e9, 1e12};
  const auto letter = suffix.empty() ? std::string_view::npos : kLetters.find(suffix.front());
  if (letter != std::string_view::npos) {
    factor = kFactors.at(letter / 2);
    suffix.remove_prefix(1);
  }
  const bool is_known = suffix.empty() || suffix == "bit" || suffix == "bit/s" || suffix == "bps";
  return is_known ? factor : 0;
}

}  // namespace

Result<std::int64_t> parse_whole(std::string_view text, std::int64_t low, std::int64_t high) {
  std::int64_t value = 0;
  const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (failure == std::errc::invalid_argument || end != text.data() + text.size())
    return usage_error("not a whole number");
  if (failure == std::errc::result_out_of_range || value < low || value > high) {
    return usage_error(fmt::format("out of range, {} to {}", low, high));
  }
  return value;
}

Result<Bytes> parse_size(std::string_view text) {
  std::int64_t value = 0;
  const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (failure == std::errc::invalid_argument || value < 0) return usage_error("not a size such as 8192, 8K or 1MiB");
  if (failure == std::errc::result_out_of_range) return usage_error("too large a size");
  const std::string_view rest(end, static_cast<std::size_t>(text.data() + text.size() - end));
  for (const auto& suffix : kSizeSuffixes) {
    if (rest != suffix.text) continue;
    if (value > kLargestSize / suffix.factor) return usage_error("too large a size");
    return Bytes(value * suffix.factor);
  }
  return usage_error("not a size such as 8192, 8K or 1MiB");
}

Result<BitRate> parse_rate(std::string_view text) {
  double value = 0;
  const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), value, std::chars_format::fixed);
  const double factor = rate_factor({end, static_cast<std::size_t>(text.data() + text.size() - end)});
  // from_chars takes "inf" and "nan" too.
  const bool begins_with_digit = !text.empty() && text.front() >= '0' && text.front() <= '9';
  if (failure == std::errc::invalid_argument || !begins_with_digit || factor == 0) {
    return usage_error("not a rate such as 200M, 1.5G or 10Gbit/s");
  }
  if (failure == std::errc::result_out_of_range || value * factor > kHighestRate) return usage_error("too high a rate");
  return BitRate::bits_per_second(std::llround(value * factor));
}

Result<Duration> parse_seconds(std::string_view text) {
  double value = 0;
  const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), value, std::chars_format::fixed);
  const std::string_view rest(end, static_cast<std::size_t>(text.data() + text.size() - end));
  if (failure == std::errc::invalid_argument || !(rest.empty() || rest == "s" || rest == "ms")) {
    return usage_error("not a number of seconds such as 10 or 0.5");
  }
  if (rest == "ms") value /= 1000;
  if (failure == std::errc::result_out_of_range || !(value > 0) || value > kLongestSeconds) {
    return usage_error("out of range, more than 0 to 1000000000 seconds");
  }
  return Duration(std::llround(value * 1e9));
}

}  // namespace ttcp::base

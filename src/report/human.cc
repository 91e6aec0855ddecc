// SPDX-License-Identifier: MIT
// Quantities as modern output writes them.
#include "report/human.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace ttcp::report {
namespace {

// How a rate is written: divided by `divisor`, with so many decimals, before `name`.
struct Scale {
  double divisor = 1;
  int decimals = 0;
  std::string_view name;
};

Scale scale_of(base::BitRate rate) {
  constexpr std::array<std::string_view, 5> kUnits{"bit/s", "kbit/s", "Mbit/s", "Gbit/s", "Tbit/s"};
  const auto bits = static_cast<double>(rate.in_bits_per_second());
  Scale scale{1, 0, kUnits.front()};
  if (bits < 1000) return scale;
  // 999.95 would be printed as 1000.0.
  for (std::size_t unit = 1; unit < kUnits.size(); ++unit) {
    scale.divisor *= 1000;
    scale.name = kUnits[unit];
    if (bits / scale.divisor < 999.95) break;
  }
  const double value = bits / scale.divisor;
  scale.decimals = value < 9.9995 ? 3 : value < 99.995 ? 2 : 1;
  return scale;
}

std::string number(double value, int decimals) { return fmt::format("{:.{}f}", value, decimals); }

std::string without_zeros(std::string text) {
  if (text.find('.') == std::string::npos) return text;
  text.erase(text.find_last_not_of('0') + 1);
  if (text.back() == '.') text.pop_back();
  return text;
}

double scaled(base::BitRate rate, const Scale& scale) {
  return static_cast<double>(rate.in_bits_per_second()) / scale.divisor;
}

// Bytes of the UTF-8 character (RFC 3629, section 4) at the start of `text`; 0: it isn't one, or a control character.
// Overlong forms and surrogates are let through: no terminal acts on them.
std::size_t shown_length(std::string_view text) {
  const auto at = [text](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char first = at(0);
  if (first < 0x80) return first >= 0x20 && first != 0x7F ? 1 : 0;
  if (first < 0xC2 || first > 0xF4) return 0;
  const std::size_t length = first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
  if (text.size() < length) return 0;
  for (std::size_t i = 1; i < length; ++i) {
    if (at(i) >> 6U != 2) return 0;
  }
  const bool is_c1 = first == 0xC2 && at(1) < 0xA0;
  return is_c1 ? 0 : length;
}

}  // namespace

std::string rate_text(base::BitRate rate) {
  const Scale scale = scale_of(rate);
  return fmt::format("{} {}", number(scaled(rate, scale), scale.decimals), scale.name);
}

std::string rate_text(base::BitRate rate, std::optional<base::BitRate> low, std::optional<base::BitRate> high) {
  if (!low || !high) return rate_text(rate);
  const Scale scale = scale_of(rate);
  const double middle = scaled(rate, scale);
  const double half = std::max({0.0, scaled(*high, scale) - middle, middle - scaled(*low, scale)});
  const double smallest = half > 0 ? std::pow(10.0, -scale.decimals) : 0;
  return fmt::format("{} ±{}", rate_text(rate), number(std::max(half, smallest), scale.decimals));
}

std::string wished_rate(base::BitRate rate) {
  const Scale scale = scale_of(rate);
  return fmt::format("{} {}", without_zeros(number(scaled(rate, scale), scale.decimals)), scale.name);
}

std::string brief_time(base::Duration time) {
  const double microseconds = static_cast<double>(time.count()) / 1e3;
  if (microseconds == 0) return "0 ms";
  if (microseconds < 9.95) return fmt::format("{:.1f} us", microseconds);
  if (microseconds < 99.5) return fmt::format("{:.0f} us", microseconds);
  const double milliseconds = microseconds / 1e3;
  if (milliseconds < 9.95) return fmt::format("{:.1f} ms", milliseconds);
  if (milliseconds < 999.5) return fmt::format("{:.0f} ms", milliseconds);
  return fmt::format("{:.1f} s", milliseconds / 1e3);
}

std::string span_text(base::Duration time) {
  const double seconds = static_cast<double>(time.count()) / 1e9;
  if (seconds == 0) return "0 s";
  if (seconds < 0.0995) return brief_time(time);
  return fmt::format("{:.{}f} s", seconds, seconds < 0.995 ? 2 : 1);
}

std::string percent(double share) {
  const double value = share * 100;
  if (value == 0) return "0 %";
  if (value >= 9.95) return fmt::format("{:.0f} %", value);
  constexpr double kSmallest = 1e-6;
  if (value > 0 && value < kSmallest) return "under 0.000001 %";
  // 0.0071: two digits from the first that isn't 0.
  const int decimals = std::clamp(1 - static_cast<int>(std::floor(std::log10(std::abs(value)))), 1, 7);
  return without_zeros(fmt::format("{:.{}f}", value, decimals)) + " %";
}

std::string size_text(base::Bytes bytes) {
  constexpr std::array<std::string_view, 4> kUnits{"KiB", "MiB", "GiB", "TiB"};
  if (bytes.count() < 1024) return counted(bytes.count(), "byte");
  double value = static_cast<double>(bytes.count()) / 1024;
  std::size_t unit = 0;
  for (; value >= 1023.95 && unit + 1 < kUnits.size(); ++unit) value /= 1024;
  return fmt::format("{} {}", without_zeros(number(value, value < 99.95 ? 1 : 0)), kUnits[unit]);
}

std::string counted(std::int64_t count, std::string_view noun) {
  return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

std::string joined(std::string_view address, std::uint16_t port) {
  const bool is_v6 = address.find(':') != std::string_view::npos;
  return is_v6 ? fmt::format("[{}]:{}", address, port) : fmt::format("{}:{}", address, port);
}

std::string harmless(std::string_view text) {
  std::string shown;
  while (!text.empty()) {
    const std::size_t length = shown_length(text);
    shown += length == 0 ? "?" : text.substr(0, length);
    text.remove_prefix(std::max<std::size_t>(length, 1));
  }
  return shown;
}

std::size_t width_of(std::string_view text) {
  return static_cast<std::size_t>(
      std::ranges::count_if(text, [](char c) { return static_cast<unsigned char>(c) >> 6U != 2; }));
}

std::string left(std::string_view text, std::size_t width) {
  const std::size_t taken = std::min(width, width_of(text));
  return std::string(text) + std::string(width - taken, ' ');
}

std::string right(std::string_view text, std::size_t width) {
  const std::size_t taken = std::min(width, width_of(text));
  return std::string(width - taken, ' ') + std::string(text);
}

}  // namespace ttcp::report

// SPDX-License-Identifier: MIT
// The value of an option or operand as a quantity. Every failure is Error{usage} with one line that names the option,
// the value as typed, and what would be right: "-p 70000: out of range, 1 to 65535".
#pragma once

#include <cstdint>
#include <string_view>

#include "base/error.h"
#include "base/units.h"

namespace ttcp::cli {

struct Range {
  std::int64_t low = 0;
  std::int64_t high = 0;
};

// The ranges that several grammars use.
inline constexpr std::int64_t kLargestPort = 65535;
inline constexpr std::int64_t kLargestBlock = std::int64_t{1} << 30;  // 1 GiB
inline constexpr std::int64_t kLargestCount = std::int64_t{1} << 62;
inline constexpr std::int64_t kLargestSocketBuffer = INT32_MAX;  // SO_SNDBUF and SO_RCVBUF are ints

base::Error bad_value(std::string_view name, std::string_view value, std::string_view reason);

// Digits only. Where `value` is a size such as 8k, the line says how many that is.
base::Result<std::int64_t> whole_value(std::string_view name, std::string_view value, Range range);
// Suffixes allowed.
base::Result<base::Bytes> size_value(std::string_view name, std::string_view value, Range range);
base::Result<base::Duration> seconds_value(std::string_view name, std::string_view value);

}  // namespace ttcp::cli

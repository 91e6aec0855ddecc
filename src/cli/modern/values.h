// SPDX-License-Identifier: MIT
// Values of the modern options beyond cli/option_value.h. Every failure is Error{usage} with one line that names the
// option as typed, the value, and what would be right.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/error.h"
#include "base/units.h"
#include "cli/option_value.h"
#include "cli/words.h"

namespace ttcp::cli::modern {

// Closed; `text` is how the range reads in a message, in seconds. A low of 0 admits "0".
struct Durations {
  base::Duration low;
  base::Duration high;
  std::string_view text;
};

inline constexpr Durations kRunTimes{std::chrono::milliseconds(100), std::chrono::hours(24), "0.1 to 86400"};

// Keeps what could be read, passes on what could not.
template <class Target, class Value>
base::Result<void> set(Target& target, const base::Result<Value>& value) {
  if (!value) return value.error();
  target = *value;
  return {};
}

// The value of an option that takes one.
std::string_view text_in(const Option& option);

base::Result<int> count_in(const Option& option, Range range);
base::Result<base::Bytes> size_in(const Option& option, Range range);
base::Result<base::Duration> duration_in(const Option& option, const Durations& range);
// 1 kbit/s to 100 Tbit/s.
base::Result<base::BitRate> rate_in(const Option& option);

// "200M" or "200M,1G", each as in rate_in().
struct Expectation {
  base::BitRate first;
  std::optional<base::BitRate> second;
  bool operator==(const Expectation&) const = default;
};
base::Result<Expectation> expectation_in(const Option& option);

// A differentiated services code point: 0 to 63 or the names of RFC 2474 (CS0 to CS7), RFC 2597 (AF11 to AF43) and
// RFC 3246 (EF), in small letters too.
base::Result<int> dscp_in(const Option& option);

// 1 to 15 letters that the kernel may take for a name; 15 is what IFNAMSIZ and TCP_CA_NAME_MAX leave. `what` completes
// "not ...": "the name of an interface".
base::Result<std::string> kernel_name_in(const Option& option, std::string_view what);

}  // namespace ttcp::cli::modern

// SPDX-License-Identifier: MIT
// A classic command line half read: what the options said so far, and which of them were there at all.
#pragma once

#include <set>
#include <span>
#include <string>

#include "base/error.h"
#include "cli/words.h"
#include "model/command.h"

namespace ttcp::cli::classic {

enum LongCode : int {
  kTime = kFirstLongCode,
  kBytes,
  kRandom,
  kInterval,
  kJson,
  kTimeout,
  kBind,
  kCongestion,
  kHelp,
  kVersion,
};

struct Draft {
  model::RunTest run;
  bool sink = false;    // -s, after all its toggles
  std::set<int> given;  // codes of all options that were there
  bool has(int code) const { return given.contains(code); }
};

// The options of 1.12, -4, -6 and the long ones, for sort_words().
OptionTable option_table();

// Options without a value first, because ranges depend on the role; then the values, in the order typed.
// Error{usage}: one line about the first bad value.
base::Result<Draft> read_options(std::span<const Option> options);

}  // namespace ttcp::cli::classic

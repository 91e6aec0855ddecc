// SPDX-License-Identifier: MIT
// Words sorted into options and operands by CLI11: bundled letters, "-t10", "--time 10", "--time=10", options after
// operands, "--".
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "base/error.h"
#include "cli/words.h"

namespace ttcp::cli::modern {

// One way to write an option, dashes included: "-t". Spellings of one option share the code.
struct Spelling {
  std::string_view name;
  Argument argument = Argument::none;
  int code = 0;
};

// An option of related programs that is no option here, and the sentence that says so.
struct Foreign {
  std::string_view name;
  std::string_view answer;
};

struct Spellings {
  std::span<const Spelling> own;
  std::span<const Foreign> foreign;
};

// Option::name is the spelling that was typed, Option::value is absent where the spelling takes none. An optional value
// is the next word unless that is an option.
// Error{usage}: one line; an unknown option with the nearest known one, where one is near.
base::Result<SortedWords> sort_words(const Spellings& spellings, std::span<const std::string> words);

}  // namespace ttcp::cli::modern

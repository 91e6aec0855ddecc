// SPDX-License-Identifier: MIT
// Command line words sorted into options and operands, by glibc's getopt_long: the meaning that the classic programs
// had (glued or separate values, bundled letters, options after operands, long names cut short, "--").
// Threads: one thread of the process at a time, because getopt keeps its place in process-wide variables.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/error.h"

namespace ttcp::cli {

// For options that have no letter: their codes start here, above every letter.
inline constexpr int kFirstLongCode = 256;

enum class Argument { none, required, optional };

struct LongOption {
  const char* name = "";  // without the dashes
  Argument argument = Argument::none;
  int code = kFirstLongCode;  // kFirstLongCode or more, one for each name
};

struct OptionTable {
  std::string letters;  // as in getopt(3): "tp:" is -t, and -p with a value; no leading '-', '+' or ':'
  std::span<const LongOption> names;
};

struct Option {
  int code = 0;                      // the letter, or LongOption::code
  std::string name;                  // "-p" or "--time", in full however it was typed
  std::optional<std::string> value;  // absent: none was given
  bool operator==(const Option&) const = default;
};

struct SortedWords {
  std::vector<Option> options;        // in the order typed
  std::vector<std::string> operands;  // likewise
  bool operator==(const SortedWords&) const = default;
};

// `words` is without the program's name. The order of words doesn't matter and POSIXLY_CORRECT isn't heeded.
// Error{usage}: getopt's complaint in one line ("invalid option -- 'z'"), with the nearest long name where one is near.
base::Result<SortedWords> sort_words(const OptionTable& table, std::span<const std::string> words);

}  // namespace ttcp::cli

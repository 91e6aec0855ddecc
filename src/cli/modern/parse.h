// SPDX-License-Identifier: MIT
// The command lines of `ttcp test` and `ttcp serve`, as plans. CLI11 sorts the words; every message is ours.
// Threads: any; nothing here is shared.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "base/error.h"
#include "model/command.h"

namespace ttcp::cli::modern {

// Every option explained, for --help. At most 80 columns; ends with a newline.
std::string test_help();
std::string serve_help();

// `words` is what follows `test`; the result is Measure or, for --help and --version, ShowText.
// Error{usage}: detail is one line of printable ASCII without a newline. An option that is given twice holds as given
// last; options that contradict each other, or that would have no effect, are refused.
base::Result<model::Command> parse_test(std::span<const std::string> words, std::string_view version);
// `words` is what follows `serve`; the result is Serve or ShowText. Errors as above.
base::Result<model::Command> parse_serve(std::span<const std::string> words, std::string_view version);

}  // namespace ttcp::cli::modern

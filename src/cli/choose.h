// SPDX-License-Identifier: MIT
// Which command line a call of the program speaks, and what that command line asks for.
// Threads: as cli/words.h.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "base/error.h"
#include "model/command.h"

namespace ttcp::cli {

struct Choice {
  base::Result<model::Command> command;  // Error{usage}: detail is one or more lines without a final newline
  int usage_exit_status = 2;             // of such an error; the classic grammar keeps 1
};

// `program_name` is argv[0], with or without its folder: a link named nettp speaks nettp. `words` is the rest of argv.
// `on_terminal`: both ends of a dialogue, standard input and output, are terminals.
Choice choose(std::string_view program_name, std::span<const std::string> words, bool on_terminal,
              std::string_view version);

// What `ttcp help` shows. Ends with a newline.
std::string general_help();

}  // namespace ttcp::cli

// SPDX-License-Identifier: MIT
// The command line of ttcp 1.12 with our long options, as a plan. Source: docs/protocols/classic.md, getopt(3).
// Threads: as cli/words.h.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "base/error.h"
#include "model/command.h"

namespace ttcp::cli::classic {

// Two lines of forms and the letters, for standard error after a complaint. Ends with a newline, as help() does.
std::string usage();
// Every option explained, for --help.
std::string help();

// `words` is without the program's name; the result is RunTest or, for --help and --version, ShowText. What 1.12
// accepts and ignores is accepted here too, and named in report.notes.
// Error{usage}: detail has no final newline. One line for a bad value or a contradiction; the complaint of getopt
// followed by usage() for an unknown option, a missing value, a missing host or no words at all.
base::Result<model::Command> parse(std::span<const std::string> words, std::string_view version);

}  // namespace ttcp::cli::classic

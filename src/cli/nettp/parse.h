// SPDX-License-Identifier: MIT
// The command line of nettp 0.1 with a few options of ours, as a plan. Source: docs/protocols/nettp.md.
// Threads: as cli/words.h.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "base/error.h"
#include "model/command.h"

namespace ttcp::cli::nettp {

// The forms, for standard error after a complaint. Ends with a newline, as help() does.
std::string usage();
// Every option explained, for --help.
std::string help();

// `words` is without the program's name; the result is NettpServe, NettpSend or, for --help and --version, ShowText.
// Error{usage}: detail has no final newline. One line for a bad value; one line followed by usage() for the rest.
base::Result<model::Command> parse(std::span<const std::string> words, std::string_view version);

}  // namespace ttcp::cli::nettp

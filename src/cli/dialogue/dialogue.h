// SPDX-License-Identifier: MIT
// The questions that Cisco IOS asks when `ttcp` is typed, as a machine without terminal: lines in, prompts out, a plan
// at the end. Prompts, defaults and order are those of an AS5300 (docs/protocols/classic.md).
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "base/error.h"
#include "model/command.h"

namespace ttcp::cli::dialogue {

struct Turn {
  std::string print;                                 // show this, as it is, then read a line
  std::optional<base::Result<model::Command>> done;  // set exactly once; RunTest, or Error{cancelled}
};

// An empty line takes the default. A wrong answer prints one line saying what is expected, and the prompt once more.
// Threads: one at a time. REQUIRES: start() first and once; nothing after `done`.
class Dialogue {
 public:
  Turn start();
  // `line` is without its newline. Blanks around the answer don't count; over 255 characters it is wrong.
  Turn on_line(std::string_view line);
  // The user typed Ctrl-D.
  Turn on_end_of_input();

 private:
  Turn advance(std::string remark);

  model::RunTest draft_;
  std::size_t position_ = 0;  // of the question that waits for its answer; 0 asks for the role
  bool finished_ = false;
};

}  // namespace ttcp::cli::dialogue

// SPDX-License-Identifier: MIT
// What is asked, in which order, and what each answer does to the plan.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "model/command.h"

namespace ttcp::cli::dialogue {

struct Question {
  enum class Kind {
    role,     // answers are model::Role
    address,  // answers are text, and there is no default
    yes_no,   // answers are 1 and 0
    number,   // low to high
  };
  Kind kind = Kind::number;
  std::string_view text;
  std::int64_t preset = 0;
  std::int64_t low = 0;
  std::int64_t high = 0;
  void (*apply)(model::RunTest&, std::int64_t) = nullptr;  // Kind::address: unused
  std::string_view remark_on_yes{};                        // one line, printed when the answer is y
};

// The question of the role alone, the first of both scripts.
const Question& opening();
// What follows for this role.
std::span<const Question> script(model::Role role);

// "port [5001]: ".
std::string prompt(const Question& question);
// "a whole number from 1 to 65535".
std::string expectation(const Question& question);

// REQUIRES: kind isn't address. Absent: not an answer to this question. An empty answer is the default.
std::optional<std::int64_t> understand(const Question& question, std::string_view answer);

}  // namespace ttcp::cli::dialogue

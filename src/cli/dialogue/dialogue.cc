// SPDX-License-Identifier: MIT
// One answer, one step.
#include "cli/dialogue/dialogue.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <utility>

#include "cli/dialogue/questions.h"
#include "cli/wording.h"

namespace ttcp::cli::dialogue {
namespace {

constexpr std::size_t kLongestLine = 255;

std::string_view trimmed(std::string_view line) {
  constexpr std::string_view kBlanks = " \t\r";
  const auto first = line.find_first_not_of(kBlanks);
  if (first == std::string_view::npos) return "";
  return line.substr(first, line.find_last_not_of(kBlanks) - first + 1);
}

// Anything that may be a name; whether it is one, only the resolver knows.
bool is_host(std::string_view answer) {
  return !answer.empty() && std::ranges::all_of(answer, [](char c) { return c > ' ' && c < '\x7f'; });
}

const Question& question_at(std::size_t position, model::Role role) {
  return position == 0 ? opening() : script(role)[position - 1];
}

// False: the answer is none to this question, and `run` is as it was.
bool take_answer(const Question& question, std::string_view answer, model::RunTest& run) {
  if (question.kind == Question::Kind::address) {
    if (is_host(answer)) run.plan.endpoint.host = answer;
    return is_host(answer);
  }
  const auto value = understand(question, answer);
  if (value) question.apply(run, *value);
  return value.has_value();
}

std::string remark_on(const Question& question, std::string_view answer) {
  if (question.remark_on_yes.empty() || understand(question, answer) == 0) return "";
  return fmt::format("{}\n", question.remark_on_yes);
}

std::string rebuke(const Question& question, std::string_view answer) {
  if (answer.empty()) return fmt::format("{} is expected\n", expectation(question));
  return fmt::format("'{}': {} is expected\n", harmless(answer), expectation(question));
}

}  // namespace

Turn Dialogue::start() {
  draft_.report.style = model::ReportStyle::ios;
  return {prompt(opening()), std::nullopt};
}

Turn Dialogue::on_line(std::string_view line) {
  assert(!finished_);
  const Question& question = question_at(position_, draft_.plan.role);
  const std::string_view answer = trimmed(line);
  if (line.size() > kLongestLine || !take_answer(question, answer, draft_)) {
    return {rebuke(question, answer) + prompt(question), std::nullopt};
  }
  return advance(remark_on(question, answer));
}

Turn Dialogue::on_end_of_input() {
  assert(!finished_);
  finished_ = true;
  return {"\n", base::Error{base::Error::Kind::cancelled, "", 0, "the dialogue ended before its last question"}};
}

Turn Dialogue::advance(std::string remark) {
  ++position_;
  if (position_ <= script(draft_.plan.role).size()) {
    return {std::move(remark) + prompt(question_at(position_, draft_.plan.role)), std::nullopt};
  }
  finished_ = true;
  return {std::move(remark) + "\n", model::Command(draft_)};  // IOS leaves a line blank before its banner
}

}  // namespace ttcp::cli::dialogue

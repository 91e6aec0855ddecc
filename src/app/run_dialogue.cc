// SPDX-License-Identifier: MIT
// The dialogue on this terminal, and the test that it asked for.
#include <unistd.h>

#include "app/run.h"
#include "base/line_reader.h"
#include "base/text_sink.h"
#include "cli/dialogue/dialogue.h"

namespace ttcp::app {
namespace {

struct Answers {
  std::optional<base::Result<model::Command>> done;
  int signal = 0;
};

Answers hold_dialogue(base::TextSink& out) {
  base::LineReader reader;
  cli::dialogue::Dialogue dialogue;
  auto turn = dialogue.start();
  while (true) {
    out.write(turn.print);
    if (turn.done) return {std::move(turn.done), 0};
    const base::Line line = reader.next();
    if (const auto* cut = std::get_if<base::Interrupted>(&line)) {
      out.write("\n");
      return {std::nullopt, cut->signal};
    }
    const auto* text = std::get_if<std::string>(&line);
    turn = text != nullptr ? dialogue.on_line(*text) : dialogue.on_end_of_input();
  }
}

}  // namespace

int run(const model::OpenDialogue&, const Program& program) {
  base::FdSink out(STDOUT_FILENO);
  const auto answers = hold_dialogue(out);
  if (!answers.done) return 128 + answers.signal;
  if (!answers.done->has_value()) return 0;  // Ctrl-D: the user changed their mind
  return std::visit([&program](const auto& command) { return run(command, program); }, **answers.done);
}

int run(const model::ShowText& command, const Program&) {
  base::FdSink out(STDOUT_FILENO);
  out.write(command.text);
  return out.failure() ? 1 : command.exit_status;
}

}  // namespace ttcp::app

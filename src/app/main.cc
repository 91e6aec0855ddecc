// SPDX-License-Identifier: MIT
// ttcp: how fast is this path, and what stops it from being faster? Wiring only.
#include <fmt/format.h>
#include <unistd.h>

#include <csignal>
#include <exception>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "app/run.h"
#include "base/standard_streams.h"
#include "base/write_all.h"
#include "cli/choose.h"

namespace {

// Standard error is the last place to tell anything; if that fails too, the exit status remains.
void complain(const std::string& text) { static_cast<void>(ttcp::base::write_all(STDERR_FILENO, text)); }

int carry_out(std::span<char*> arguments) {
  const std::string name = arguments.empty() ? "ttcp" : arguments[0];
  const std::vector<std::string> words(arguments.begin() + (arguments.empty() ? 0 : 1), arguments.end());
  const bool on_terminal = isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1;
  const auto choice = ttcp::cli::choose(name, words, on_terminal, TTCP_VERSION);
  if (!choice.command) {
    complain(fmt::format("ttcp: {}\n", ttcp::base::to_text(choice.command.error())));
    return choice.usage_exit_status;
  }
  const ttcp::app::Program program{TTCP_VERSION};
  return std::visit([&program](const auto& command) { return ttcp::app::run(command, program); }, *choice.command);
}

}  // namespace

int main(int argc, char** argv) {
  // A reader that went away is an error of write(2), not the end of the program: the report must still come out.
  std::signal(SIGPIPE, SIG_IGN);
  if (!ttcp::base::hold_standard_descriptors()) return 1;
  try {
    return carry_out(std::span(argv, static_cast<std::size_t>(argc)));
  } catch (const std::exception& error) {
    complain(fmt::format("ttcp: {}\n", error.what()));
    return 1;
  }
}

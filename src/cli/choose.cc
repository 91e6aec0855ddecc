// SPDX-License-Identifier: MIT
// The program's name, then the first word, pick the grammar.
#include "cli/choose.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "cli/classic/parse.h"
#include "cli/modern/parse.h"
#include "cli/nettp/parse.h"
#include "cli/wording.h"

namespace ttcp::cli {
namespace {

constexpr int kClassicUsageStatus = 1;
constexpr int kUsageStatus = 2;
constexpr std::array<std::string_view, 6> kCommands{"test", "serve", "nettp", "dialogue", "help", "version"};

std::string_view base_name(std::string_view path) { return path.substr(path.find_last_of('/') + 1); }

Choice refuse(std::string line) { return {base::usage_error(std::move(line)), kUsageStatus}; }

Choice refuse_iperf3() { return refuse("iperf3: this version doesn't have the iperf3 command line yet"); }

Choice unknown_command(std::string_view word) {
  const auto near = nearest(word, kCommands);
  const std::string hint = near ? fmt::format(" (did you mean '{}'?)", *near) : "";
  return refuse(fmt::format("unknown command '{}'{}: there are {}, and the options -t and -r", harmless(word), hint,
                            fmt::join(kCommands, ", ")));
}

Choice without_words(bool on_terminal) {
  if (on_terminal) return {model::Command(model::OpenDialogue{}), kUsageStatus};
  return {model::Command(model::ShowText{general_help(), kUsageStatus}), kUsageStatus};
}

// REQUIRES: words aren't empty, and the first doesn't begin with '-'.
Choice by_command(std::span<const std::string> words, std::string_view version) {
  const std::string& command = words.front();
  if (command == "test") return {modern::parse_test(words.subspan(1), version), kUsageStatus};
  if (command == "serve") return {modern::parse_serve(words.subspan(1), version), kUsageStatus};
  if (command == "nettp") return {nettp::parse(words.subspan(1), version), kUsageStatus};
  if (command == "iperf3") return refuse_iperf3();
  if (std::ranges::find(kCommands, command) == kCommands.end()) return unknown_command(command);
  if (words.size() > 1) return refuse(fmt::format("{}: unexpected word '{}'", command, harmless(words[1])));
  if (command == "dialogue") return {model::Command(model::OpenDialogue{}), kUsageStatus};
  if (command == "help") return {model::Command(model::ShowText{general_help(), 0}), kUsageStatus};
  return {model::Command(version_text(version)), kUsageStatus};
}

}  // namespace

Choice choose(std::string_view program_name, std::span<const std::string> words, bool on_terminal,
              std::string_view version) {
  const std::string_view name = base_name(program_name);
  if (name == "nettp") return {nettp::parse(words, version), kUsageStatus};
  if (name == "iperf3") return refuse_iperf3();
  if (words.empty()) return without_words(on_terminal);
  if (words.front().starts_with('-')) return {classic::parse(words, version), kClassicUsageStatus};
  return by_command(words, version);
}

std::string general_help() {
  return R"(ttcp: how fast does data move from one host to another?

  ttcp serve                     wait for tests, and serve them all
  ttcp test HOST                 measure the path to the ttcp serve on HOST: up,
                                 down, and the latency under that load

  ttcp -r -s                     wait for a test, count what arrives
  ttcp -t -s HOST                send made-up data to the ttcp -r -s on HOST
  ttcp -r > FILE                 wait for a file
  ttcp -t HOST < FILE            and send it
  ttcp                           on a terminal: ask for everything, as Cisco's
  ttcp dialogue                  routers do; the second form asks anywhere

  ttcp nettp -s                  serve nettp clients until stopped
  ttcp nettp -c HOST SIZE COUNT  send COUNT random blocks of SIZE bytes to it

  ttcp test --help               all options of test
  ttcp serve --help              all options of serve
  ttcp --help                    all options of -t and -r
  ttcp nettp --help              all options of nettp
  ttcp help                      this text
  ttcp version                   the version

A link to this program that is named nettp behaves as "ttcp nettp".
)";
}

}  // namespace ttcp::cli

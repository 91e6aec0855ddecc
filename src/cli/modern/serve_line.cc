// SPDX-License-Identifier: MIT
// Words -> options -> draft -> contradictions refused -> the server's plan.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>
#include <utility>

#include "cli/modern/addresses.h"
#include "cli/modern/parse.h"
#include "cli/modern/sorter.h"
#include "cli/modern/values.h"
#include "cli/wording.h"

namespace ttcp::cli::modern {
namespace {

enum ServeCode : int {
  kListen = 1,
  kPort,
  kMaxTests,
  kExclusive,
  kMaxDuration,
  kMaxRate,
  kMaxStreams,
  kAllow,
  kOnce,
  kJsonLines,
  kQuiet,
  kHelp,
  kVersion,
};

constexpr std::array kSpellings{
    Spelling{"--listen", Argument::required, kListen},
    Spelling{"-p", Argument::required, kPort},
    Spelling{"--port", Argument::required, kPort},
    Spelling{"--max-tests", Argument::required, kMaxTests},
    Spelling{"--exclusive", Argument::none, kExclusive},
    Spelling{"--max-duration", Argument::required, kMaxDuration},
    Spelling{"--max-rate", Argument::required, kMaxRate},
    Spelling{"--max-streams", Argument::required, kMaxStreams},
    Spelling{"--allow", Argument::required, kAllow},
    Spelling{"--once", Argument::optional, kOnce},
    Spelling{"--json-lines", Argument::none, kJsonLines},
    Spelling{"-q", Argument::none, kQuiet},
    Spelling{"--quiet", Argument::none, kQuiet},
    Spelling{"-h", Argument::none, kHelp},
    Spelling{"--help", Argument::none, kHelp},
    Spelling{"--version", Argument::none, kVersion},
};
constexpr std::string_view kListenDecides = "the family is that of --listen, as in --listen 0.0.0.0 or --listen [::]";
constexpr std::array kForeign{Foreign{"-4", kListenDecides}, Foreign{"-6", kListenDecides},
                              Foreign{"-s", "not needed here: ttcp serve"}, Foreign{"-1", "it is --once here"},
                              Foreign{"--one-off", "it is --once here"}};

constexpr Range kTests{1, 4096};
constexpr Range kOnceTests{1, std::int64_t{1} << 31};

struct Draft {
  model::Serve serve;
  std::vector<model::ListenAt> listen;  // in place of the defaults; empty: none given
  std::set<int> given;
  bool has(int code) const { return given.contains(code); }
};

base::Result<void> add_listen(Draft& draft, const Option& option, model::ListenAt listen) {
  const bool is_there = std::ranges::find(draft.listen, listen) != draft.listen.end();
  if (is_there && listen.port != 0) return bad_value(option.name, text_in(option), "this address was given before");
  draft.listen.push_back(std::move(listen));
  return {};
}

base::Result<void> apply_address(Draft& draft, const Option& option) {
  if (option.code == kPort) {
    const auto port = count_in(option, {0, kLargestPort});
    if (!port) return port.error();
    return add_listen(draft, option, {"", static_cast<std::uint16_t>(*port)});
  }
  if (option.code == kListen) {
    auto listen = listen_at(option.name, text_in(option));
    if (!listen) return listen.error();
    return add_listen(draft, option, std::move(*listen));
  }
  auto network = network_of(option.name, text_in(option));
  if (!network) return network.error();
  draft.serve.plan.allow.push_back(std::move(*network));
  return {};
}

base::Result<void> apply_once(Draft& draft, const Option& option) {
  if (!option.value) {
    draft.serve.plan.once = 1;
    return {};
  }
  return set(draft.serve.plan.once, whole_value(option.name, *option.value, kOnceTests));
}

base::Result<void> apply(Draft& draft, const Option& option) {
  auto& limits = draft.serve.plan.limits;
  switch (option.code) {
    case kListen:
    case kPort:
    case kAllow:
      return apply_address(draft, option);
    case kMaxTests:
      return set(limits.tests, count_in(option, kTests));
    case kMaxDuration:
      return set(limits.duration, duration_in(option, kRunTimes));
    case kMaxRate:
      return set(limits.rate, rate_in(option));
    case kMaxStreams:
      return set(limits.streams, count_in(option, {1, model::kMostStreams}));
    case kOnce:
      return apply_once(draft, option);
    default:  // flags
      return {};
  }
}

base::Result<Draft> read_options(std::span<const Option> options) {
  Draft draft;
  for (const auto& option : options) {
    draft.given.insert(option.code);
    if (auto applied = apply(draft, option); !applied) return applied.error();
  }
  return draft;
}

base::Result<model::Command> finished(Draft draft, std::span<const std::string> operands) {
  if (!operands.empty()) {
    return base::usage_error(fmt::format("serve: unexpected word '{}': it takes options only", harmless(operands[0])));
  }
  auto& serve = draft.serve;
  if (draft.has(kExclusive) && draft.has(kMaxTests) && serve.plan.limits.tests != 1) {
    return base::usage_error("--exclusive doesn't go with --max-tests: it is --max-tests 1");
  }
  if (draft.has(kJsonLines) && draft.has(kQuiet)) {
    return base::usage_error("--json-lines doesn't go with --quiet: one prints a line for each event, the other none");
  }
  if (draft.has(kExclusive)) serve.plan.limits.tests = 1;
  if (draft.has(kJsonLines)) serve.output = model::ServeOutput::json_lines;
  if (draft.has(kQuiet)) serve.output = model::ServeOutput::quiet;
  if (!draft.listen.empty()) serve.plan.listen = std::move(draft.listen);
  return model::Command(std::move(serve));
}

}  // namespace

base::Result<model::Command> parse_serve(std::span<const std::string> words, std::string_view version) {
  const auto sorted = sort_words({kSpellings, kForeign}, words);
  if (!sorted) return sorted.error();
  for (const auto& option : sorted->options) {
    if (option.code == kHelp) return model::Command(model::ShowText{serve_help(), 0});
    if (option.code == kVersion) return model::Command(version_text(version));
  }
  auto draft = read_options(sorted->options);
  if (!draft) return draft.error();
  return finished(std::move(*draft), sorted->operands);
}

}  // namespace ttcp::cli::modern

// SPDX-License-Identifier: MIT
// Words -> options -> draft -> contradictions refused -> one plan for each host.
#include <fmt/format.h>

#include <chrono>
#include <utility>
#include <vector>

#include "cli/modern/addresses.h"
#include "cli/modern/parse.h"
#include "cli/modern/test_draft.h"
#include "cli/wording.h"

namespace ttcp::cli::modern {
namespace {

using model::Direction;

constexpr base::Duration kDefaultPause = std::chrono::seconds(1);

bool measures(const TestDraft& draft, Direction direction) {
  if (!draft.has(kUp) && !draft.has(kDown)) return true;
  return draft.has(direction == Direction::upload ? kUp : kDown);
}

std::vector<model::RunPlan> runs_of(const TestDraft& draft) {
  if (draft.has(kBoth)) return {{{Direction::upload, Direction::download}, draft.traffic}};
  std::vector<model::RunPlan> runs;
  for (const auto direction : {Direction::upload, Direction::download}) {
    if (measures(draft, direction)) runs.push_back({{direction}, draft.traffic});
  }
  return runs;
}

void set_expectations(TestDraft& draft) {
  if (!draft.expectation) return;
  const auto [first, second] = *draft.expectation;
  if (measures(draft, Direction::upload)) draft.plan.expected_up = first;
  if (measures(draft, Direction::download)) draft.plan.expected_down = second.value_or(first);
}

void add_notes(TestDraft& draft) {
  if (!draft.has(kWindow) || draft.has(kUdp)) return;
  draft.measure.notes.push_back(
      fmt::format("{} {}: a fixed window turns off the kernel's autotuning of socket buffers at both ends",
                  draft.given.at(kWindow), draft.traffic.window->count()));
}

base::Result<model::TestPlan> plan_for(const TestDraft& draft, std::string_view host) {
  auto place = place_of(host);
  if (!place) return place.error();
  model::TestPlan plan = draft.plan;
  const auto family = family_of(place->host);
  if (plan.endpoint.family != model::Family::any && family != model::Family::any && family != plan.endpoint.family) {
    return bad_value(
        "HOST", host,
        family == model::Family::ipv6 ? "an IPv6 address doesn't go with -4" : "an IPv4 address doesn't go with -6");
  }
  plan.endpoint.host = std::move(place->host);
  plan.endpoint.port = place->port.value_or(plan.endpoint.port);
  return plan;
}

base::Result<model::Command> finished(TestDraft draft, std::span<const std::string> hosts) {
  if (hosts.empty()) return base::usage_error("test: needs a HOST, as in ttcp test lab2 (see ttcp test --help)");
  if (auto fits = refuse_contradictions(draft); !fits) return fits.error();
  draft.plan.runs = runs_of(draft);
  draft.plan.search_rate = draft.has(kUdp) && !draft.has(kRate);
  set_expectations(draft);
  add_notes(draft);
  if (draft.measure.repeat > 1 && !draft.has(kPause)) draft.measure.pause = kDefaultPause;
  for (const auto& host : hosts) {
    auto plan = plan_for(draft, host);
    if (!plan) return plan.error();
    draft.measure.plans.push_back(std::move(*plan));
  }
  return model::Command(std::move(draft.measure));
}

}  // namespace

base::Result<model::Command> parse_test(std::span<const std::string> words, std::string_view version) {
  const auto sorted = sort_words(test_spellings(), words);
  if (!sorted) return sorted.error();
  for (const auto& option : sorted->options) {
    if (option.code == kHelp) return model::Command(model::ShowText{test_help(), 0});
    if (option.code == kVersion) return model::Command(version_text(version));
  }
  auto draft = read_test_options(sorted->options);
  if (!draft) return draft.error();
  return finished(std::move(*draft), sorted->operands);
}

}  // namespace ttcp::cli::modern

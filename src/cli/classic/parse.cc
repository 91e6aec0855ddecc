// SPDX-License-Identifier: MIT
// Words -> options -> draft -> contradictions refused, ignored options noted -> plan.
#include "cli/classic/parse.h"

#include <fmt/format.h>

#include <array>
#include <utility>
#include <vector>

#include "cli/classic/draft.h"
#include "cli/wording.h"
#include "cli/words.h"

namespace ttcp::cli::classic {
namespace {

using model::PayloadSink;
using model::PayloadSource;
using model::Role;
using model::Transport;

constexpr std::int64_t kShortestDatagram = 5;  // 4 bytes are an end marker
constexpr int kStandardOutput = 1;

base::Error complaint(std::string_view line) { return complaint_with_usage(line, usage()); }

void choose_payload(Draft& draft) {
  auto& plan = draft.run.plan;
  plan.sink = draft.sink ? PayloadSink::discard : PayloadSink::standard_output;
  plan.source = draft.sink ? PayloadSource::pattern : PayloadSource::standard_input;
  if (draft.sink && draft.has(kRandom)) plan.source = PayloadSource::random;
}

void choose_extent(Draft& draft) {
  // 2048 buffers were meant as the end of a test that has no other.
  auto& extent = draft.run.plan.extent;
  if ((extent.time || extent.bytes) && !draft.has('n')) extent.buffers.reset();
}

base::Result<void> place_operands(Draft& draft, std::span<const std::string> operands) {
  auto& plan = draft.run.plan;
  if (operands.size() > 1) {
    return base::usage_error(fmt::format("unexpected word '{}' after '{}': one host is enough", harmless(operands[1]),
                                         harmless(operands[0])));
  }
  if (plan.role == Role::transmit) {
    if (operands.empty() || operands[0].empty()) return complaint("-t needs a host to transmit to");
    plan.endpoint.host = operands[0];
    return {};
  }
  if (!operands.empty()) {
    draft.run.report.notes.push_back(fmt::format("{} is not used by -r", harmless(operands[0])));
  }
  return {};
}

bool transmits_short_datagrams(const model::FlowPlan& plan) {
  return plan.transport == Transport::udp && plan.role == Role::transmit &&
         plan.source != PayloadSource::standard_input && plan.extent.bytes < base::Bytes(kShortestDatagram);
}

base::Result<void> refuse_contradictions(const Draft& draft) {
  const auto& plan = draft.run.plan;
  if (draft.has(kCongestion) && plan.transport == Transport::udp) {
    return base::usage_error("--congestion: for TCP only, not with -u");
  }
  if (draft.has(kRandom) && plan.role == Role::receive) {
    return base::usage_error("--random: says what -t sends, so not with -r");
  }
  if (draft.has(kRandom) && !draft.sink) {
    return base::usage_error("--random: needs -s, because without it the payload comes from standard input");
  }
  if (draft.has(kBytes) && transmits_short_datagrams(plan)) {
    return base::usage_error(fmt::format("--bytes {}: with -u -s at least {}, because shorter datagrams are markers",
                                         plan.extent.bytes->count(), kShortestDatagram));
  }
  if (draft.run.report.json_fd == kStandardOutput && model::payload_owns_stdout(plan)) {
    return base::usage_error(
        "--json: standard output carries the payload of -r without -s; name another descriptor, as in --json=3");
  }
  return {};
}

// What 1.12 accepts and ignores: still accepted, but said.
void note_ignored(Draft& draft) {
  struct Case {
    char letter;
    bool ignored;
    std::string_view where;
  };
  const auto& plan = draft.run.plan;
  const bool udp = plan.transport == Transport::udp;
  const bool transmits = plan.role == Role::transmit;
  const std::array cases{
      Case{'d', udp, "with UDP"},
      Case{'D', udp, "with UDP"},
      Case{'D', !udp && !transmits, "with -r"},
      Case{'B', udp, "with UDP"},
      Case{'B', !udp && transmits, "with -t"},
      Case{'T', udp, "with UDP"},
      Case{'T', !udp && transmits, "with -t"},
      Case{'n', !transmits, "with -r"},
      Case{'n', transmits && !draft.sink, "without -s"},
      Case{'O', plan.buffer.align == 0, "with -A 0"},
  };
  for (const auto& [letter, ignored, where] : cases) {
    if (ignored && draft.has(letter)) {
      draft.run.report.notes.push_back(fmt::format("-{} has no meaning {}", letter, where));
    }
  }
}

void note_unit(model::ReportChoice& report) {
  if (std::string_view("kKmMgG").find(report.unit) != std::string_view::npos) return;
  report.notes.push_back(fmt::format("-f {} is no known unit: rates are in KB", report.unit));
}

void lengthen_datagram(Draft& draft) {
  auto& plan = draft.run.plan;
  if (plan.transport != Transport::udp || plan.buffer.length >= base::Bytes(kShortestDatagram)) return;
  draft.run.report.notes.push_back(fmt::format("-l {}: {} is used, because shorter datagrams are markers",
                                               plan.buffer.length.count(), kShortestDatagram));
  plan.buffer.length = base::Bytes(kShortestDatagram);
}

base::Result<model::Command> finished(Draft draft, std::span<const std::string> operands) {
  if (auto placed = place_operands(draft, operands); !placed) return placed.error();
  choose_payload(draft);
  choose_extent(draft);
  if (auto fits = refuse_contradictions(draft); !fits) return fits.error();
  note_ignored(draft);
  note_unit(draft.run.report);
  lengthen_datagram(draft);
  return model::Command(std::move(draft.run));
}

}  // namespace

base::Result<model::Command> parse(std::span<const std::string> words, std::string_view version) {
  if (words.empty()) return complaint("say -t HOST to transmit, or -r to receive");
  const auto sorted = sort_words(option_table(), words);
  if (!sorted) return complaint(sorted.error().detail);
  for (const auto& option : sorted->options) {
    if (option.code == kHelp) return model::Command(model::ShowText{help(), 0});
    if (option.code == kVersion) return model::Command(version_text(version));
  }
  auto draft = read_options(sorted->options);
  if (!draft) return draft.error();
  return finished(std::move(*draft), sorted->operands);
}

}  // namespace ttcp::cli::classic

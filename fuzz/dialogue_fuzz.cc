// SPDX-License-Identifier: MIT
// Arbitrary answers into the dialogue. Input: lines, each ended by a newline; where they end, so does the input.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>
#include <variant>

#include "cli/dialogue/dialogue.h"

namespace {

using namespace ttcp;
using cli::dialogue::Dialogue;
using cli::dialogue::Turn;

constexpr std::int64_t kLargestBlock = std::int64_t{1} << 30;
constexpr std::size_t kMostPrinted = 512;  // a rebuke and a prompt

void require(bool holds) {
  if (!holds) std::abort();
}

bool is_within(std::int64_t value, std::int64_t low, std::int64_t high) { return value >= low && value <= high; }

void check_print(const Turn& turn) {
  require(!turn.print.empty() && turn.print.size() <= kMostPrinted);
  for (const char c : turn.print) require(c == '\n' || (c >= ' ' && c <= '~'));
  require(std::ranges::count(turn.print, '\n') <= 1);
  require(turn.done ? turn.print == "\n" : turn.print.ends_with(": "));
}

void check_outcome(const base::Result<model::Command>& outcome) {
  require(outcome.has_value() && std::holds_alternative<model::RunTest>(*outcome));
  const auto& [plan, report] = std::get<model::RunTest>(*outcome);
  const bool transmits = plan.role == model::Role::transmit;
  require(report.style == model::ReportStyle::ios);
  require(plan.protocol == model::Protocol::classic && plan.transport == model::Transport::tcp);
  require(plan.endpoint.host.empty() != transmits);
  require(plan.endpoint.port != 0);
  require(is_within(plan.buffer.length.count(), 1, kLargestBlock));
  require(is_within(plan.buffer.align, 0, kLargestBlock));
  require(is_within(plan.buffer.offset, 0, kLargestBlock));
  require(plan.extent.buffers && *plan.extent.buffers >= 0);
  if (plan.socket.buffer) require(!transmits && is_within(plan.socket.buffer->count(), 1, INT32_MAX));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string_view input(reinterpret_cast<const char*>(data), size);
  Dialogue dialogue;
  check_print(dialogue.start());
  while (!input.empty()) {
    const auto end = std::min(input.find('\n'), input.size());
    const Turn turn = dialogue.on_line(input.substr(0, end));
    check_print(turn);
    if (turn.done) {
      check_outcome(*turn.done);
      return 0;
    }
    input.remove_prefix(std::min(end + 1, input.size()));
  }
  const Turn last = dialogue.on_end_of_input();
  check_print(last);
  require(last.done && last.done->has_error() && last.done->error().kind == base::Error::Kind::cancelled);
  return 0;
}

// SPDX-License-Identifier: MIT
// Arbitrary words into the classic command line. Input: words, each ended by a newline or a NUL.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "cli/classic/parse.h"

namespace {

using namespace ttcp;

constexpr std::int64_t kLargestBlock = std::int64_t{1} << 30;
constexpr std::int64_t kLargestCount = std::int64_t{1} << 62;

void require(bool holds) {
  if (!holds) std::abort();
}

bool is_within(std::int64_t value, std::int64_t low, std::int64_t high) { return value >= low && value <= high; }

bool is_printable_line(std::string_view line) {
  for (const char c : line) {
    if (c < ' ' || c > '~') return false;
  }
  return !line.empty();
}

std::vector<std::string> split(std::string_view input) {
  std::vector<std::string> words;
  while (!input.empty()) {
    const auto end = std::min(input.find_first_of(std::string_view("\n\0", 2)), input.size());
    words.emplace_back(input.substr(0, end));
    input.remove_prefix(std::min(end + 1, input.size()));
  }
  return words;
}

void check_extent(const model::Extent& extent) {
  require(extent.buffers || extent.bytes || extent.time);
  if (extent.buffers) require(is_within(*extent.buffers, 0, kLargestCount));
  if (extent.bytes) require(is_within(extent.bytes->count(), 1, kLargestCount));
  if (extent.time) require(extent.time->count() > 0);
}

void check_plan(const model::FlowPlan& plan) {
  const bool transmits = plan.role == model::Role::transmit;
  const bool udp = plan.transport == model::Transport::udp;
  require(plan.protocol == model::Protocol::classic);
  require(plan.endpoint.host.empty() != transmits);
  require(!transmits || plan.endpoint.port != 0);
  require(is_within(plan.buffer.length.count(), udp ? 5 : 0, kLargestBlock));
  require(is_within(plan.buffer.align, 0, kLargestBlock));
  require(is_within(plan.buffer.offset, 0, kLargestBlock));
  if (plan.socket.buffer) require(is_within(plan.socket.buffer->count(), 1, INT32_MAX));
  require(plan.socket.congestion.empty() || !udp);
  require((plan.source == model::PayloadSource::standard_input) == (plan.sink == model::PayloadSink::standard_output));
  require(transmits || plan.source != model::PayloadSource::random);
  if (plan.interval) require(plan.interval->count() > 0);
  if (plan.patience) require(plan.patience->count() > 0);
  check_extent(plan.extent);
}

void check_report(const model::FlowPlan& plan, const model::ReportChoice& report) {
  require(report.style == model::ReportStyle::classic);
  if (report.json_fd) {
    require(is_within(*report.json_fd, 1, 1023));
    require(*report.json_fd != 1 || !model::payload_owns_stdout(plan));
  }
  for (const auto& note : report.notes) require(is_printable_line(note));
}

void check_refusal(const base::Error& error) {
  require(error.kind == base::Error::Kind::usage);
  const std::string_view detail = error.detail;
  const auto first_end = std::min(detail.find('\n'), detail.size());
  require(is_printable_line(detail.substr(0, first_end)));
  if (first_end == detail.size()) return;
  const std::string usage = cli::classic::usage();
  require(detail.substr(first_end + 1) == std::string_view(usage).substr(0, usage.size() - 1));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto words = split({reinterpret_cast<const char*>(data), size});
  const auto command = cli::classic::parse(words, "0");
  // getopt keeps state between calls: the second reading must be the first one's.
  require(command == cli::classic::parse(words, "0"));
  if (!command) {
    check_refusal(command.error());
    return 0;
  }
  if (std::holds_alternative<model::ShowText>(*command)) return 0;
  require(std::holds_alternative<model::RunTest>(*command));
  const auto& run = std::get<model::RunTest>(*command);
  check_plan(run.plan);
  check_report(run.plan, run.report);
  return 0;
}

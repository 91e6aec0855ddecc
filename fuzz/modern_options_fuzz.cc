// SPDX-License-Identifier: MIT
// Arbitrary words into the command lines of `ttcp test` and `ttcp serve`. Input: words, each ended by a newline or a
// NUL; both grammars read them.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "cli/modern/parse.h"

namespace {

using namespace ttcp;

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

void check_traffic(const model::Traffic& traffic, bool searches) {
  const bool udp = traffic.transport == model::Transport::udp;
  require(is_within(traffic.streams, 1, model::kMostStreams));
  require(!traffic.time || !traffic.bytes);
  require(searches == (udp && !traffic.rate));
  require(!searches || (!traffic.time && !traffic.bytes));
  if (traffic.time) require(traffic.time->count() > 0);
  if (traffic.bytes) require(traffic.bytes->count() > 0);
  if (traffic.rate) require(traffic.rate->in_bits_per_second() > 0);
  if (traffic.block && udp)
    require(*traffic.block >= model::kSmallestDatagram && *traffic.block <= model::kLargestDatagram);
  if (traffic.block && !udp) require(is_within(traffic.block->count(), 1, 1 << 20));
  if (traffic.window) require(is_within(traffic.window->count(), 1, INT32_MAX));
  if (traffic.dscp) require(is_within(*traffic.dscp, 0, 63));
  require(!udp || (traffic.congestion.empty() && !traffic.no_delay && !traffic.mss));
}

void check_plan(const model::TestPlan& plan) {
  require(is_printable_line(plan.endpoint.host));
  require(plan.endpoint.port != 0);
  require(is_within(static_cast<std::int64_t>(plan.runs.size()), 1, 2));
  for (const auto& run : plan.runs) {
    require(run.directions.size() == (plan.runs.size() == 2 ? 1U : run.directions.size()));
    require(is_within(static_cast<std::int64_t>(run.directions.size()), 1, 2));
    check_traffic(run.traffic, plan.search_rate);
    if (run.traffic.time) require(plan.omit < *run.traffic.time);
  }
  require(plan.omit.count() >= 0);
  if (plan.interval) require(plan.interval->count() > 0);
}

void check_measure(const model::Measure& measure) {
  require(!measure.plans.empty());
  require(measure.repeat >= 1 && measure.pause.count() >= 0);
  for (const auto& plan : measure.plans) check_plan(plan);
  for (const auto& note : measure.notes) require(is_printable_line(note));
}

void check_serve(const model::ServePlan& plan) {
  require(!plan.listen.empty());
  require(is_within(plan.limits.tests, 1, 4096));
  require(is_within(plan.limits.streams, 1, model::kMostStreams));
  if (plan.limits.duration) require(plan.limits.duration->count() > 0);
  if (plan.limits.rate) require(plan.limits.rate->in_bits_per_second() > 0);
  if (plan.once) require(*plan.once >= 1);
  for (const auto& network : plan.allow) {
    const bool is_ipv6 = network.address.find(':') != std::string::npos;
    require(is_within(network.prefix, 0, is_ipv6 ? 128 : 32));
  }
}

void check(const base::Result<model::Command>& command) {
  if (!command) {
    require(command.error().kind == base::Error::Kind::usage);
    require(is_printable_line(command.error().detail));
    return;
  }
  if (const auto* const measure = std::get_if<model::Measure>(&*command)) return check_measure(*measure);
  if (const auto* const serve = std::get_if<model::Serve>(&*command)) return check_serve(serve->plan);
  require(std::holds_alternative<model::ShowText>(*command));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto words = split({reinterpret_cast<const char*>(data), size});
  check(cli::modern::parse_test(words, "0"));
  check(cli::modern::parse_serve(words, "0"));
  return 0;
}

// SPDX-License-Identifier: MIT
// The first line of modern output.
#include "report/heading.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "report/facts.h"
#include "report/human.h"

namespace ttcp::report {
namespace {

struct Congestion {
  std::string up, down;
};

bool runs_at_once(const model::TestPlan& plan) {
  return std::ranges::any_of(plan.runs, [](const model::RunPlan& run) { return run.directions.size() > 1; });
}

// "lab2 (192.0.2.7:5001)"; without the name where that is the address itself, without the address before there is one.
std::string target(const model::Endpoint& endpoint, const std::string& address, std::uint16_t port) {
  const std::string host = harmless(endpoint.host);
  if (address.empty()) return fmt::format("{} port {}", host, endpoint.port);
  return host == address ? joined(address, port) : fmt::format("{} ({})", host, joined(address, port));
}

std::string words(const model::TestPlan& plan, const Congestion& congestion) {
  const auto directions = directions_of(plan);
  const auto runs = [&directions](model::Direction wanted) { return std::ranges::count(directions, wanted) > 0; };
  const bool up = runs(model::Direction::upload) && !congestion.up.empty();
  const bool down = runs(model::Direction::download) && !congestion.down.empty();
  if (!up && !down) return "";
  if (!up || !down) return ", " + (up ? congestion.up : congestion.down);
  if (congestion.up == congestion.down) return ", " + congestion.up;
  return fmt::format(", {} up, {} down", congestion.up, congestion.down);
}

std::string rate_wish(const model::TestPlan& plan, const model::Traffic& traffic) {
  if (traffic.rate) return fmt::format(", {}", wished_rate(*traffic.rate));
  return plan.search_rate ? ", looking for the highest rate" : "";
}

std::string line(const model::TestPlan& plan, const std::string& to, int streams, const Congestion& congestion) {
  const model::Traffic traffic = plan.runs.empty() ? model::Traffic{} : plan.runs.front().traffic;
  const bool is_tcp = traffic.transport == model::Transport::tcp;
  return fmt::format("ttcp test to {}, {}, {}{}{}{}\n", to, is_tcp ? "TCP" : "UDP", counted(streams, "stream"),
                     is_tcp ? words(plan, congestion) : "", rate_wish(plan, traffic),
                     runs_at_once(plan) ? ", both directions at once" : "");
}

Congestion expected_congestion(const model::TestPlan& plan, const model::Connected& connected) {
  const std::string asked = plan.runs.empty() ? "" : plan.runs.front().traffic.congestion;
  if (!asked.empty()) return {asked, asked};
  const std::string ours = harmless(connected.congestion);
  const bool far_is_known = connected.far && connected.far->congestion_control;
  return {ours, far_is_known ? harmless(*connected.far->congestion_control) : ""};
}

}  // namespace

std::string heading(const model::TestPlan& plan, const model::Connected& connected) {
  const int streams = plan.runs.empty() ? 1 : plan.runs.front().traffic.streams;
  return line(plan, target(plan.endpoint, connected.peer_address, connected.peer_port), streams,
              expected_congestion(plan, connected));
}

std::string heading(const model::TestRecord& record) {
  const std::string to = target(record.plan.endpoint, record.peer_address, record.peer_port);
  Congestion congestion = expected_congestion(
      record.plan, {record.peer_address, record.peer_port, record.far, record.near.congestion_control.value_or("")});
  int streams = record.plan.runs.empty() ? 1 : record.plan.runs.front().traffic.streams;
  if (!record.results.empty()) streams = record.results.front().granted.streams;
  for (const model::DirectionRecord& result : record.results) {
    std::string& used = result.direction == model::Direction::upload ? congestion.up : congestion.down;
    if (const std::string actual = congestion_of(result); !actual.empty()) used = actual;
  }
  return line(record.plan, to, streams, congestion);
}

std::string note_line(const std::string& note) { return fmt::format("  note: {}\n", harmless(note)); }

}  // namespace ttcp::report

// SPDX-License-Identifier: MIT
// The lines that classic and IOS output share.
#include "report/lines.h"

#include <fmt/format.h>

#include "report/marks.h"
#include "report/rates.h"

namespace ttcp::report {
namespace {

std::string limits(const model::FlowPlan& plan) {
  std::string text;
  if (plan.socket.buffer) text += fmt::format(", sockbufsize={}", plan.socket.buffer->count());
  if (plan.extent.bytes) text += fmt::format(", bytes={}", plan.extent.bytes->count());
  if (plan.extent.time) text += fmt::format(", time={}", shortest_seconds(*plan.extent.time));
  return text;
}

std::string buffers(const model::FlowPlan& plan) {
  return plan.extent.buffers ? fmt::format("{}", *plan.extent.buffers) : "unlimited";
}

}  // namespace

std::string banner(const model::FlowPlan& plan, std::uint16_t port) {
  // Two spaces before the transport and before the arrow, as printed by 1.12; copies on the web have lost them.
  const bool transmits = plan.role == model::Role::transmit;
  return fmt::format("{}: buflen={}, nbuf={}, align={}/{}, port={}{}  {}{}\n", prefix(plan), plan.buffer.length.count(),
                     buffers(plan), plan.buffer.align, plan.buffer.offset, port, limits(plan),
                     model::word(plan.transport), transmits ? "  -> " + plan.endpoint.host : "");
}

std::string socket_line(const model::FlowPlan& plan, const model::Event& event) {
  using Kind = model::Event::Kind;
  switch (event.kind) {
    case Kind::socket:
      return fmt::format("{}: socket\n", prefix(plan));
    case Kind::buffer_set:
      return fmt::format("{}: {}\n", prefix(plan), plan.role == model::Role::transmit ? "sndbuf" : "rcvbuf");
    case Kind::no_delay_set:
      return fmt::format("{}: nodelay\n", prefix(plan));
    case Kind::note:
      return note_line(plan, event.text);
    case Kind::starting:
    case Kind::connected:
    case Kind::accepted:
      break;
  }
  return "";
}

std::string interval_line(const model::FlowPlan& plan, const model::Interval& interval, char unit) {
  const base::Duration span = interval.end - interval.start;
  const std::string rate = span > base::Duration::zero() ? binary_rate(interval.bytes, span, unit) + "/sec" : "unknown";
  return fmt::format("{}: {:6.2f}-{:<6.2f} sec  {} bytes = {}\n", prefix(plan), seconds_of(interval.start),
                     seconds_of(interval.end), interval.bytes.count(), rate);
}

}  // namespace ttcp::report

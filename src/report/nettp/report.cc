// SPDX-License-Identifier: MIT
// What nettp prints.
#include "report/nettp/report.h"

#include <fmt/format.h>

#include "report/marks.h"
#include "report/rates.h"

namespace ttcp::report::nettp {
namespace {

std::string blocks(const model::FlowPlan& plan) {
  const std::string count = plan.extent.buffers ? fmt::format("{}", *plan.extent.buffers) : "unlimited";
  return fmt::format("{} x {} bytes", count, plan.buffer.length.count());
}

// IPv6 in brackets, so that the port can be told from it.
std::string joined(const Address& address) {
  const bool is_v6 = address.host.find(':') != std::string::npos;
  const std::string host = address.host.empty() ? "*" : address.host;
  return is_v6 ? fmt::format("[{}]:{}", host, address.port) : fmt::format("{}:{}", host, address.port);
}

std::string why_no_count(const model::FlowRecord& record) {
  return record.ending == model::Ending::complete ? "it sent none" : why_incomplete(record);
}

std::string far_line(const model::FlowRecord& record) {
  if (!record.far) return fmt::format("nettp: the server's count is missing: {}\n", why_no_count(record));
  return fmt::format("nettp: server counted {} bytes in {}\n", record.far->bytes.count(),
                     rates(record.far->bytes, record.far->real));
}

// The span that the client is told, so that both ends print the same figures; 0 is printed as unknown.
base::Duration span_of_payload(const model::FlowRecord& record) {
  if (!record.first_byte_after || !record.last_byte_after) return base::Duration(0);
  return *record.last_byte_after - *record.first_byte_after;
}

}  // namespace

std::string rates(base::Bytes moved, base::Duration elapsed) {
  const auto modern = decimal_rate(moved, elapsed);
  const std::string seconds = fmt::format("{:.2f} s", seconds_of(elapsed));
  if (!modern) return seconds + " = unknown";
  const double kilobytes = static_cast<double>(moved.count()) / 1024 / seconds_of(elapsed);
  return fmt::format("{} = {:.2f}Kb/s ({})", seconds, kilobytes, *modern);
}

std::string start_line(const model::FlowPlan& plan) {
  return fmt::format("nettp: sending {}, random, to {} port {}\n", blocks(plan), plan.endpoint.host,
                     plan.endpoint.port);
}

std::string result_lines(const model::FlowRecord& record) {
  std::string text;
  if (record.ending != model::Ending::complete) {
    text = fmt::format("nettp: incomplete: {}; what follows is what was moved until then\n", why_incomplete(record));
  }
  text += fmt::format("nettp: sent {} bytes in {}\n", record.bytes.count(), rates(record.bytes, record.real));
  text += far_line(record);
  for (const std::string& note : record.notes) text += fmt::format("nettp: note: {}\n", note);
  return text;
}

std::string failure_line(const base::Error& error) { return fmt::format("nettp: {}\n", base::to_text(error)); }

std::string listening_line(const Address& at) { return fmt::format("nettp: listening on {}\n", joined(at)); }

std::string served_line(const model::FlowRecord& record) {
  const std::string broke =
      record.ending == model::Ending::complete ? "" : fmt::format(", incomplete: {}", why_incomplete(record));
  return fmt::format("nettp: {} {}: received {} bytes in {}{}\n", joined({record.peer_address, record.peer_port}),
                     blocks(record.plan), record.bytes.count(), rates(record.bytes, span_of_payload(record)), broke);
}

std::string refused_line(const Address& peer, std::string_view why) {
  return fmt::format("nettp: {} refused: {}\n", joined(peer), why);
}

}  // namespace ttcp::report::nettp

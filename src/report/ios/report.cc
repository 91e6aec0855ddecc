// SPDX-License-Identifier: MIT
// Output in the form of Cisco IOS's ttcp.
#include "report/ios/report.h"

#include <fmt/format.h>

#include <cassert>
#include <optional>

#include "report/clock_line.h"
#include "report/ios/tcp_block.h"
#include "report/lines.h"
#include "report/marks.h"
#include "report/rates.h"

namespace ttcp::report::ios {
namespace {
using std::chrono::milliseconds;

std::string or_unknown(const std::optional<std::int64_t>& value) {
  return value ? fmt::format("{}", *value) : "unknown";
}

std::string windows(const std::optional<model::TcpFacts>& tcp) {
  const model::TcpFacts facts = tcp.value_or(model::TcpFacts{});
  return fmt::format("(mss {}, sndwnd {}, rcvwnd {})", or_unknown(facts.mss), or_unknown(facts.send_window),
                     or_unknown(facts.receive_window));
}

std::string result_line(const model::FlowRecord& record) {
  const std::int64_t ms = record.real / milliseconds(1);
  const std::string rate = ms > 0 ? fmt::format("{}", truncated_rate(record.bytes, ms)) : "unknown";
  return fmt::format("{}: {} bytes in {} ms ({}.{:03} real seconds) (~{} kB/s) +++\n", prefix(record.plan),
                     record.bytes.count(), ms, ms / 1000, ms % 1000, rate);
}

std::string true_rate_line(const model::FlowRecord& record) {
  const auto rate = decimal_rate(record.bytes, record.real);
  if (!rate) return fmt::format("{}: true rate unknown: no time passed\n", prefix(record.plan));
  const double kilobytes = static_cast<double>(record.bytes.count()) / 1024 / seconds_of(record.real);
  return fmt::format("{}: true rate {} (powers of ten), {:.2f} kB/s (1024 bytes)\n", prefix(record.plan), *rate,
                     kilobytes);
}

std::string sleeps_line(const model::FlowRecord& record) {
  const std::int64_t total = record.waited / milliseconds(1);
  return fmt::format("{}: {} sleeps ({} ms total) ({} ms average)\n", prefix(record.plan), record.waits, total,
                     record.waits > 0 ? total / record.waits : 0);
}

}  // namespace

std::string banner(const model::FlowPlan& plan, std::uint16_t port) {
  if (plan.role == model::Role::transmit) return report::banner(plan, port);
  const std::string window = plan.socket.buffer ? fmt::format("{}", plan.socket.buffer->count()) : "auto";
  // The line break after the port is IOS's own.
  return fmt::format("{}: buflen={}, align={}/{}, port={}\nrcvwndsize={}, delayedack={}  {}\n", prefix(plan),
                     plan.buffer.length.count(), plan.buffer.align, plan.buffer.offset, port, window,
                     plan.socket.delayed_ack ? "yes" : "no", model::word(plan.transport));
}

std::string progress_line(const model::FlowPlan& plan, const model::Event& event) {
  using Kind = model::Event::Kind;
  if (event.kind == Kind::connected) return fmt::format("{}: connect {}\n", prefix(plan), windows(event.tcp));
  if (event.kind == Kind::accepted) {
    return fmt::format("{}: accept from {} {}\n", prefix(plan), event.address, windows(event.tcp));
  }
  return event.kind == Kind::note ? note_line(plan, event.text) : "";
}

std::int64_t truncated_rate(base::Bytes moved, std::int64_t milliseconds) {
  assert(milliseconds > 0);
  const std::int64_t per_millisecond = moved.count() / milliseconds;
  // Split, so that the product with 1000 stays within 64 bits; the result is the same.
  return per_millisecond / 1024 * 1000 + per_millisecond % 1024 * 1000 / 1024;
}

std::string report(const model::FlowRecord& record, const model::ReportChoice& choice) {
  std::string text = marks(record) + result_line(record) + true_rate_line(record) + clock_line(record);
  text += fmt::format("{}: {} I/O calls\n", prefix(record.plan), record.calls);
  text += sleeps_line(record);
  if (choice.tcp_information) text += tcp_block(record);
  return text;
}

Form form() { return {&banner, &progress_line, &report}; }

}  // namespace ttcp::report::ios

// SPDX-License-Identifier: MIT
// What the kernel says of the connection.
#include "report/ios/tcp_block.h"

#include <fmt/format.h>

#include <optional>
#include <string_view>

#include "report/marks.h"
#include "report/rates.h"

namespace ttcp::report::ios {
namespace {

std::string shown(const std::optional<std::int64_t>& value, std::string_view unit) {
  return value ? fmt::format("{}{}", *value, unit) : "unknown";
}

std::string shown(const std::optional<base::Duration>& value) {
  return value ? fmt::format("{:.3f} ms", seconds_of(*value) * 1e3) : "unknown";
}

std::string shown(const std::optional<bool>& value) {
  if (!value) return "unknown";
  return *value ? "yes" : "no";
}

std::string row(std::string_view label, std::string_view value) { return fmt::format("  {:<22}{}\n", label, value); }

std::string path_rows(const model::TcpFacts& tcp) {
  return row("state", tcp.state.value_or("unknown")) +
         row("congestion control", tcp.congestion_control.empty() ? "unknown" : tcp.congestion_control) +
         row("timestamps", shown(tcp.timestamps)) + row("sack", shown(tcp.sack)) +
         row("window scaling", shown(tcp.window_scaling)) + row("mss", shown(tcp.mss, " bytes")) +
         row("receive mss", shown(tcp.receive_mss, " bytes")) + row("path mtu", shown(tcp.path_mtu, " bytes"));
}

std::string window_rows(const model::TcpFacts& tcp) {
  return row("send window", shown(tcp.send_window, " bytes")) +
         row("receive window", shown(tcp.receive_window, " bytes")) + row("cwnd", shown(tcp.cwnd, " segments")) +
         row("ssthresh", tcp.ssthresh ? shown(tcp.ssthresh, " segments") : "unknown or infinite");
}

std::string time_rows(const model::TcpFacts& tcp) {
  return row("rtt", shown(tcp.rtt)) + row("rtt variation", shown(tcp.rtt_variation)) +
         row("min rtt", shown(tcp.min_rtt)) + row("retransmit timeout", shown(tcp.retransmit_timeout));
}

std::string count_rows(const model::TcpFacts& tcp) {
  return row("segments sent", shown(tcp.segments_out, "")) + row("segments received", shown(tcp.segments_in, "")) +
         row("segments sent again", shown(tcp.retransmits, "")) +
         row("bytes acknowledged", shown(tcp.bytes_acknowledged, "")) +
         row("bytes received", shown(tcp.bytes_received, ""));
}

}  // namespace

std::string tcp_block(const model::FlowRecord& record) {
  if (record.plan.transport == model::Transport::udp) {
    return fmt::format("{}: no tcp information: this was udp\n", prefix(record.plan));
  }
  if (!record.tcp_at_end) return fmt::format("{}: no tcp information: the kernel gave none\n", prefix(record.plan));
  const model::TcpFacts& tcp = *record.tcp_at_end;
  return fmt::format("{}: tcp information at end (TCP_INFO of this host)\n", prefix(record.plan)) + path_rows(tcp) +
         window_rows(tcp) + time_rows(tcp) + count_rows(tcp);
}

}  // namespace ttcp::report::ios

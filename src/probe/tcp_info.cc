// SPDX-License-Identifier: MIT
#include "probe/tcp_info.h"

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>

#include <array>
#include <chrono>
#include <cstring>

namespace ttcp::probe {
namespace {

// Offsets in struct tcp_info. Our own, because the C library's copy ends years before the kernel's.
enum Offset : std::size_t {
  kState = 0,
  kOptions = 5,
  kRto = 8,
  kSendMss = 16,
  kReceiveMss = 20,
  kPathMtu = 60,
  kRtt = 68,
  kRttVariation = 72,
  kSsthresh = 76,
  kCwnd = 80,
  kTotalRetransmits = 100,
  kBytesAcked = 120,
  kBytesReceived = 128,
  kSegmentsOut = 136,
  kSegmentsIn = 140,
  kMinRtt = 148,
  kSendWindow = 228,     // since Linux 5.4
  kReceiveWindow = 232,  // since Linux 6.2
};
constexpr std::uint32_t kInfiniteSsthresh = 0x7fffffff;  // TCP_INFINITE_SSTHRESH
constexpr std::uint32_t kNoMinRtt = 0xffffffff;
constexpr std::uint8_t kOptTimestamps = 1, kOptSack = 2, kOptWindowScaling = 4;  // TCPI_OPT_*

template <class Field>
std::optional<std::int64_t> field_at(std::span<const std::byte> raw, Offset offset) {
  if (offset + sizeof(Field) > raw.size()) return std::nullopt;
  Field value{};
  std::memcpy(&value, raw.data() + offset, sizeof value);
  return static_cast<std::int64_t>(value);
}

std::optional<std::int64_t> number(std::span<const std::byte> raw, Offset offset) {
  return field_at<std::uint32_t>(raw, offset);
}

std::optional<base::Duration> microseconds(std::span<const std::byte> raw, Offset offset) {
  const auto value = number(raw, offset);
  if (!value) return std::nullopt;
  return std::chrono::microseconds(*value);
}

std::optional<std::string> state_name(std::optional<std::int64_t> state) {
  static constexpr std::array kNames{"UNKNOWN",   "ESTABLISHED", "SYN_SENT",   "SYN_RECV", "FIN_WAIT1", "FIN_WAIT2",
                                     "TIME_WAIT", "CLOSE",       "CLOSE_WAIT", "LAST_ACK", "LISTEN",    "CLOSING"};
  if (!state || *state < 1 || *state >= static_cast<std::int64_t>(kNames.size())) return std::nullopt;
  return kNames.at(static_cast<std::size_t>(*state));
}

}  // namespace

model::TcpFacts parse_tcp_info(std::span<const std::byte> raw) {
  model::TcpFacts facts;
  facts.state = state_name(field_at<std::uint8_t>(raw, kState));
  facts.mss = number(raw, kSendMss);
  facts.receive_mss = number(raw, kReceiveMss);
  facts.send_window = number(raw, kSendWindow);
  facts.receive_window = number(raw, kReceiveWindow);
  facts.cwnd = number(raw, kCwnd);
  facts.ssthresh = number(raw, kSsthresh);
  if (facts.ssthresh == kInfiniteSsthresh) facts.ssthresh.reset();
  facts.rtt = microseconds(raw, kRtt);
  facts.rtt_variation = microseconds(raw, kRttVariation);
  facts.min_rtt = microseconds(raw, kMinRtt);
  if (number(raw, kMinRtt) == kNoMinRtt) facts.min_rtt.reset();
  facts.retransmit_timeout = microseconds(raw, kRto);
  facts.path_mtu = number(raw, kPathMtu);
  facts.retransmits = number(raw, kTotalRetransmits);
  facts.segments_out = number(raw, kSegmentsOut);
  facts.segments_in = number(raw, kSegmentsIn);
  facts.bytes_acknowledged = field_at<std::uint64_t>(raw, kBytesAcked);
  facts.bytes_received = field_at<std::uint64_t>(raw, kBytesReceived);
  if (const auto options = field_at<std::uint8_t>(raw, kOptions)) {
    facts.timestamps = (*options & kOptTimestamps) != 0;
    facts.sack = (*options & kOptSack) != 0;
    facts.window_scaling = (*options & kOptWindowScaling) != 0;
  }
  return facts;
}

base::Result<model::TcpFacts> read_tcp_facts(int socket) {
  std::array<std::byte, 512> raw{};
  socklen_t length = raw.size();
  if (getsockopt(socket, IPPROTO_TCP, TCP_INFO, raw.data(), &length) != 0)
    return base::os_error("getsockopt", "TCP_INFO");
  model::TcpFacts facts = parse_tcp_info(std::span(raw).first(length));
  std::array<char, 17> name{};  // TCP_CA_NAME_MAX and a zero
  length = name.size() - 1;
  if (getsockopt(socket, IPPROTO_TCP, TCP_CONGESTION, name.data(), &length) != 0) {
    return base::os_error("getsockopt", "TCP_CONGESTION");
  }
  facts.congestion_control = name.data();
  return facts;
}

}  // namespace ttcp::probe

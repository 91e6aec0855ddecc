// SPDX-License-Identifier: MIT
// For tests: test records as sessions make them.
#pragma once

#include "model/test_record.h"

namespace ttcp::report::examples {

using model::Direction;
using namespace std::chrono_literals;

inline base::BitRate bps(std::int64_t n) { return base::BitRate::bits_per_second(n); }

inline model::Latency latency(base::Duration p95, std::int64_t count) {
  return {.count = count,
          .lost = 0,
          .min = p95 / 4,
          .p50 = p95 / 2,
          .p95 = p95,
          .p99 = p95 * 2,
          .max = p95 * 3,
          .jitter = p95 / 8};
}

inline model::HostFacts host(std::string name) {
  model::HostFacts host;
  host.name = std::move(name);
  host.program = "ttcp 0.1.0";
  host.congestion_control = "cubic";
  host.link = model::LinkFacts{};
  host.link->name = "eth0";
  host.link->mtu = 1500;
  host.link->speed_mbps = 1000;
  host.link->physical = true;
  return host;
}

// One flow over TCP at a steady rate for `length`, sampled ten times a second from its first byte on.
inline model::DirectionRecord steady_tcp(Direction direction, base::BitRate rate, base::Duration length) {
  model::DirectionRecord result;
  result.direction = direction;
  const auto bytes_until = [rate](base::Duration at) {
    return base::Bytes(std::llround(base::in_seconds(at) * static_cast<long double>(rate.in_bits_per_second()) / 8));
  };
  model::FlowView flow;
  flow.bytes = bytes_until(length);
  flow.first_byte_after = 0ms;
  flow.last_byte_after = length;
  model::EndView receiver{.flows = {flow}, .samples = {}, .real = length, .usage = {}, .mover = "recv-trunc"};
  for (base::Duration at = 0ms; at <= length; at += 100ms) {
    receiver.samples.emplace_back();
    receiver.samples.back().at = at;
    receiver.samples.back().bytes = bytes_until(at);
  }
  model::EndView sender = receiver;
  sender.mover = "send";
  sender.flows[0].first_byte_after = sender.flows[0].last_byte_after = std::nullopt;
  sender.flows[0].tcp = model::TcpFacts{};
  sender.flows[0].tcp->congestion_control = "cubic";
  sender.flows[0].tcp->timestamps = true;
  sender.flows[0].tcp->retransmits = 0;
  sender.flows[0].tcp->segments_out = flow.bytes.count() / 1448 + 1;
  result.sender = sender;
  result.receiver = receiver;
  model::Steady steady{.start = 200ms, .end = length - 100ms, .bytes = {}, .low = {}, .high = {}, .settled = true};
  steady.bytes = bytes_until(steady.end) - bytes_until(steady.start);
  const std::int64_t half = rate.in_bits_per_second() / 5000;
  steady.low = bps(rate.in_bits_per_second() - half);
  steady.high = bps(rate.in_bits_per_second() + half);
  result.steady = steady;
  return result;
}

// Both directions of a 1 GbE path, one after the other, and nothing went wrong.
inline model::TestRecord lan() {
  model::TestRecord record;
  record.plan.endpoint.host = "lab2";
  record.plan.runs = {{{Direction::upload}, {}}, {{Direction::download}, {}}};
  record.version = "0.1.0";
  record.started = std::chrono::system_clock::time_point(1'764'000'000s);
  record.real = 8400ms;
  record.peer_address = "192.0.2.7";
  record.peer_port = 5001;
  record.session = "00112233445566778899aabbccddeeff";
  record.near = host("lab1");
  record.far = host("lab2");
  record.idle = latency(400us, 50);
  record.results = {steady_tcp(Direction::upload, bps(941'400'000), 4s),
                    steady_tcp(Direction::download, bps(612'800'000), 3s)};
  record.results[0].ceiling = record.results[1].ceiling = bps(941'482'445);
  record.results[0].loaded = latency(31ms, 190);
  record.results[1].loaded = latency(2100us, 140);
  return record;
}

// A flow of datagrams; what wasn't lost arrived.
inline model::DirectionRecord datagrams(Direction direction, base::BitRate rate, std::int64_t sent, std::int64_t lost) {
  model::DirectionRecord result = steady_tcp(direction, rate, 2s);
  result.granted.transport = result.asked.transport = model::Transport::udp;
  result.sender->flows[0].tcp = std::nullopt;
  result.sender->flows[0].datagrams = sent;
  result.receiver->flows[0].udp = model::UdpCount{.sent = sent,
                                                  .received = sent - lost,
                                                  .lost = lost,
                                                  .reordered = 3,
                                                  .duplicated = 0,
                                                  .jitter = 120us,
                                                  .one_way_rise_p95 = 2ms};
  return result;
}

inline model::TestRecord udp() {
  model::TestRecord record = lan();
  for (model::RunPlan& run : record.plan.runs) run.traffic.transport = model::Transport::udp;
  record.results = {datagrams(Direction::upload, bps(200'000'000), 34'000, 12),
                    datagrams(Direction::download, bps(150'000'000), 34'000, 8'500)};
  for (auto& run : record.plan.runs) run.traffic.rate = bps(200'000'000);
  for (auto& result : record.results) result.asked.rate = result.granted.rate = bps(200'000'000);
  return record;
}

// The far end died in the upload.
inline model::TestRecord broken() {
  model::TestRecord record = lan();
  record.ending = model::Ending::peer_lost;
  record.failure = base::Error{base::Error::Kind::peer, "IO", 104, ""};
  record.results = {steady_tcp(Direction::upload, bps(100'000'000), 1100ms)};
  record.results[0].ending = model::Ending::peer_lost;
  record.results[0].failure = record.failure;
  return record;
}

}  // namespace ttcp::report::examples

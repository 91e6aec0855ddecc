// SPDX-License-Identifier: MIT
// For tests: records in which every field differs from its default.
#pragma once

#include <algorithm>
#include <vector>

#include "model/flow_record.h"
#include "model/test_record.h"

namespace ttcp::codec {

inline model::TcpFacts full_facts() {
  using std::chrono::microseconds;
  model::TcpFacts facts;
  facts.congestion_control = "cubic";
  facts.state = "ESTABLISHED";
  facts.mss = 1460;
  facts.receive_mss = 1448;
  facts.send_window = 4096;
  facts.receive_window = 4128;
  facts.cwnd = 10;
  facts.ssthresh = 7;
  facts.rtt = microseconds(30123);
  facts.rtt_variation = microseconds(250);
  facts.min_rtt = microseconds(29000);
  facts.retransmit_timeout = microseconds(231000);
  facts.path_mtu = 1500;
  facts.retransmits = 3;
  facts.segments_out = 300;
  facts.segments_in = 150;
  facts.bytes_acknowledged = 409600;
  facts.bytes_received = 1;
  facts.timestamps = true;
  facts.sack = true;
  facts.window_scaling = false;
  return facts;
}

inline model::FlowPlan full_plan() {
  model::FlowPlan plan;
  plan.protocol = model::Protocol::nettp;
  plan.role = model::Role::transmit;
  plan.transport = model::Transport::udp;
  plan.endpoint = {"fe80::1%eth0", 65535, model::Family::ipv6, "::1"};
  plan.socket = {base::Bytes(65536), true, true, false, "reno"};
  plan.buffer = {base::Bytes(1460), 8192, 1, true, true};
  plan.extent = {50, base::Bytes(73000), base::Duration(1'500'000'001)};
  plan.source = model::PayloadSource::random;
  plan.sink = model::PayloadSink::discard;
  plan.half_close = true;
  plan.interval = std::chrono::seconds(1);
  plan.patience = std::chrono::milliseconds(2500);
  return plan;
}

inline model::FlowRecord full_record() {
  using base::Duration;
  model::FlowRecord record;
  record.plan = full_plan();
  record.version = "0.1.0";
  // 2026-11-30T16:39:00.123456789Z
  record.started = std::chrono::sys_days(std::chrono::year_month_day(std::chrono::year(2026), std::chrono::November,
                                                                     std::chrono::day(30))) +
                   Duration(59'940'123'456'789);
  record.ending = model::Ending::peer_lost;
  record.failure = base::Error{base::Error::Kind::peer, "IO", 104, "192.0.2.1:5001"};
  record.interrupted_by = 2;
  record.peer_address = "192.0.2.1";
  record.peer_port = 5001;
  record.bytes = base::Bytes(73000);
  record.calls = 50;
  record.waits = 4;
  record.waited = Duration(7'000'001);
  record.real = Duration(1'400'000'003);
  record.first_byte_after = Duration(11);
  record.last_byte_after = Duration(1'300'000'007);
  record.acknowledged_after = Duration(1'450'000'009);
  record.markers = model::MarkersSeen{true, true};
  record.refused_datagrams = 6;
  record.usage = {Duration(10'000'000), Duration(20'000'000), 3148, 8, 9, 2, 1, 540, 12};
  record.buffer_address = 0xfedcba9876543210;
  record.tcp_at_start = full_facts();
  record.tcp_at_end = full_facts();
  record.intervals = {{Duration(0), Duration(1'000'000'000), base::Bytes(50000)},
                      {Duration(1'000'000'000), Duration(1'400'000'003), base::Bytes(23000)}};
  record.far = model::FarResult{base::Bytes(72000), Duration(1'440'000'000)};
  record.notes = {"asked for 65536, got 131072", "\"quoted\"\n\\ and Zürich"};
  return record;
}

inline model::Traffic full_traffic() {
  model::Traffic traffic;
  traffic.transport = model::Transport::udp;
  traffic.streams = 2;
  traffic.time = std::chrono::seconds(10);
  traffic.bytes = base::Bytes(1'000'000);
  traffic.rate = base::BitRate::bits_per_second(200'000'000);
  traffic.block = base::Bytes(1400);
  traffic.window = base::Bytes(262144);
  traffic.congestion = "bbr";
  traffic.no_delay = true;
  traffic.mss = 1200;
  traffic.dscp = 46;
  return traffic;
}

inline model::TestPlan full_test_plan() {
  using enum model::Direction;
  model::TestPlan plan;
  plan.endpoint = {"lab2", 5002, model::Family::ipv4, "192.0.2.1"};
  plan.bind_device = "eth0";
  plan.runs = {{{upload, download}, {}}, {{upload}, full_traffic()}};
  plan.search_rate = true;
  plan.omit = std::chrono::milliseconds(500);
  plan.idle_latency = std::chrono::milliseconds(1200);
  plan.interval = std::chrono::seconds(1);
  plan.expected_up = base::BitRate::bits_per_second(900'000'000);
  plan.expected_down = base::BitRate::bits_per_second(800'000'000);
  return plan;
}

inline model::HostFacts full_host() {
  model::HostFacts host;
  host.name = "lab1";
  host.program = "ttcp 0.1.0";
  host.system = "Debian GNU/Linux 12 (bookworm)";
  host.kernel = "Linux 6.1.0-18-amd64";
  host.architecture = "x86_64";
  host.cpus = 8;
  host.congestion_control = "cubic";
  host.link = model::LinkFacts{"eth0", 1500, 1000, "full", false, false, true, 1};
  host.sysctls = {{"net.ipv4.tcp_rmem", "4096 131072 6291456"}, {"net.core.rmem_max", "212992"}};
  return host;
}

inline model::Latency full_latency() {
  using std::chrono::microseconds;
  return {50,
          2,
          microseconds(310),
          microseconds(402),
          microseconds(1250),
          microseconds(2001),
          microseconds(2750),
          base::Duration(90'001)};
}

// 12 500 bytes each millisecond: 100 Mbit/s, for 2.05 s.
inline std::vector<model::Sample> full_samples() {
  std::vector<model::Sample> samples;
  for (int i = 1; i <= 21; ++i) {
    const base::Duration at =
        std::min<base::Duration>(std::chrono::milliseconds(100 * i), std::chrono::milliseconds(2050));
    samples.push_back({at, base::Bytes(at.count() / 80), std::chrono::microseconds(30123), 10 + i, i / 7});
  }
  return samples;
}

inline model::FlowView full_flow(int stream) {
  model::FlowView flow;
  flow.stream = stream;
  flow.bytes = base::Bytes(12'812'500);
  flow.first_byte_after = base::Duration(1'000'000);
  flow.last_byte_after = base::Duration(2'050'000'000);
  flow.tcp = full_facts();
  flow.udp = model::UdpCount{1000, 990, 10, 3, 1, std::chrono::microseconds(77), std::chrono::microseconds(900)};
  flow.datagrams = 1000;
  flow.ending = model::Ending::interrupted;
  flow.failure = base::Error{base::Error::Kind::system, "IO", 32, "192.0.2.7:5002"};
  return flow;
}

inline model::EndView full_view() {
  model::EndView view;
  view.flows = {full_flow(0), full_flow(1)};
  view.samples = full_samples();
  view.real = base::Duration(2'060'000'000);
  view.usage = full_record().usage;
  view.mover = "send";
  return view;
}

inline model::DirectionRecord full_result(model::Direction direction) {
  model::DirectionRecord result;
  result.direction = direction;
  result.simultaneous = true;
  result.asked = full_traffic();
  result.granted = full_traffic();
  result.sender = full_view();
  result.receiver = full_view();
  result.steady = model::Steady{std::chrono::milliseconds(200),
                                std::chrono::milliseconds(2000),
                                base::Bytes(22'500'000),
                                base::BitRate::bits_per_second(99'000'000),
                                base::BitRate::bits_per_second(101'000'000),
                                true};
  result.ceiling = base::BitRate::bits_per_second(941'482'000);
  result.loaded = full_latency();
  result.search = {{base::BitRate::bits_per_second(200'000'000), base::BitRate::bits_per_second(199'000'000),
                    base::BitRate::bits_per_second(190'000'000), 0.045, true}};
  result.ending = model::Ending::peer_lost;
  result.failure = base::Error{base::Error::Kind::peer, "control connection", 104, "closed"};
  return result;
}

// TCP in both directions at the same time, then a search for the highest UDP rate.
inline model::TestRecord full_test_record() {
  model::TestRecord record;
  record.plan = full_test_plan();
  record.version = "0.1.0";
  record.protocol = "native";
  record.started = full_record().started;
  record.real = base::Duration(4'400'000'003);
  record.ending = model::Ending::interrupted;
  record.failure = base::Error{base::Error::Kind::cancelled, "test", 4, "interrupted"};
  record.interrupted_by = 2;
  record.peer_address = "192.0.2.7";
  record.peer_port = 5002;
  record.session = "00112233445566778899aabbccddeeff";
  record.near = full_host();
  record.far = full_host();
  record.far->name = "lab2";
  record.idle = full_latency();
  record.results = {full_result(model::Direction::upload), full_result(model::Direction::download),
                    full_result(model::Direction::upload)};
  record.results[0].granted.transport = record.results[1].granted.transport = model::Transport::tcp;
  record.results[2].simultaneous = false;
  record.findings = {{"receive window", "high", "the sender waited for the window 71 % of the time", "use -P 4"}};
  record.notes = {"asked for 65536, got 131072", "\"quoted\"\n\\ and Zürich"};
  return record;
}

}  // namespace ttcp::codec

// SPDX-License-Identifier: MIT
// For tests: a record in which every field differs from its default.
#pragma once

#include "model/record.h"

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

inline model::TestPlan full_plan() {
  model::TestPlan plan;
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

inline model::TestRecord full_record() {
  using base::Duration;
  model::TestRecord record;
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

}  // namespace ttcp::codec

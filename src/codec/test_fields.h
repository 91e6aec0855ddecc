// SPDX-License-Identifier: MIT
// The fields of a test record and its parts under their JSON names, as in fields.h. Private to codec/.
#pragma once

#include "codec/fields.h"
#include "model/test_record.h"

namespace ttcp::codec {

template <class Visit>
void each_field(Visit&& visit, Like<model::Traffic> auto& it) {
  visit("transport", it.transport);
  visit("streams", it.streams);
  visit("time_ns", it.time);
  visit("bytes", it.bytes);
  visit("rate_bps", it.rate);
  visit("block_bytes", it.block);
  visit("window_bytes", it.window);
  visit("congestion", NullByDefault{it.congestion});
  visit("no_delay", it.no_delay);
  visit("mss_bytes", it.mss);
  visit("dscp", it.dscp);
}

template <class Visit>
void each_field(Visit&& visit, Like<model::RunPlan> auto& it) {
  visit("directions", it.directions);
  visit("traffic", it.traffic);
}

template <class Visit>
void each_field(Visit&& visit, Like<model::TestPlan> auto& it) {
  visit("endpoint", it.endpoint);
  visit("bind_device", NullByDefault{it.bind_device});
  visit("runs", it.runs);
  visit("search_rate", it.search_rate);
  visit("omit_ns", it.omit);
  visit("idle_latency_ns", it.idle_latency);
  visit("interval_ns", it.interval);
  visit("expected_up_bps", it.expected_up);
  visit("expected_down_bps", it.expected_down);
}

template <class Visit>
void each_field(Visit&& visit, Like<model::LinkFacts> auto& it) {
  visit("name", it.name);
  visit("mtu_bytes", it.mtu);
  visit("speed_mbps", it.speed_mbps);
  visit("duplex", it.duplex);
  visit("wireless", it.wireless);
  visit("loopback", it.loopback);
  visit("physical", it.physical);
  visit("vlan_tags", it.vlan_tags);
}

template <class Visit>
void each_field(Visit&& visit, Like<model::Sysctl> auto& it) {
  visit("name", it.name);
  visit("value", it.value);
}

template <class Visit>
void each_field(Visit&& visit, Like<model::HostFacts> auto& it) {
  visit("name", it.name);
  visit("program", it.program);
  visit("system", it.system);
  visit("kernel", it.kernel);
  visit("architecture", it.architecture);
  visit("cpus", it.cpus);
  visit("congestion_control", it.congestion_control);
  visit("link", it.link);
  visit("sysctls", it.sysctls);
}

template <class Visit>
void each_field(Visit&& visit, Like<model::Sample> auto& it) {
  visit("at_ns", it.at);
  visit("bytes", it.bytes);
  visit("rtt_ns", it.rtt);
  visit("cwnd_segments", it.cwnd);
  visit("retransmits", it.retransmits);
}

template <class Visit>
void each_field(Visit&& visit, Like<model::UdpCount> auto& it) {
  visit("sent", it.sent);
  visit("received", it.received);
  visit("lost", it.lost);
  visit("reordered", it.reordered);
  visit("duplicated", it.duplicated);
  visit("jitter_ns", it.jitter);
  visit("one_way_rise_p95_ns", it.one_way_rise_p95);
}

template <class Visit>
void each_field(Visit&& visit, Like<model::FlowView> auto& it) {
  visit("stream", it.stream);
  visit("bytes", it.bytes);
  visit("first_byte_after_ns", it.first_byte_after);
  visit("last_byte_after_ns", it.last_byte_after);
  visit("tcp", it.tcp);
  visit("udp", it.udp);
  visit("datagrams", it.datagrams);
  visit("ended", it.ending);
  visit("failure", it.failure);
}

template <class Visit>
void each_field(Visit&& visit, Like<model::EndView> auto& it) {
  visit("flows", it.flows);
  visit("samples", it.samples);
  visit("real_ns", it.real);
  visit("usage", it.usage);
  visit("mover", NullByDefault{it.mover});
}

template <class Visit>
void each_field(Visit&& visit, Like<model::Latency> auto& it) {
  visit("count", it.count);
  visit("lost", it.lost);
  visit("min_ns", it.min);
  visit("p50_ns", it.p50);
  visit("p95_ns", it.p95);
  visit("p99_ns", it.p99);
  visit("max_ns", it.max);
  visit("jitter_ns", it.jitter);
}

template <class Visit>
void each_field(Visit&& visit, Like<model::Steady> auto& it) {
  visit("start_ns", it.start);
  visit("end_ns", it.end);
  visit("bytes", it.bytes);
  visit("low_bps", it.low);
  visit("high_bps", it.high);
  visit("settled", it.settled);
}

template <class Visit>
void each_field(Visit&& visit, Like<model::RateStep> auto& it) {
  visit("offered_bps", it.offered);
  visit("sent_bps", it.sent);
  visit("received_bps", it.received);
  visit("loss_ratio", it.loss);
  visit("accepted", it.accepted);
}

template <class Visit>
void each_field(Visit&& visit, Like<model::DirectionRecord> auto& it) {
  visit("direction", it.direction);
  visit("simultaneous", it.simultaneous);
  visit("ceiling_bps", it.ceiling);
  visit("steady", it.steady);
  visit("search", it.search);
  visit("loaded", it.loaded);
  visit("ended", it.ending);
  visit("failure", it.failure);
  visit("asked", it.asked);
  visit("granted", it.granted);
  visit("sender", it.sender);
  visit("receiver", it.receiver);
}

template <class Visit>
void each_field(Visit&& visit, Like<model::Finding> auto& it) {
  visit("cause", it.cause);
  visit("confidence", it.confidence);
  visit("evidence", it.evidence);
  visit("next_step", it.next_step);
}

// Without the results and the schema, which have places of their own (test_record_json.cc).
template <class Visit>
void each_field(Visit&& visit, Like<model::TestRecord> auto& it) {
  visit("ended", it.ending);
  visit("findings", it.findings);
  visit("version", it.version);
  visit("protocol", it.protocol);
  visit("started", it.started);
  visit("real_ns", it.real);
  visit("interrupted_by", it.interrupted_by);
  visit("failure", it.failure);
  visit("plan", it.plan);
  visit("peer_address", NullByDefault{it.peer_address});
  visit("peer_port", NullByDefault{it.peer_port});
  visit("session", NullByDefault{it.session});
  visit("near", it.near);
  visit("far", it.far);
  visit("idle", it.idle);
  visit("notes", it.notes);
}

}  // namespace ttcp::codec

// SPDX-License-Identifier: MIT
// The fields of the model's structs under their JSON names, each written down once: the writer and the reader both
// visit them, so that neither can forget one. Durations are whole nanoseconds, so that nothing is lost. Private to
// codec/.
#pragma once

#include <array>
#include <concepts>
#include <string_view>
#include <type_traits>

#include "base/error.h"
#include "model/flow_plan.h"
#include "model/flow_record.h"

namespace ttcp::codec {

template <class T, class Struct>
concept Like = std::same_as<std::remove_const_t<T>, Struct>;  // Struct, const (writer) or not (reader)

// A field whose default means "not known" or "not asked for": null in JSON, never 0 or "".
template <class T>
struct NullByDefault {
  T& value;
};
template <class T>
NullByDefault(T&) -> NullByDefault<T>;

template <class Visit>
void each_field(Visit&& visit, Like<model::Endpoint> auto& it) {
  visit("host", NullByDefault{it.host});
  visit("port", it.port);
  visit("family", it.family);
  visit("bind_address", NullByDefault{it.bind_address});
}

template <class Visit>
void each_field(Visit&& visit, Like<model::SocketWishes> auto& it) {
  visit("buffer_bytes", it.buffer);
  visit("debug", it.debug);
  visit("no_delay", it.no_delay);
  visit("delayed_ack", it.delayed_ack);
  visit("congestion", NullByDefault{it.congestion});
}

template <class Visit>
void each_field(Visit&& visit, Like<model::BufferShape> auto& it) {
  visit("length_bytes", it.length);
  visit("align_bytes", it.align);
  visit("offset_bytes", it.offset);
  visit("full_blocks", it.full_blocks);
  visit("touch", it.touch);
}

template <class Visit>
void each_field(Visit&& visit, Like<model::Extent> auto& it) {
  visit("buffers", it.buffers);
  visit("bytes", it.bytes);
  visit("time_ns", it.time);
}

template <class Visit>
void each_field(Visit&& visit, Like<model::FlowPlan> auto& it) {
  visit("protocol", it.protocol);
  visit("role", it.role);
  visit("transport", it.transport);
  visit("endpoint", it.endpoint);
  visit("socket", it.socket);
  visit("buffer", it.buffer);
  visit("extent", it.extent);
  visit("source", it.source);
  visit("sink", it.sink);
  visit("half_close", it.half_close);
  visit("interval_ns", it.interval);
  visit("patience_ns", it.patience);
}

template <class Visit>
void each_field(Visit&& visit, Like<base::Error> auto& it) {
  visit("kind", it.kind);
  visit("attempt", it.attempt);
  visit("os_errno", NullByDefault{it.os_errno});
  visit("detail", NullByDefault{it.detail});
}

template <class Visit>
void each_field(Visit&& visit, Like<model::Usage> auto& it) {
  visit("user_ns", it.user);
  visit("system_ns", it.system);
  visit("max_rss_kib", it.max_rss_kib);
  visit("integral_shared", it.integral_shared);
  visit("integral_unshared", it.integral_unshared);
  visit("minor_faults", it.minor_faults);
  visit("major_faults", it.major_faults);
  visit("voluntary_switches", it.voluntary_switches);
  visit("involuntary_switches", it.involuntary_switches);
}

template <class Visit>
void each_field(Visit&& visit, Like<model::TcpFacts> auto& it) {
  visit("congestion_control", NullByDefault{it.congestion_control});
  visit("state", it.state);
  visit("mss_bytes", it.mss);
  visit("receive_mss_bytes", it.receive_mss);
  visit("send_window_bytes", it.send_window);
  visit("receive_window_bytes", it.receive_window);
  visit("cwnd_segments", it.cwnd);
  visit("ssthresh_segments", it.ssthresh);
  visit("rtt_ns", it.rtt);
  visit("rtt_variation_ns", it.rtt_variation);
  visit("min_rtt_ns", it.min_rtt);
  visit("retransmit_timeout_ns", it.retransmit_timeout);
  visit("path_mtu_bytes", it.path_mtu);
  visit("retransmits", it.retransmits);
  visit("segments_out", it.segments_out);
  visit("segments_in", it.segments_in);
  visit("bytes_acknowledged", it.bytes_acknowledged);
  visit("bytes_received", it.bytes_received);
  visit("timestamps", it.timestamps);
  visit("sack", it.sack);
  visit("window_scaling", it.window_scaling);
}

template <class Visit>
void each_field(Visit&& visit, Like<model::Interval> auto& it) {
  visit("start_ns", it.start);
  visit("end_ns", it.end);
  visit("bytes", it.bytes);
}

template <class Visit>
void each_field(Visit&& visit, Like<model::MarkersSeen> auto& it) {
  visit("start", it.start);
  visit("end", it.end);
}

template <class Visit>
void each_field(Visit&& visit, Like<model::FarResult> auto& it) {
  visit("bytes", it.bytes);
  visit("real_ns", it.real);
}

// Without the intervals and the schema, which have places of their own (json_writer.cc, json_reader.cc).
template <class Visit>
void each_field(Visit&& visit, Like<model::FlowRecord> auto& it) {
  visit("version", it.version);
  visit("started", it.started);
  visit("ended", it.ending);
  visit("interrupted_by", it.interrupted_by);
  visit("failure", it.failure);
  visit("plan", it.plan);
  visit("peer_address", NullByDefault{it.peer_address});
  visit("peer_port", NullByDefault{it.peer_port});
  visit("moved_bytes", it.bytes);
  visit("calls", it.calls);
  visit("waits", it.waits);
  visit("waited_ns", it.waited);
  visit("real_ns", it.real);
  visit("first_byte_after_ns", it.first_byte_after);
  visit("last_byte_after_ns", it.last_byte_after);
  visit("acknowledged_after_ns", it.acknowledged_after);
  visit("markers_seen", it.markers);
  visit("refused_datagrams", it.refused_datagrams);
  visit("usage", it.usage);
  visit("buffer_address", NullByDefault{it.buffer_address});
  visit("tcp_at_start", it.tcp_at_start);
  visit("tcp_at_end", it.tcp_at_end);
  visit("far", it.far);
  visit("notes", it.notes);
}

}  // namespace ttcp::codec

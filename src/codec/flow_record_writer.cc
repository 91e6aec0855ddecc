// SPDX-License-Identifier: MIT
// FlowRecord -> JSON.
#include <optional>

#include "codec/goodput.h"
#include "codec/record_json.h"
#include "codec/writing.h"

namespace ttcp::codec {
namespace {

Out intervals_of(const model::FlowRecord& record) {
  Out array = Out::array();
  for (const model::Interval& interval : record.intervals) {
    Out one = written(interval);
    one["start_s"] = seconds_of(interval.start);
    one["end_s"] = seconds_of(interval.end);
    one["bps"] = bits_per_second(interval.bytes, interval.end - interval.start);
    array.push_back(std::move(one));
  }
  return array;
}

// Classic datagrams carry no sequence number, so only refusals are known.
Out udp_of(const model::FlowRecord& record) {
  if (record.plan.transport != model::Transport::udp) return nullptr;
  Out udp = Out::object();
  for (const char* name : {"sent", "received", "lost", "reordered", "duplicated", "jitter_ms"}) udp[name] = nullptr;
  udp["refused"] = written(record.refused_datagrams);
  return udp;
}

// Only the end that sends payload repeats segments of it.
std::optional<std::int64_t> retransmits_of(const model::FlowRecord& record) {
  const bool transmits = record.plan.role == model::Role::transmit;
  return transmits && record.tcp_at_end ? record.tcp_at_end->retransmits : std::nullopt;
}

std::optional<base::Bytes> received_bytes(const model::FlowRecord& record) {
  if (record.plan.role == model::Role::receive) return record.bytes;
  return record.far ? std::optional(record.far->bytes) : std::nullopt;
}

// What goodput_bps is over; where that is unknown, this end's clock.
std::optional<base::Duration> span_of(const model::FlowRecord& record) {
  if (const auto known = goodput(record)) return known->span;
  return record.real > base::Duration::zero() ? std::optional(record.real) : std::nullopt;
}

Out result_of(const model::FlowRecord& record) {
  const bool transmits = record.plan.role == model::Role::transmit;
  const auto known = goodput(record);
  Out result = Out::object();
  result["direction"] = transmits ? "upload" : "download";
  result["transport"] = written(record.plan.transport);
  result["streams"] = 1;
  result["bytes"] = written(received_bytes(record));
  result["bytes_sent"] = transmits ? written(record.bytes) : Out(nullptr);
  result["seconds"] = seconds_of(span_of(record));
  result["goodput_bps"] = known ? bits_per_second(known->bytes, known->span) : Out(nullptr);
  result["goodput_ci95_bps"] = nullptr;
  result["ceiling_bps"] = nullptr;
  result["retransmits"] = written(retransmits_of(record));
  result["latency_ms"] = nullptr;
  result["udp"] = udp_of(record);
  result["intervals"] = intervals_of(record);
  return result;
}

}  // namespace

std::string to_json(const model::FlowRecord& record) {
  Out out = Out::object();
  out["schema"] = "ttcp.test/1";
  out["ended"] = written(record.ending);
  out["results"] = Out::array({result_of(record)});
  out["findings"] = Out::array();
  write_fields(record, out);
  return dumped(out);
}

}  // namespace ttcp::codec

// SPDX-License-Identifier: MIT
// The numbers of one direction, each by its one rule.
#include "stats/goodput.h"

#include <algorithm>

#include "stats/series.h"

namespace ttcp::stats {
namespace {

using base::Duration;

constexpr auto kShortestSpan = std::chrono::milliseconds(1);

std::optional<base::Bytes> bytes_of(const std::optional<model::EndView>& view) {
  if (!view) return std::nullopt;
  std::int64_t sum = 0;
  for (const model::FlowView& flow : view->flows) sum = bounded_sum(sum, flow.bytes.count());
  return base::Bytes(sum);
}

template <class T>
std::optional<T> sum_of(std::optional<T> a, std::optional<T> b) {
  return a && b ? std::optional(bounded_sum(*a, *b)) : std::nullopt;
}

model::UdpCount together(const model::UdpCount& a, const model::UdpCount& b) {
  model::UdpCount both;
  both.sent = sum_of(a.sent, b.sent);
  both.received = bounded_sum(a.received, b.received);
  both.lost = sum_of(a.lost, b.lost);
  both.reordered = bounded_sum(a.reordered, b.reordered);
  both.duplicated = bounded_sum(a.duplicated, b.duplicated);
  both.jitter = std::max(a.jitter, b.jitter);  // an absent one is less than any
  both.one_way_rise_p95 = std::max(a.one_way_rise_p95, b.one_way_rise_p95);
  return both;
}

}  // namespace

std::optional<base::Bytes> received_bytes(const model::DirectionRecord& record) { return bytes_of(record.receiver); }

std::optional<base::Bytes> sent_bytes(const model::DirectionRecord& record) { return bytes_of(record.sender); }

std::optional<Duration> span_of(const model::DirectionRecord& record) {
  if (!record.receiver) return std::nullopt;
  std::optional<Duration> first, last;
  for (const model::FlowView& flow : record.receiver->flows) {
    if (!flow.first_byte_after || !flow.last_byte_after) continue;
    if (*flow.first_byte_after < Duration(0) || *flow.last_byte_after < *flow.first_byte_after) continue;
    first = std::min(first.value_or(Duration::max()), *flow.first_byte_after);
    last = std::max(last, flow.last_byte_after);
  }
  return first && *last > *first ? std::optional(*last - *first) : std::nullopt;
}

std::optional<base::BitRate> mean_of(const model::DirectionRecord& record) {
  const auto bytes = received_bytes(record);
  const auto span = span_of(record);
  if (!bytes || *bytes <= base::Bytes(0) || !span || *span < kShortestSpan) return std::nullopt;
  return rate_over(*bytes, *span);
}

std::optional<base::BitRate> goodput_of(const model::DirectionRecord& record) {
  if (!record.steady || record.steady->bytes <= base::Bytes(0)) return mean_of(record);
  // Apart, because a far end's moments may lie further apart than a Duration reaches.
  const bool in_order = record.steady->start >= Duration(0) && record.steady->end > record.steady->start;
  return in_order ? rate_over(record.steady->bytes, record.steady->end - record.steady->start) : mean_of(record);
}

std::optional<model::UdpCount> datagrams_of(const model::DirectionRecord& record) {
  if (!record.receiver) return std::nullopt;
  std::optional<model::UdpCount> all;
  for (const model::FlowView& flow : record.receiver->flows) {
    if (flow.udp) all = all ? together(*all, *flow.udp) : *flow.udp;
  }
  return all;
}

}  // namespace ttcp::stats

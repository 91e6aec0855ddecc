// SPDX-License-Identifier: MIT
// A direction's result -> JSON: what was measured, and beside it what follows from that.
#include "codec/direction_json.h"

#include <algorithm>
#include <utility>

#include "codec/direction_figures.h"
#include "codec/values.h"
#include "stats/goodput.h"
#include "stats/intervals.h"
#include "stats/steady.h"

namespace ttcp::codec {
namespace {
using base::Bytes;
using base::Duration;
using model::DirectionRecord;
using Details = std::vector<stats::IntervalDetail>;

// At least `wish`, but not much finer than the samples that intervals are made of: a record must not be able to ask for
// more of them than memory holds.
Duration bearable(Duration wish, const DirectionRecord& result) {
  constexpr std::int64_t kPerSample = 4;
  constexpr std::int64_t kAlways = 16;
  if (!result.receiver || result.receiver->samples.empty()) return std::max(wish, Duration(1));
  const auto& samples = result.receiver->samples;
  const auto last = std::max_element(samples.begin(), samples.end(), [](auto& a, auto& b) { return a.at < b.at; });
  const std::int64_t most = kPerSample * static_cast<std::int64_t>(samples.size()) + kAlways;
  return std::max(wish, last->at / most + Duration(1));
}

Out interval_out(const stats::IntervalDetail& detail) {
  const model::Interval& interval = detail.interval;
  Out out = Out::object();
  out["start_s"] = seconds_of(interval.start);
  out["end_s"] = seconds_of(interval.end);
  out["bytes"] = written(interval.bytes);
  out["bps"] = bits_per_second(interval.bytes, interval.end - interval.start);
  out["retransmits"] = written(detail.retransmits);
  out["rtt_ms"] = milliseconds_of(detail.rtt);
  return out;
}

Out intervals_out(const Details& details) {
  Out array = Out::array();
  for (const stats::IntervalDetail& detail : details) array.push_back(interval_out(detail));
  return array;
}

Out latency_out(const std::optional<model::Latency>& idle, const std::optional<model::Latency>& loaded) {
  Out out = Out::object();
  out["idle"] = idle ? json_of(*idle) : Out(nullptr);
  out["loaded"] = loaded ? json_of(*loaded) : Out(nullptr);
  return out;
}

// What a record of datagrams has; each is absent where one of its parts is.
struct UdpFigures {
  std::optional<std::int64_t> sent, received, lost, reordered, duplicated;
  std::optional<Duration> jitter, one_way_rise_p95;
};

UdpFigures udp_figures_of(const DirectionRecord& result) {
  UdpFigures figures;
  figures.sent = datagrams_sent(result);
  const auto counted = stats::datagrams_of(result);
  if (!counted) return figures;
  figures.received = counted->received;
  figures.lost = counted->lost;
  figures.reordered = counted->reordered;
  figures.duplicated = counted->duplicated;
  figures.jitter = counted->jitter;
  figures.one_way_rise_p95 = counted->one_way_rise_p95;
  return figures;
}

UdpFigures added(const UdpFigures& a, const UdpFigures& b) {
  UdpFigures sum;
  sum.sent = sum_of(a.sent, b.sent);
  sum.received = sum_of(a.received, b.received);
  sum.lost = sum_of(a.lost, b.lost);
  sum.reordered = sum_of(a.reordered, b.reordered);
  sum.duplicated = sum_of(a.duplicated, b.duplicated);
  sum.jitter = std::max(a.jitter, b.jitter);
  sum.one_way_rise_p95 = std::max(a.one_way_rise_p95, b.one_way_rise_p95);
  return sum;
}

Out loss_out(const UdpFigures& figures) {
  if (!figures.lost || figures.sent.value_or(0) <= 0) return nullptr;
  return static_cast<double>(*figures.lost) / static_cast<double>(*figures.sent);
}

Out udp_out(const std::optional<UdpFigures>& figures) {
  if (!figures) return nullptr;
  Out out = Out::object();
  out["sent"] = written(figures->sent);
  out["received"] = written(figures->received);
  out["lost"] = written(figures->lost);
  out["loss_ratio"] = loss_out(*figures);
  out["reordered"] = written(figures->reordered);
  out["duplicated"] = written(figures->duplicated);
  out["jitter_ms"] = milliseconds_of(figures->jitter);
  out["one_way_rise_p95_ms"] = milliseconds_of(figures->one_way_rise_p95);
  return out;
}

Out confidence_out(const std::optional<model::Steady>& steady) {
  if (!steady || !steady->low || !steady->high) return nullptr;
  return Out::array({written(steady->low), written(steady->high)});
}

Out ramp_out(const DirectionRecord& result) {
  if (!result.steady || !result.receiver) return nullptr;
  const auto ramp = stats::ramp_of(result.receiver->samples, *result.steady);
  if (!ramp) return nullptr;
  Out out = Out::object();
  out["to_90_percent_s"] = seconds_of(ramp->to_90_percent);
  out["length_s"] = seconds_of(ramp->length);
  out["bytes"] = written(ramp->bytes);
  return out;
}

Out mover_out(const std::optional<model::EndView>& view) {
  return view && !view->mover.empty() ? Out(view->mover) : Out(nullptr);
}

// What both ends have, under their names.
Out ends_out(Out sender, Out receiver) {
  Out out = Out::object();
  out["sender"] = std::move(sender);
  out["receiver"] = std::move(receiver);
  return out;
}

// The figures that results of one direction and of both together have.
struct Figures {
  model::Transport transport = model::Transport::tcp;
  std::int64_t streams = 0;
  std::optional<std::int64_t> bytes, bytes_sent;
  std::optional<Duration> span;
  std::optional<std::int64_t> goodput, mean;  // bits per second
  std::optional<std::int64_t> retransmits;
  std::optional<UdpFigures> udp;
};

std::optional<std::int64_t> count_of(const std::optional<Bytes>& bytes) {
  return bytes ? std::optional(bytes->count()) : std::nullopt;
}

std::optional<std::int64_t> count_of(const std::optional<base::BitRate>& rate) {
  return rate ? std::optional(rate->in_bits_per_second()) : std::nullopt;
}

Figures figures_of(const DirectionRecord& result) {
  Figures figures;
  figures.transport = result.granted.transport;
  figures.streams = result.granted.streams;
  figures.bytes = count_of(stats::received_bytes(result));
  figures.bytes_sent = count_of(stats::sent_bytes(result));
  figures.span = stats::span_of(result);
  figures.goodput = count_of(stats::goodput_of(result));
  figures.mean = count_of(stats::mean_of(result));
  figures.retransmits = retransmits_of(result);
  if (result.granted.transport == model::Transport::udp) figures.udp = udp_figures_of(result);
  return figures;
}

Figures added(const Figures& a, const Figures& b) {
  Figures sum;
  sum.transport = a.transport;
  sum.streams = a.streams + b.streams;
  sum.bytes = sum_of(a.bytes, b.bytes);
  sum.bytes_sent = sum_of(a.bytes_sent, b.bytes_sent);
  if (a.span && b.span) sum.span = std::max(*a.span, *b.span);
  sum.goodput = sum_of(a.goodput, b.goodput);
  sum.mean = sum_of(a.mean, b.mean);
  sum.retransmits = sum_of(a.retransmits, b.retransmits);
  if (a.udp && b.udp) sum.udp = added(*a.udp, *b.udp);
  return sum;
}

void put(const Figures& figures, Out& out) {
  out["transport"] = written(figures.transport);
  out["streams"] = figures.streams;
  out["bytes"] = written(figures.bytes);
  out["bytes_sent"] = written(figures.bytes_sent);
  out["seconds"] = seconds_of(figures.span);
  out["goodput_bps"] = written(figures.goodput);
  out["mean_bps"] = written(figures.mean);
  out["goodput_ci95_bps"] = nullptr;
  out["ceiling_bps"] = nullptr;
  out["retransmits"] = written(figures.retransmits);
  out["latency_ms"] = nullptr;
  out["udp"] = udp_out(figures.udp);
}

// Interval by interval; the two grids have the same length, the last of each may be short.
Details added(Details a, const Details& b) {
  if (a.size() < b.size()) return added(b, a);
  for (std::size_t i = 0; i < b.size(); ++i) {
    a[i].interval.end = std::max(a[i].interval.end, b[i].interval.end);
    a[i].interval.bytes += b[i].interval.bytes;
    a[i].retransmits = sum_of(a[i].retransmits, b[i].retransmits);
    a[i].rtt = std::nullopt;
  }
  return a;
}

model::Ending worse_of(model::Ending a, model::Ending b) { return a == model::Ending::complete ? b : a; }

}  // namespace

nlohmann::ordered_json json_of(const DirectionRecord& result, const ResultContext& context) {
  Out out = Out::object();
  out["direction"] = written(result.direction);
  out["simultaneous"] = result.simultaneous;
  put(figures_of(result), out);
  out["goodput_ci95_bps"] = confidence_out(result.steady);
  out["latency_ms"] = latency_out(context.idle, result.loaded);
  out["intervals"] = intervals_out(stats::detailed_intervals(result, bearable(context.interval, result)));
  out["steady"] = nullptr;
  out["ramp"] = ramp_out(result);
  out["search"] = nullptr;
  out["congestion"] = ends_out(written(congestion_of(result.sender)), written(congestion_of(result.receiver)));
  out["mover"] = ends_out(mover_out(result.sender), mover_out(result.receiver));
  write_fields(result, out);
  if (result.steady) {
    out["steady"]["start_s"] = seconds_of(result.steady->start);
    out["steady"]["end_s"] = seconds_of(result.steady->end);
  }
  return out;
}

Out both_out(const DirectionRecord& one, const DirectionRecord& other, const ResultContext& context) {
  const Duration length = std::max(bearable(context.interval, one), bearable(context.interval, other));
  Out out = Out::object();
  out["direction"] = kBoth;
  out["simultaneous"] = true;
  put(added(figures_of(one), figures_of(other)), out);
  out["latency_ms"] = latency_out(context.idle, one.loaded ? one.loaded : other.loaded);
  const bool is_counted = one.receiver && other.receiver;
  out["intervals"] = intervals_out(
      is_counted ? added(stats::detailed_intervals(one, length), stats::detailed_intervals(other, length)) : Details{});
  out["ended"] = written(worse_of(one.ending, other.ending));
  return out;
}

}  // namespace ttcp::codec

// SPDX-License-Identifier: MIT
// What the flows of one end add up to: the pure half of Flows.
#include <algorithm>
#include <utility>

#include "probe/rusage.h"
#include "probe/tcp_info.h"
#include "session/ending.h"
#include "session/native/flows.h"

namespace ttcp::session::native {
namespace {
using model::Direction;

// Sums over the flows; a mean for the RTT. Absent as soon as one flow doesn't tell.
class TcpSum {
 public:
  void add(const model::TcpFacts& facts) {
    ++flows_;
    if (facts.rtt) rtt_ = rtt_.value_or(base::Duration(0)) + *facts.rtt;
    if (facts.cwnd) cwnd_ = cwnd_.value_or(0) + *facts.cwnd;
    if (facts.retransmits) retransmits_ = retransmits_.value_or(0) + *facts.retransmits;
  }
  void put_into(model::Sample& sample) const {
    if (rtt_) sample.rtt = *rtt_ / flows_;
    sample.cwnd = cwnd_;
    sample.retransmits = retransmits_;
  }

 private:
  std::int64_t flows_ = 0;
  std::optional<base::Duration> rtt_;
  std::optional<std::int64_t> cwnd_, retransmits_;
};

}  // namespace

model::Sample Flows::sample_of(Direction direction, base::TimePoint now) const {
  model::Sample sample;
  sample.at = now - started_;
  // All bytes first, at that very instant: to ask the kernel means waiting for a flow that is in the middle of a write.
  for (const auto& flow : flows_) {
    if (flow->socket.direction == direction) sample.bytes += base::Bytes(flow->counters.bytes.get());
  }
  TcpSum sum;
  for (const auto& flow : flows_) {
    if (flow->socket.direction != direction || !flow->sends || !tcp()) continue;
    if (flow->over) {
      if (flow->tcp_at_end) sum.add(*flow->tcp_at_end);
    } else if (const auto facts = probe::read_tcp_facts(flow->socket.socket.get())) {
      sum.add(*facts);
    }
  }
  sum.put_into(sample);
  return sample;
}

model::FlowView Flows::view_of(const Flow& flow) const {
  const auto& outcome = flow.outcome;
  model::FlowView view;
  view.stream = flow.socket.stream;
  view.bytes = base::Bytes(flow.counters.bytes.get());
  if (!flow.sends && outcome.first_byte) view.first_byte_after = since_start(*outcome.first_byte);
  if (!flow.sends && outcome.last_byte) view.last_byte_after = since_start(*outcome.last_byte);
  view.tcp = flow.tcp_at_end;
  if (!tcp() && !flow.sends) view.udp = flow.sequences.count(flow.expected);
  if (!tcp() && flow.sends) view.datagrams = flow.counters.datagrams.get();
  view.ending = ending_of(outcome.end);
  // The end of a UDP flow is always told from outside.
  if (!tcp() && !flow.sends && flow.expected && outcome.end == engine::End::stopped) {
    view.ending = model::Ending::complete;
  }
  view.failure = outcome.error;
  return view;
}

// Datagrams can come before the far end's "go" has been read.
base::Duration Flows::since_start(base::TimePoint when) const { return std::max(when - started_, base::Duration(0)); }

// At a receiver the run lasts from the first byte to the last: samples outside of that hold no news.
std::vector<model::Sample> Flows::final_samples(Direction direction) const {
  std::vector<model::Sample> samples = this->samples(direction);
  model::Sample last = sample_of(direction, ended_);
  if (!sends(direction)) {
    std::optional<base::TimePoint> first_byte, last_byte;
    for (const auto& flow : flows_) {
      if (flow->socket.direction != direction || !flow->outcome.first_byte) continue;
      const auto first = *flow->outcome.first_byte;
      first_byte = std::min(first_byte.value_or(first), first);
      const auto end = flow->outcome.last_byte.value_or(first);
      last_byte = std::max(last_byte.value_or(end), end);
    }
    if (!first_byte) return {};
    last.at = since_start(*last_byte);
    const auto begin = since_start(*first_byte);
    std::erase_if(samples, [&](const auto& sample) { return sample.at <= begin || sample.at >= last.at; });
    samples.insert(samples.begin(), model::Sample{begin, base::Bytes(0), {}, {}, {}});
  }
  while (!samples.empty() && samples.back().at >= last.at) samples.pop_back();
  samples.push_back(last);
  return samples;
}

std::string Flows::mover_of(Direction direction) const {
  if (tcp()) return sends(direction) ? "send" : "recv-trunc";
  if (!sends(direction)) return "recvmmsg";
  const auto is_segmented = [direction](const auto& flow) {
    return flow->socket.direction == direction && flow->outcome.segmented;
  };
  return std::ranges::any_of(flows_, is_segmented) ? "udp-segment" : "sendmmsg";
}

model::EndView Flows::view_of(Direction direction) const {
  model::EndView view;
  for (const auto& flow : flows_) {
    if (flow->socket.direction == direction) view.flows.push_back(view_of(*flow));
  }
  std::ranges::sort(view.flows, {}, &model::FlowView::stream);
  view.samples = final_samples(direction);
  view.real = ended_ - started_;
  view.usage = probe::usage_between(usage_at_start_, usage_at_end_);
  view.mover = mover_of(direction);
  return view;
}

std::vector<wire::native::DirectionView> Flows::views() const {
  std::vector<wire::native::DirectionView> views;
  for (const auto& [direction, samples] : samples_) views.push_back({direction, view_of(direction)});
  return views;
}

}  // namespace ttcp::session::native

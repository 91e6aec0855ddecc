// SPDX-License-Identifier: MIT
#include "session/native/assemble.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "stats/ceiling.h"
#include "stats/goodput.h"
#include "stats/steady.h"

namespace ttcp::session::native {
namespace {
namespace wire = wire::native;
using model::Direction;

std::optional<model::EndView> view_in(const std::vector<wire::DirectionView>& views, Direction direction) {
  const auto found = std::ranges::find(views, direction, &wire::DirectionView::direction);
  if (found == views.end()) return std::nullopt;
  return found->view;
}

// What the far end's receivers told on the way, where their final view never came.
std::optional<model::EndView> view_from_counts(const Samples& counts, Direction direction) {
  const auto found = counts.find(direction);
  if (found == counts.end() || found->second.empty()) return std::nullopt;
  const auto& samples = found->second;
  const auto begun = std::ranges::find_if(samples, [](const auto& sample) { return sample.bytes > base::Bytes(0); });
  model::EndView view;
  view.samples = samples;
  view.real = samples.back().at;
  model::FlowView all;
  all.bytes = samples.back().bytes;
  if (begun != samples.end()) {
    all.first_byte_after = begun == samples.begin() ? base::Duration(0) : std::prev(begun)->at;
    all.last_byte_after = samples.back().at;
  }
  all.ending = model::Ending::peer_lost;
  view.flows.push_back(std::move(all));
  return view;
}

// The first flow of the sender speaks for all: they take the same path.
std::optional<base::BitRate> ceiling_for(const Terms& terms, const model::DirectionRecord& result) {
  stats::PathShape shape;
  shape.transport = result.granted.transport;
  shape.ipv6 = terms.ipv6;
  if (result.sender && !result.sender->flows.empty() && result.sender->flows.front().tcp) {
    shape.timestamps = result.sender->flows.front().tcp->timestamps;
    shape.mss = result.sender->flows.front().tcp->mss;
  }
  const bool udp = result.granted.transport == model::Transport::udp;
  if (udp && result.granted.block) shape.datagram = result.granted.block->count();
  shape.near = terms.near;
  shape.far = terms.far;
  return stats::ceiling_of(shape);
}

std::optional<std::string> missing_bytes(const model::DirectionRecord& result) {
  const auto sent = stats::sent_bytes(result);
  const auto received = stats::received_bytes(result);
  if (result.granted.transport != model::Transport::tcp || !sent || !received || *sent <= *received) {
    return std::nullopt;
  }
  return fmt::format("{}: {} of {} bytes had not arrived when the test was cut", model::word(result.direction),
                     (*sent - *received).count(), sent->count());
}

// The server's longest run ended what would have gone on: nobody had asked for a time.
std::optional<std::string> cut_by_limit(const Terms& terms, const model::DirectionRecord& result) {
  if (result.asked.time || !result.granted.time || !result.sender) return std::nullopt;
  const auto limit = fmt::format("{}: the server allows {:g} s", model::word(result.direction),
                                 static_cast<double>(base::in_seconds(*result.granted.time)));
  const auto sent = stats::sent_bytes(result);
  if (result.asked.bytes) {
    if (!sent || *sent >= *result.asked.bytes) return std::nullopt;
    return fmt::format("{}, in which {} of {} bytes were sent", limit, sent->count(), result.asked.bytes->count());
  }
  if (terms.settled || result.sender->real < *result.granted.time) return std::nullopt;
  return limit + ", after which the rate was not known yet";
}

// A flow that one end saw break is a broken direction, though the other end saw nothing.
void judge_flows(model::DirectionRecord& result) {
  if (result.ending != model::Ending::complete) return;
  for (const auto* view : {&result.sender, &result.receiver}) {
    if (!*view) continue;
    const auto broken = std::ranges::find_if((*view)->flows, [](const auto& flow) { return flow.failure.has_value(); });
    if (broken == (*view)->flows.end()) continue;
    result.ending = broken->ending;
    result.failure = broken->failure;
    return;
  }
}

model::DirectionRecord direction_record(const Terms& terms, const RunOutcome& outcome, Direction direction) {
  model::DirectionRecord result;
  result.direction = direction;
  result.simultaneous = terms.granted.directions.size() > 1;
  result.asked = terms.asked;
  result.granted = terms.granted.traffic;
  result.ending = outcome.ending;
  result.failure = outcome.failure;
  result.loaded = terms.loaded;
  const bool sends = (direction == Direction::upload) == (terms.side == wire::Side::client);
  auto own = view_in(outcome.own, direction);
  auto far = view_in(outcome.far, direction);
  if (!far && sends) far = view_from_counts(outcome.far_counts, direction);
  result.sender = std::move(own);
  result.receiver = std::move(far);
  if (!sends) std::swap(result.sender, result.receiver);
  judge_flows(result);
  if (result.receiver) result.steady = stats::steady_of(result.receiver->samples, terms.omit);
  if (result.steady) result.steady->settled = terms.settled;
  result.ceiling = ceiling_for(terms, result);
  return result;
}

}  // namespace

Assembled assemble(const Terms& terms, const RunOutcome& outcome) {
  Assembled assembled;
  for (const Direction direction : terms.granted.directions) {
    assembled.results.push_back(direction_record(terms, outcome, direction));
    if (auto note = missing_bytes(assembled.results.back())) assembled.notes.push_back(std::move(*note));
    if (auto note = cut_by_limit(terms, assembled.results.back())) assembled.notes.push_back(std::move(*note));
  }
  return assembled;
}

}  // namespace ttcp::session::native

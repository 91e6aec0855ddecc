// SPDX-License-Identifier: MIT
// Sums over the flows of one direction.
#include "codec/direction_figures.h"

#include <limits>

#include "stats/goodput.h"

namespace ttcp::codec {
namespace {

using Count = std::optional<std::int64_t>;

// The sum of what `count` gives for each flow; absent without a view or a flow.
template <class CountOf>
Count over_flows(const std::optional<model::EndView>& view, CountOf&& count) {
  if (!view || view->flows.empty()) return std::nullopt;
  Count sum = 0;
  for (const model::FlowView& flow : view->flows) sum = sum_of(sum, count(flow));
  return sum;
}

}  // namespace

Count sum_of(Count a, Count b) {
  constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();
  if (!a || !b || *a < 0 || *b < 0 || *a > kMost - *b) return std::nullopt;
  return *a + *b;
}

Count retransmits_of(const model::DirectionRecord& result) {
  return over_flows(result.sender, [](const model::FlowView& f) { return f.tcp ? f.tcp->retransmits : std::nullopt; });
}

Count datagrams_sent(const model::DirectionRecord& result) {
  const auto counted = stats::datagrams_of(result);
  if (counted && counted->sent) return counted->sent;
  return over_flows(result.sender, [](const model::FlowView& flow) { return flow.datagrams; });
}

std::optional<std::string> congestion_of(const std::optional<model::EndView>& view) {
  if (!view) return std::nullopt;
  for (const model::FlowView& flow : view->flows) {
    if (flow.tcp && !flow.tcp->congestion_control.empty()) return flow.tcp->congestion_control;
  }
  return std::nullopt;
}

}  // namespace ttcp::codec

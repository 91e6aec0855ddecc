// SPDX-License-Identifier: MIT
// How classic ttcp tells where a UDP test begins and ends: docs/protocols/classic.md, "UDP markers".
#pragma once

#include "base/units.h"
#include "model/datagram.h"
#include "model/flow_plan.h"
#include "model/flow_record.h"

namespace ttcp::wire::classic {

// The length of every marker that is sent, and of the longest datagram that a counting receiver takes for one.
inline constexpr base::Bytes kMarkerLength{4};

// What a transmitter sends around its payload. Made-up payload: a start, an end, and four trailing ends; standard
// input: the four trailing ends alone. They are spaced, unlike those of ttcp 1.12, so that one full receive queue
// doesn't swallow them all.
model::MarkerPlan transmitter_markers(model::PayloadSource source);

// Sorts what arrives at a receiver, by length and by what came before. Threads: one at a time. Doesn't allocate.
class MarkerJudge {
 public:
  explicit MarkerJudge(model::PayloadSink sink) : sink_(sink) {}

  // Once per datagram, in order of arrival. After an end it goes on sorting, for a caller that goes on reading.
  model::DatagramVerdict judge(base::Bytes length);
  model::MarkersSeen seen() const { return seen_; }

 private:
  bool is_marker(base::Bytes length) const;

  model::PayloadSink sink_;
  bool payload_came_ = false;
  model::MarkersSeen seen_;
};

}  // namespace ttcp::wire::classic

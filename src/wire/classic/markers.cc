// SPDX-License-Identifier: MIT
// Classic UDP markers: the transmitter's plan and the receiver's judge.
#include "wire/classic/markers.h"

namespace ttcp::wire::classic {

using namespace std::chrono_literals;

model::MarkerPlan transmitter_markers(model::PayloadSource source) {
  const bool made_up = source != model::PayloadSource::standard_input;
  // Long enough for a receiver that was busy to be scheduled again; 261 ms in all, outside the clock.
  return {.length = kMarkerLength,
          .start = made_up,
          .end = made_up,
          .trailing_pauses = {1ms, 10ms, 50ms, 200ms},
          .split_lookalikes = !made_up};
}

// A receiver that writes its data out must not lose a short piece of it: there only the exact length is a marker, and
// our transmitter never sends payload of that length in one piece. A counting receiver reads as ttcp 1.12 did.
bool MarkerJudge::is_marker(base::Bytes length) const {
  return sink_ == model::PayloadSink::standard_output ? length == kMarkerLength : length <= kMarkerLength;
}

model::DatagramVerdict MarkerJudge::judge(base::Bytes length) {
  if (!is_marker(length)) {
    payload_came_ = true;
    return model::DatagramVerdict::payload;
  }
  // Once payload came, a start that is still missing was lost: ttcp 1.12 took the end for it and credited everything to
  // no time at all. A receiver that writes its data out may face a made-up payload with a start, too; if it faces an
  // empty input instead, the second trailing end finishes the test.
  const bool is_start = !seen_.start && !payload_came_;
  (is_start ? seen_.start : seen_.end) = true;
  return is_start ? model::DatagramVerdict::start : model::DatagramVerdict::end;
}

}  // namespace ttcp::wire::classic

// SPDX-License-Identifier: MIT
// --json-lines: what happens, as it happens, one JSON object per line, docs/schema/. Pure.
//
// Each has "event", the word in front of its members here; what isn't known is null.
//   connected  peer_address, peer_port, congestion, far (a host's facts)
//   queued     place (1: next)
//   note       text
//   phase      directions (none: idle latency), transport, time_s, rate_bps
//   progress   direction (null: idle latency), elapsed_s, left_s, rate_bps, rtt_ms, retransmits (so far)
//   interval   direction, start_s, end_s, bytes, bps, retransmits (in it), rtt_ms
//   step       direction, and those of a record's results[].search[]
//   idle       latency_ms
//   direction  result: as in a record's results[]
//   end        record: the whole record
// and those of a server:
//   listening  endpoints
//   refused    address, port, why
//   trouble    why
//   served     record: of `ttcp test` or of a classic or nettp client
#pragma once

#include <string>

#include "model/test_events.h"

namespace ttcp::report::json {

// With a newline. Bytes that aren't UTF-8 become U+FFFD.
std::string event_line(const model::TestEvent& event);
std::string event_line(const model::ServeEvent& event);

}  // namespace ttcp::report::json

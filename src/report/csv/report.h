// SPDX-License-Identifier: MIT
// --csv: one row per direction, RFC 4180 but for the line's end, which is a newline alone. The figures are those of the
// record's JSON, under the same names and units (docs/schema/). An empty field wasn't measured, or wasn't asked for.
// Directions that ran at the same time have a row each, and none for both. Pure.
#pragma once

#include <string>

#include "model/test_record.h"

namespace ttcp::report::csv {

// started (RFC 3339, UTC), host (as typed), port, peer_address, session, direction ("upload", "download"),
// simultaneous (true, false), transport, streams (granted), ended, goodput_bps (of the steady part),
// goodput_ci95_low_bps, goodput_ci95_high_bps, mean_bps (of the whole run), ceiling_bps, bytes (at the receiver),
// bytes_sent, seconds (from its first to its last byte), retransmits, idle_{p50,p95,p99,max}_ms, idle_count,
// loaded_{p50,p95,p99,max}_ms, loaded_count, udp_{sent,received,lost}, udp_loss_ratio (0 to 1),
// udp_{reordered,duplicated}, udp_jitter_ms.
std::string heading();

// A test that was over before any direction ran has one row, with its ending and without figures.
std::string rows(const model::TestRecord& record);

}  // namespace ttcp::report::csv

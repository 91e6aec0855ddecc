// SPDX-License-Identifier: MIT
// What nettp prints: the client's report and the server's log. The original's lines are lost (docs/protocols/nettp.md),
// so these are ours; the unit is the old page's. Pure: values in, text out, each line with its newline.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/error.h"
#include "base/units.h"
#include "model/flow_plan.h"
#include "model/flow_record.h"

namespace ttcp::report::nettp {

struct Address {
  std::string host;  // numeric
  std::uint16_t port = 0;
  bool operator==(const Address&) const = default;
};

// "1.10 s = 9309.09Kb/s (76.26 Mbit/s)". Kb are 1024 bytes: on the old page 946Kb/s is 10 Mbit Ethernet, so they can't
// be bits (docs/protocols/nettp.md). Mbit are powers of ten. A rate over no time is "unknown".
std::string rates(base::Bytes moved, base::Duration elapsed);

// Client, plan as in model::NettpSend. The port is the plan's.
std::string start_line(const model::FlowPlan& plan);

// Client, at the end: how it broke, what was sent, what the server counted or why that is missing, notes.
std::string result_lines(const model::FlowRecord& record);

// "nettp: connect 192.0.2.7:1515: Connection refused\n"
std::string failure_line(const base::Error& error);

// Server, once it listens. An empty host: any address.
std::string listening_line(const Address& at);

// Server, one client that sent its blocks or broke: peer, plan.buffer.length x plan.extent.buffers, bytes, time, rates.
std::string served_line(const model::FlowRecord& record);

// Server, one client whose hello made no sense.
std::string refused_line(const Address& peer, std::string_view why);

}  // namespace ttcp::report::nettp

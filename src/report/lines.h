// SPDX-License-Identifier: MIT
// The lines that classic and IOS output share: banner, progress, intervals. Pure; each ends with a newline.
#pragma once

#include <cstdint>
#include <string>

#include "model/flow_plan.h"
#include "model/flow_record.h"
#include "model/observer.h"

namespace ttcp::report {

// "ttcp-t: buflen=8192, nbuf=2048, align=16384/0, port=5001  tcp  -> host" (docs/protocols/classic.md). Limits
// that 1.12 didn't have follow the port: ", bytes=N", ", time=S". `port` is the real one, which the plan may leave to
// the kernel.
std::string banner(const model::FlowPlan& plan, std::uint16_t port);

// socket, sndbuf or rcvbuf, nodelay, and notes. Empty for the events that aren't written alike everywhere.
std::string socket_line(const model::FlowPlan& plan, const model::Event& event);

// "ttcp-r:   1.00-2.00   sec  123456 bytes = 120.56 KB/sec", the unit as in binary_rate().
std::string interval_line(const model::FlowPlan& plan, const model::Interval& interval, char unit);

}  // namespace ttcp::report

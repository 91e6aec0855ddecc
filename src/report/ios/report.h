// SPDX-License-Identifier: MIT
// Output in the form of Cisco IOS's ttcp (docs/protocols/classic.md). Pure: values in, text out.
#pragma once

#include <cstdint>
#include <string>

#include "model/command.h"
#include "model/flow_plan.h"
#include "model/flow_record.h"
#include "model/observer.h"
#include "report/form.h"

namespace ttcp::report::ios {

// A transmitter's is the classic one; a receiver's has two lines and no nbuf. A receive window left to the kernel is
// "auto".
std::string banner(const model::FlowPlan& plan, std::uint16_t port);

// "ttcp-t: connect (mss 1460, sndwnd 4096, rcvwnd 4128)", likewise accept; what the kernel didn't tell is "unknown".
// IOS has no line for the rest; notes are printed.
std::string progress_line(const model::FlowPlan& plan, const model::Event& event);

// The `~kB/s` of IOS, cut twice: floor(floor(bytes / ms) x 1000 / 1024), up to a third too low on slow links (section
// 4, three published results). REQUIRES: milliseconds > 0.
std::int64_t truncated_rate(base::Bytes moved, std::int64_t milliseconds);

// Marks (report/marks.h), the rate as IOS prints it, the true rate on a line of its own, what the clock hides
// (report/clock_line.h), calls, sleeps and, if chosen,
// the TCP block.
std::string report(const model::FlowRecord& record, const model::ReportChoice& choice);

// These words as a form.
Form form();

}  // namespace ttcp::report::ios

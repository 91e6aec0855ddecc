// SPDX-License-Identifier: MIT
// The first line of modern output, and what of a report the live output has shown already. Pure.
#pragma once

#include <string>
#include <vector>

#include "model/test_events.h"
#include "model/test_plan.h"
#include "model/test_record.h"

namespace ttcp::report {

// "ttcp test to lab2 (192.0.2.7:5001), TCP, 1 stream, cubic\n", of what is about to be measured: the congestion control
// is the one asked for, else each sender's default ("cubic up, bbr down").
std::string heading(const model::TestPlan& plan, const model::Connected& connected);

// Of what was measured: streams as granted, congestion control as the flows had it.
std::string heading(const model::TestRecord& record);

// "  note: asked for 64 streams, the server allows 8\n"
std::string note_line(const std::string& note);

// What the reader of a report has seen before it.
struct Shown {
  bool heading = false;
  std::vector<std::string> notes;
};

}  // namespace ttcp::report

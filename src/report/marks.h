// SPDX-License-Identifier: MIT
// What every text report says in the same words: how a test broke, what was missing, notes, and failures. Pure.
#pragma once

#include <string>
#include <string_view>

#include "base/error.h"
#include "model/flow_plan.h"
#include "model/flow_record.h"

namespace ttcp::report {

// "ttcp-t" or "ttcp-r", whatever the program file is called (docs/protocols/classic.md).
std::string_view prefix(const model::FlowPlan& plan);

// "SIGINT"; a number without a name here: "signal 9".
std::string signal_name(int number);

// "ttcp-r: note: asked for X, got Y\n"
std::string note_line(const model::FlowPlan& plan, std::string_view text);

// "ttcp-r: interrupted by SIGINT before anything was moved\n": for a test that has no record. `who` is the line's
// prefix.
std::string interrupted_line(std::string_view who, int signal);

// Why a record is incomplete, without a final period: "interrupted by SIGINT". REQUIRES: ending != complete.
std::string why_incomplete(const model::FlowRecord& record);

// The lines that stand before the figures, so that nobody reads these without them: incomplete, markers missing,
// datagrams refused, the record's notes. Empty for an untroubled test. Where a UDP end marker is missing these words
// say that the rate is up to the last datagram: session/ stops the clock (`real`) there.
std::string marks(const model::FlowRecord& record);

// A failed call as the classic programs print it, "ttcp-t: connect: Connection refused\nerrno=111\n"; without an errno
// one line, "ttcp-t: look up: no such name\n". An error's detail never joins an errno: scripts match the line
// (docs/protocols/classic.md). With -B a failed read adds a ttcp_mread line in front.
std::string failure_lines(const model::FlowPlan& plan, const base::Error& error);

}  // namespace ttcp::report

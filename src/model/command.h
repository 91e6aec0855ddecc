// SPDX-License-Identifier: MIT
// What a command line, a dialogue or a program name asks for, before anything has been done.
#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "model/flow_plan.h"
#include "model/serve_plan.h"
#include "model/test_plan.h"

namespace ttcp::model {

enum class ReportStyle { classic, ios };  // 1.12's lines, or Cisco IOS's

struct ReportChoice {
  ReportStyle style = ReportStyle::classic;
  char unit = 'K';                 // -f: k K m M g G; any other letter reads as K, as it always did
  bool verbose = false;            // -v
  bool tcp_information = false;    // the dialogue's "show tcp information at end"
  std::optional<int> json_fd;      // --json: the record goes here as one line of JSON
  std::vector<std::string> notes;  // said before the test starts, one line each
  bool operator==(const ReportChoice&) const = default;
};

// One classic test, from the command line or from the dialogue.
struct RunTest {
  FlowPlan plan;
  ReportChoice report;
  bool operator==(const RunTest&) const = default;
};

struct NettpSend {
  FlowPlan plan;  // protocol nettp, role transmit; buffer.length is SIZE, extent.buffers is COUNT
  bool operator==(const NettpSend&) const = default;
};

struct NettpServe {
  Endpoint listen;  // host is unused
  bool operator==(const NettpServe&) const = default;
};

struct OpenDialogue {
  bool operator==(const OpenDialogue&) const = default;
};

// Help and version: print this on standard output and leave.
struct ShowText {
  std::string text;
  int exit_status = 0;
  bool operator==(const ShowText&) const = default;
};

enum class TestOutput {
  text,        // the report, with a live line where there is a terminal
  json,        // -J: the whole record, once it is complete
  json_lines,  // one object per event as it happens; the last one has the record
  csv,         // one line per direction, under a heading
};

// `ttcp test`: one or several hosts, each measured `repeat` times.
struct Measure {
  std::vector<TestPlan> plans;  // one per host, in order; not empty
  int repeat = 1;
  base::Duration pause{0};  // between repeats
  TestOutput output = TestOutput::text;
  std::string file;                // the output goes there; empty: standard output
  bool quiet = false;              // no live line
  std::vector<std::string> notes;  // said before the first test, one line each
  bool operator==(const Measure&) const = default;
};

enum class ServeOutput { lines, json_lines, quiet };

// `ttcp serve`.
struct Serve {
  ServePlan plan;
  ServeOutput output = ServeOutput::lines;
  bool operator==(const Serve&) const = default;
};

using Command = std::variant<RunTest, NettpSend, NettpServe, OpenDialogue, ShowText, Measure, Serve>;

}  // namespace ttcp::model

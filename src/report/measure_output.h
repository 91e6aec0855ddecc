// SPDX-License-Identifier: MIT
// Everything that `ttcp test` prints, in the form that the command asked for.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/text_sink.h"
#include "model/command.h"
#include "model/test_events.h"
#include "report/live/live.h"

namespace ttcp::report {

// Where text goes, and what the places can show.
struct Places {
  base::TextSink& out;          // the result
  base::TextSink& err;          // complaints, and progress where the result is for programs
  live::Terminal out_terminal;  // is_terminal: false for a file
  live::Terminal err_terminal;
};

// Threads: one. The places and the command outlive it.
class MeasureOutput {
 public:
  MeasureOutput(const model::Measure& command, Places places);
  ~MeasureOutput();

  // Who watches the next test. Valid until the next call.
  model::TestObserver& watch(const model::TestPlan& plan);
  void measured(const model::TestRecord& record);
  // Nothing was measured: `record` has why, and no results.
  void failed(const model::TestRecord& record);
  // After the last test.
  void close();

 private:
  class Events;
  void put(const model::TestRecord& record);

  const model::Measure& command_;
  Places places_;
  std::unique_ptr<live::Live> live_;
  std::unique_ptr<Events> events_;
  std::vector<model::TestRecord> records_;
};

}  // namespace ttcp::report

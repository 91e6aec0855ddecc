// SPDX-License-Identifier: MIT
// What a user sees of a test while it runs. Not the report: modern::text(record, live.shown()) goes on from here.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/text_sink.h"
#include "model/test_events.h"
#include "model/test_plan.h"
#include "report/heading.h"
#include "report/live/line.h"

namespace ttcp::report::live {

struct Terminal {
  bool is_terminal = false;  // false: no control characters, and no line that is redrawn; so, too, for --quiet
  int columns = 80;
  bool colour = false;  // NO_COLOR and what the terminal can do are the caller's to know
};

// Writes the heading, notes, the place in the server's queue, the steps of a rate search, and the plan's intervals as
// lines that stay; on a terminal one line besides, redrawn at most once in each tenth of a second of the test, and
// erased before any line that stays, at the end, and when this goes. Without a terminal, steps come with intervals
// only. One per test. Threads: as model::TestObserver. `out` and `plan` outlive it.
class Live : public model::TestObserver {
 public:
  Live(base::TextSink& out, Terminal terminal, const model::TestPlan& plan);
  Live(const Live&) = delete;
  Live& operator=(const Live&) = delete;
  ~Live() override;

  void on_event(const model::TestEvent& event) override;
  const Shown& shown() const { return shown_; }

 private:
  void on(const model::Connected& connected);
  void on(const model::Queued& queued);
  void on(const model::Noted& noted);
  void on(const model::PhaseStarted& phase);
  void on(const model::Progress& progress);
  void on(const model::IntervalOver& interval);
  void on(const model::StepOver& step);
  void on(const model::IdleOver&) { erase(); }
  void on(const model::DirectionOver&) { erase(); }
  void on(const model::TestOver&) { erase(); }
  void say(const std::string& line);   // one that stays
  void draw(const std::string& line);  // one that goes; nothing without a terminal
  void erase();

  base::TextSink& out_;
  Terminal terminal_;
  const model::TestPlan& plan_;
  Shown shown_;
  std::optional<int> place_;
  model::PhaseStarted phase_;
  std::vector<model::Progress> newest_;      // of this phase, one per direction
  std::optional<base::Duration> drawn_for_;  // the tenth of a second that has been drawn
  bool is_drawn_ = false;
};

}  // namespace ttcp::report::live

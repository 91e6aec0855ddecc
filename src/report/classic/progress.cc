// SPDX-License-Identifier: MIT
// Classic progress.
#include "report/classic/progress.h"

#include <utility>

#include "report/classic/report.h"
#include "report/lines.h"
#include "report/marks.h"

namespace ttcp::report::classic {

ClassicProgress::ClassicProgress(model::ReportChoice choice, base::TextSink& banner, base::TextSink& progress)
    : choice_(std::move(choice)), banner_(banner), progress_(progress) {}

void ClassicProgress::on_event(const model::TestPlan& plan, const model::Event& event) {
  if (event.kind != model::Event::Kind::starting) {
    progress_.write(progress_line(plan, event));
    return;
  }
  for (const std::string& note : choice_.notes) progress_.write(note_line(plan, note));
  banner_.write(report::banner(plan, event.port));
}

void ClassicProgress::on_interval(const model::TestPlan& plan, const model::Interval& interval) {
  progress_.write(interval_line(plan, interval, choice_.unit));
}

}  // namespace ttcp::report::classic

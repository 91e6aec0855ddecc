// SPDX-License-Identifier: MIT
#include "report/progress.h"

#include <utility>

#include "report/lines.h"
#include "report/marks.h"

namespace ttcp::report {

Progress::Progress(Form form, model::ReportChoice choice, base::TextSink& banner, base::TextSink& progress)
    : form_(form), choice_(std::move(choice)), banner_(banner), progress_(progress) {}

void Progress::on_event(const model::FlowPlan& plan, const model::Event& event) {
  if (event.kind != model::Event::Kind::starting) {
    progress_.write(form_.progress_line(plan, event));
    return;
  }
  for (const std::string& note : choice_.notes) progress_.write(note_line(plan, note));
  banner_.write(form_.banner(plan, event.port));
}

void Progress::on_interval(const model::FlowPlan& plan, const model::Interval& interval) {
  progress_.write(interval_line(plan, interval, choice_.unit));
}

}  // namespace ttcp::report

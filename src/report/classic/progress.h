// SPDX-License-Identifier: MIT
// Classic progress: banner, progress lines and intervals, as they happen.
#pragma once

#include "base/text_sink.h"
#include "model/command.h"
#include "model/observer.h"

namespace ttcp::report::classic {

// The caller decides which sink is which stream (model::payload_owns_stdout). At `starting` the choice's notes go to
// `progress`, then the banner to `banner`. Doesn't own the sinks, which outlive it.
class ClassicProgress : public model::Observer {
 public:
  ClassicProgress(model::ReportChoice choice, base::TextSink& banner, base::TextSink& progress);
  void on_event(const model::TestPlan& plan, const model::Event& event) override;
  void on_interval(const model::TestPlan& plan, const model::Interval& interval) override;

 private:
  model::ReportChoice choice_;
  base::TextSink& banner_;
  base::TextSink& progress_;
};

}  // namespace ttcp::report::classic

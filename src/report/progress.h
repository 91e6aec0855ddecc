// SPDX-License-Identifier: MIT
// Banner, progress lines and intervals of a text report, as they happen.
#pragma once

#include "base/text_sink.h"
#include "model/command.h"
#include "model/observer.h"
#include "report/form.h"

namespace ttcp::report {

// The caller decides which sink is which stream (model::payload_owns_stdout). At `starting` the choice's notes go to
// `progress`, then the banner to `banner`. Doesn't own the sinks, which outlive it.
class Progress : public model::Observer {
 public:
  Progress(Form form, model::ReportChoice choice, base::TextSink& banner, base::TextSink& progress);
  void on_event(const model::FlowPlan& plan, const model::Event& event) override;
  void on_interval(const model::FlowPlan& plan, const model::Interval& interval) override;

 private:
  Form form_;
  model::ReportChoice choice_;
  base::TextSink& banner_;
  base::TextSink& progress_;
};

}  // namespace ttcp::report

// SPDX-License-Identifier: MIT
// Progress in the form of Cisco IOS, as it happens.
#pragma once

#include "base/text_sink.h"
#include "model/command.h"
#include "model/observer.h"

namespace ttcp::report::ios {

// As classic::ClassicProgress: notes and progress to `progress`, the banner to `banner`. Doesn't own the sinks, which
// outlive it.
class IosProgress : public model::Observer {
 public:
  IosProgress(model::ReportChoice choice, base::TextSink& banner, base::TextSink& progress);
  void on_event(const model::TestPlan& plan, const model::Event& event) override;
  void on_interval(const model::TestPlan& plan, const model::Interval& interval) override;

 private:
  model::ReportChoice choice_;
  base::TextSink& banner_;
  base::TextSink& progress_;
};

}  // namespace ttcp::report::ios

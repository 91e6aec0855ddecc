// SPDX-License-Identifier: MIT
// What a nettp client says while it runs.
#pragma once

#include "base/text_sink.h"
#include "model/observer.h"

namespace ttcp::report::nettp {

// The start line, notes and intervals. Doesn't own the sink, which outlives it.
class ClientProgress : public model::Observer {
 public:
  explicit ClientProgress(base::TextSink& sink) : sink_(sink) {}
  void on_event(const model::FlowPlan& plan, const model::Event& event) override;
  void on_interval(const model::FlowPlan& plan, const model::Interval& interval) override;

 private:
  base::TextSink& sink_;
};

}  // namespace ttcp::report::nettp

// SPDX-License-Identifier: MIT
// For flows of a server, which tells of whole clients only: a flow needs somebody to tell.
#pragma once

#include "model/observer.h"

namespace ttcp::session {

class NoObserver : public model::Observer {
 public:
  void on_event(const model::FlowPlan&, const model::Event&) override {}
  void on_interval(const model::FlowPlan&, const model::Interval&) override {}
};

}  // namespace ttcp::session

// SPDX-License-Identifier: MIT
// Everything that `ttcp serve` prints, in the form that the command asked for.
#pragma once

#include "base/text_sink.h"
#include "model/command.h"
#include "model/test_events.h"

namespace ttcp::report {

// Threads: as model::ServeObserver. The sinks outlive it.
class ServeLog : public model::ServeObserver {
 public:
  // `err` gets what a server's owner must know even of a quiet one.
  ServeLog(model::ServeOutput form, base::TextSink& out, base::TextSink& err) : form_(form), out_(out), err_(err) {}
  void on_event(const model::ServeEvent& event) override;

 private:
  model::ServeOutput form_;
  base::TextSink& out_;
  base::TextSink& err_;
};

}  // namespace ttcp::report

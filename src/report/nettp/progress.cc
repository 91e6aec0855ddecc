// SPDX-License-Identifier: MIT
// What a nettp client says while it runs.
#include "report/nettp/progress.h"

#include <fmt/format.h>

#include "report/nettp/report.h"
#include "report/rates.h"

namespace ttcp::report::nettp {

void ClientProgress::on_event(const model::FlowPlan& plan, const model::Event& event) {
  if (event.kind == model::Event::Kind::starting) sink_.write(start_line(plan));
  if (event.kind == model::Event::Kind::note) sink_.write(fmt::format("nettp: note: {}\n", event.text));
}

void ClientProgress::on_interval(const model::FlowPlan&, const model::Interval& interval) {
  sink_.write(fmt::format("nettp: {:.2f}-{:.2f} s: {} bytes in {}\n", seconds_of(interval.start),
                          seconds_of(interval.end), interval.bytes.count(),
                          rates(interval.bytes, interval.end - interval.start)));
}

}  // namespace ttcp::report::nettp

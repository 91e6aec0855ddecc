// SPDX-License-Identifier: MIT
// The report of ttcp 1.12, byte for byte (docs/protocols/classic.md, "The report"). Pure: record in, text out.
#pragma once

#include <string>

#include "model/command.h"
#include "model/flow_plan.h"
#include "model/flow_record.h"
#include "model/observer.h"
#include "report/form.h"

namespace ttcp::report::classic {

// The line that an event had in 1.12; empty where it had none (UDP prints neither connect nor accept; `starting` is the
// banner's, report/lines.h).
std::string progress_line(const model::FlowPlan& plan, const model::Event& event);

// The final report: marks (report/marks.h), then the lines of the end. With -v also the rate in powers of ten,
// and where the clock runs for more than a hundredth of its time without data (or stops before the far end has it), the
// rate without that.
std::string report(const model::FlowRecord& record, const model::ReportChoice& choice);

// These words as a form.
Form form();

// The line of resources without its prefix. `real` is the unclamped time.
std::string usage_text(const model::Usage& usage, base::Duration real);

}  // namespace ttcp::report::classic

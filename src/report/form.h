// SPDX-License-Identifier: MIT
// The words of one kind of text report, from the first line to the last: each folder of a form has one. Pure functions.
#pragma once

#include <cstdint>
#include <string>

#include "model/command.h"
#include "model/flow_plan.h"
#include "model/flow_record.h"
#include "model/observer.h"

namespace ttcp::report {

struct Form {
  std::string (*banner)(const model::FlowPlan& plan, std::uint16_t port);
  std::string (*progress_line)(const model::FlowPlan& plan, const model::Event& event);
  std::string (*report)(const model::FlowRecord& record, const model::ReportChoice& choice);
};

}  // namespace ttcp::report

// SPDX-License-Identifier: MIT
// The words of one kind of text report, from the first line to the last: each folder of a form has one. Pure functions.
#pragma once

#include <cstdint>
#include <string>

#include "model/command.h"
#include "model/observer.h"
#include "model/plan.h"
#include "model/record.h"

namespace ttcp::report {

struct Form {
  std::string (*banner)(const model::TestPlan& plan, std::uint16_t port);
  std::string (*progress_line)(const model::TestPlan& plan, const model::Event& event);
  std::string (*report)(const model::TestRecord& record, const model::ReportChoice& choice);
};

}  // namespace ttcp::report

// SPDX-License-Identifier: MIT
// What the classic clock hides. Pure.
#pragma once

#include <string>

#include "model/flow_record.h"

namespace ttcp::report {

// The classic clock runs while a receiver waits for the first byte, and stops before a transmitter's last byte has
// arrived. Where that makes more than a hundredth of the time: when it was and the rate without it, as one line. Empty
// otherwise, and where it wasn't measured.
std::string clock_line(const model::FlowRecord& record);

}  // namespace ttcp::report

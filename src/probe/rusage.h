// SPDX-License-Identifier: MIT
// CPU time, faults and context switches of this process. Source: getrusage(2).
#pragma once

#include <sys/resource.h>

#include "model/flow_record.h"

namespace ttcp::probe {

model::Usage usage_from(const rusage& raw);

// Can't fail for RUSAGE_SELF with a valid pointer (getrusage(2), "Errors").
model::Usage read_usage();

// What was used between two readings; max_rss_kib is a peak, so the later reading's.
model::Usage usage_between(const model::Usage& before, const model::Usage& after);

}  // namespace ttcp::probe

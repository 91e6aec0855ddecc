// SPDX-License-Identifier: MIT
// What a server grants of what a client asks: its owner's limits, and the bounds of sense. Pure.
#pragma once

#include <string>
#include <vector>

#include "base/error.h"
#include "model/serve_plan.h"
#include "model/test_plan.h"

namespace ttcp::session::serve {

struct Grant {
  model::RunPlan plan;
  std::vector<std::string> notes;  // "asked for 64 streams, the server allows 8"
};

// Error{peer}: makes no sense, whatever the limits are; the detail is a sentence for the client.
base::Result<Grant> grant(const model::ServeLimits& limits, model::RunPlan asked);

}  // namespace ttcp::session::serve

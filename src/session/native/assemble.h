// SPDX-License-Identifier: MIT
// Both ends' views of a run, put together as one record per direction. Pure. Private to session/.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "model/test_record.h"
#include "session/native/carry_out.h"

namespace ttcp::session::native {

// What is known beside the run itself.
struct Terms {
  wire::native::Side side = wire::native::Side::client;  // of this end
  model::Traffic asked;
  model::RunPlan granted;
  bool settled = false;  // the stopping rule was met
  base::Duration omit{0};
  bool ipv6 = false;  // the path's packets are IPv6
  std::optional<model::LinkFacts> near, far;
  std::optional<model::Latency> loaded;
};

struct Assembled {
  std::vector<model::DirectionRecord> results;
  std::vector<std::string> notes;
};

Assembled assemble(const Terms& terms, const RunOutcome& outcome);

}  // namespace ttcp::session::native

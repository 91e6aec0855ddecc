// SPDX-License-Identifier: MIT
#include "model/test_plan.h"

namespace ttcp::model {

std::string_view word(Direction direction) { return direction == Direction::upload ? "upload" : "download"; }

}  // namespace ttcp::model

// SPDX-License-Identifier: MIT
#include "support/deadline.h"

#include <thread>

namespace ttcp::test {

void stay_idle(std::chrono::milliseconds time) { std::this_thread::sleep_for(time); }

}  // namespace ttcp::test

// SPDX-License-Identifier: MIT
// What `ttcp serve` prints: a line for each thing that happens, without its time, which whoever keeps logs adds. Pure.
#pragma once

#include <string>

#include "model/test_events.h"

namespace ttcp::report::serve {

// Each with its newline; nothing in it that a client sent can act on a terminal or begin a line of its own.
//   listening on [::]:5001 TCP and UDP
//   192.0.2.4:40512 test: upload 941.4 Mbit/s, download 612.8 Mbit/s, complete in 8.4 s
//   192.0.2.4:40512 classic: received 16777216 bytes in 0.14 s, 957.3 Mbit/s
//   192.0.2.4:40512 refused: not among the networks that are allowed
std::string log_lines(const model::ServeEvent& event);

}  // namespace ttcp::report::serve

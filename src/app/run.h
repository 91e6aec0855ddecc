// SPDX-License-Identifier: MIT
// Each command carried out with the program's own streams; returns the exit status.
#pragma once

#include <string>

#include "model/command.h"

namespace ttcp::app {

// What the wiring needs to know of the program itself.
struct Program {
  std::string version;
};

// Classic exit statuses: 0 all moved, 1 anything else, 128 + N after signal N.
int run(const model::RunTest& command, const Program& program);
// 0 measured at both ends, 3 not reached or refused, 4 broken before it was complete, 128 + N after signal N.
int run(const model::NettpSend& command, const Program& program);
// 0 stopped by a signal, 3 no port to listen on.
int run(const model::NettpServe& command, const Program& program);
// 0 measured, 1 below what was expected, 3 not reached or refused, 4 broken, 128 + N after signal N; the worst of all.
int run(const model::Measure& command, const Program& program);
// 0 stopped by a signal or served as often as asked, 3 no port to listen on.
int run(const model::Serve& command, const Program& program);
int run(const model::OpenDialogue& command, const Program& program);
int run(const model::ShowText& command, const Program& program);

}  // namespace ttcp::app

// SPDX-License-Identifier: MIT
// A pipe between programs, or between a program and its test.
#pragma once

#include "base/owned_fd.h"

namespace ttcp::test {

struct Pipe {
  base::OwnedFd read;
  base::OwnedFd write;
};

// Neither end is inherited by a program unless it is named in an Io. `flags` as in pipe2(2): with O_DIRECT every write
// stays a packet of its own.
Pipe make_pipe(int flags = 0);

}  // namespace ttcp::test

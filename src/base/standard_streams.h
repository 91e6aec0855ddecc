// SPDX-License-Identifier: MIT
// The three descriptors that a program is started with, and what a terminal behind one can show.
#pragma once

#include "base/error.h"
#include "base/owned_fd.h"

namespace ttcp::base {

// A standard descriptor that is closed would be the number of the next socket, and payload would go astray. What is
// opened in its place fails with EBADF at every use, because it is open for the other direction only. Call first.
// False: it can't be had.
bool hold_standard_descriptors();

struct Terminal {
  bool is_terminal = false;
  int columns = 80;
  bool colour = false;  // NO_COLOR is honoured (no-color.org)
};
Terminal terminal_behind(int fd);

// A file for the result, emptied; made with mode 0666 less the umask. Error{system, "open"}.
Result<OwnedFd> open_result(const std::string& path);

}  // namespace ttcp::base

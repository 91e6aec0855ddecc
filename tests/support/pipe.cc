// SPDX-License-Identifier: MIT
#include "support/pipe.h"

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <system_error>

namespace ttcp::test {

Pipe make_pipe(int flags) {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), flags | O_CLOEXEC) != 0) throw std::system_error(errno, std::system_category(), "pipe2");
  return {base::OwnedFd(ends[0]), base::OwnedFd(ends[1])};
}

}  // namespace ttcp::test

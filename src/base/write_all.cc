// SPDX-License-Identifier: MIT
#include "base/write_all.h"

#include <poll.h>
#include <unistd.h>

#include <cerrno>

namespace ttcp::base {

Result<void> write_all(int fd, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(fd, text.data(), text.size());
    if (written >= 0) {
      text.remove_prefix(static_cast<std::size_t>(written));
    } else if (errno == EAGAIN) {
      // Somebody made our standard output non-blocking (it is shared with other programs): wait instead of losing text.
      pollfd waiting{fd, POLLOUT, 0};
      ::poll(&waiting, 1, -1);
    } else if (errno != EINTR) {
      return os_error("write");
    }
  }
  return {};
}

}  // namespace ttcp::base

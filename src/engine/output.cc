// SPDX-License-Identifier: MIT
#include "engine/output.h"

#include <poll.h>
#include <pthread.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>

namespace ttcp::engine {

base::Result<void> put_block(int output, std::span<const std::byte> block, const std::stop_token& stop) {
  while (!block.empty()) {
    const ssize_t written = ::write(output, block.data(), block.size());
    if (written >= 0) {
      block = block.subspan(static_cast<std::size_t>(written));
    } else if (errno == EAGAIN) {
      // Standard output is shared with other programs, and one of them made it non-blocking.
      pollfd waiting{output, POLLOUT, 0};
      ::poll(&waiting, 1, -1);
    } else if (errno != EINTR) {
      return base::os_error("IO", "standard output");
    }
    if (!block.empty() && stop.stop_requested()) return base::Error{base::Error::Kind::cancelled, "IO", 0, "stopped"};
  }
  return {};
}

void install_wake_handler() {
  struct sigaction action {};
  action.sa_handler = [](int) {};
  sigemptyset(&action.sa_mask);
  action.sa_flags = 0;  // not SA_RESTART: the point is to leave the blocked call
  sigaction(SIGURG, &action, nullptr);
}

void wake(pthread_t thread) { pthread_kill(thread, SIGURG); }

}  // namespace ttcp::engine

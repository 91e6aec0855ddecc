// SPDX-License-Identifier: MIT
#include "base/standard_streams.h"

#include <fcntl.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <cstdlib>

namespace ttcp::base {

bool hold_standard_descriptors() {
  for (const int fd : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (fcntl(fd, F_GETFD) >= 0) continue;
    if (open("/dev/null", fd == STDIN_FILENO ? O_WRONLY : O_RDONLY) != fd) return false;
  }
  return true;
}

Terminal terminal_behind(int fd) {
  Terminal terminal;
  terminal.is_terminal = isatty(fd) == 1;
  winsize size{};
  if (terminal.is_terminal && ioctl(fd, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) terminal.columns = size.ws_col;
  const char* no_colour = std::getenv("NO_COLOR");
  terminal.colour = terminal.is_terminal && (no_colour == nullptr || *no_colour == '\0');
  return terminal;
}

Result<OwnedFd> open_result(const std::string& path) {
  OwnedFd file(open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666));
  if (!file.is_open()) return os_error("open", path);
  return file;
}

}  // namespace ttcp::base

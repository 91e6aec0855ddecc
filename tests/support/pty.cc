// SPDX-License-Identifier: MIT
#include "support/pty.h"

#include <fcntl.h>
#include <poll.h>
#include <pty.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <stdexcept>
#include <system_error>

namespace ttcp::test {

struct Pty::Terminal {
  int master = -1;
  pid_t pid = -1;

  explicit Terminal(const std::vector<std::string>& command) {
    pid = ::forkpty(&master, nullptr, nullptr, nullptr);
    if (pid < 0) throw std::system_error(errno, std::system_category(), "forkpty");
    if (pid == 0) become(command, {});
    ::fcntl(master, F_SETFL, O_NONBLOCK);
    ::fcntl(master, F_SETFD, FD_CLOEXEC);
  }
};

Pty::Pty(const std::vector<std::string>& command) : Pty(Terminal(command)) {}

Pty::Pty(Terminal terminal) : master_(terminal.master), process_(terminal.pid) {}

void Pty::gather(int patience_ms) {
  std::array<pollfd, 2> waiting{{{master_.get(), POLLIN, 0}, {process_.end_fd(), POLLIN, 0}}};
  ::poll(waiting.data(), waiting.size(), patience_ms);
  std::array<char, 4096> chunk{};
  while (true) {
    // EIO: the program has closed the terminal (pts(4)).
    const ssize_t count = ::read(master_.get(), chunk.data(), chunk.size());
    if (count <= 0) return;
    screen_.append(chunk.data(), static_cast<std::size_t>(count));
  }
}

void Pty::expect(std::string_view words, Deadline deadline) {
  while (true) {
    const std::size_t at = screen_.find(words, seen_);
    if (at != std::string::npos) {
      seen_ = at + words.size();
      return;
    }
    const bool is_over = process_.ended().has_value();
    const std::size_t before = screen_.size();
    gather(is_over ? 0 : deadline.left_ms());
    if (screen_.size() == before && (is_over || deadline.is_over())) {
      throw std::runtime_error("no '" + std::string(words) + "' on the screen:\n" + screen_);
    }
  }
}

void Pty::type(std::string_view keys) {
  if (::write(master_.get(), keys.data(), keys.size()) != static_cast<ssize_t>(keys.size())) {
    throw std::system_error(errno, std::system_category(), "type");
  }
}

void Pty::answer(std::string_view prompt, std::string_view line) {
  expect(prompt);
  type_line(line);
}

Ended Pty::wait(Deadline deadline) {
  while (!process_.ended()) {
    if (deadline.is_over()) throw std::runtime_error("still running; the screen:\n" + screen_);
    gather(deadline.left_ms());
  }
  gather(0);
  return *process_.ended();
}

}  // namespace ttcp::test

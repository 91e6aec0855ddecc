// SPDX-License-Identifier: MIT
#include "base/line_reader.h"

#include <poll.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>

namespace ttcp::base {

LineReader::LineReader() {
  sigset_t held;
  sigemptyset(&held);
  sigaddset(&held, SIGINT);
  sigaddset(&held, SIGTERM);
  sigprocmask(SIG_BLOCK, &held, &before_);
  signals_ = OwnedFd(signalfd(-1, &held, SFD_CLOEXEC));
}

LineReader::~LineReader() { sigprocmask(SIG_SETMASK, &before_, nullptr); }

std::optional<Interrupted> LineReader::pending_signal(short events) const {
  signalfd_siginfo info{};
  if ((events & POLLIN) == 0 || ::read(signals_.get(), &info, sizeof info) != sizeof info) return std::nullopt;
  return Interrupted{static_cast<int>(info.ssi_signo)};
}

Line LineReader::next() {
  constexpr std::size_t kLongest = 4096;  // the dialogue refuses far shorter ones; the rest of a flood is dropped
  std::string line;
  while (true) {
    std::array<pollfd, 2> waiting{{{signals_.get(), POLLIN, 0}, {STDIN_FILENO, POLLIN, 0}}};
    if (::poll(waiting.data(), waiting.size(), -1) < 0 && errno != EINTR) return EndOfInput{};
    if (const auto cut = pending_signal(waiting[0].revents)) return *cut;
    if (waiting[1].revents == 0) continue;
    char next = 0;
    const ssize_t count = ::read(STDIN_FILENO, &next, 1);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return EndOfInput{};
    if (next == '\n') return line;
    if (line.size() < kLongest) line += next;
  }
}

}  // namespace ttcp::base

// SPDX-License-Identifier: MIT
#include "support/child.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <stdexcept>
#include <system_error>

#include "support/pipe.h"

namespace ttcp::test {
namespace {

void set_nonblocking(const base::OwnedFd& fd) { ::fcntl(fd.get(), F_SETFL, O_NONBLOCK); }

// Appends what is there; closes the pipe at its end.
void drain(base::OwnedFd& pipe, std::string& text) {
  std::array<char, 16384> chunk{};
  while (pipe.is_open()) {
    const ssize_t count = ::read(pipe.get(), chunk.data(), chunk.size());
    if (count > 0) {
      text.append(chunk.data(), static_cast<std::size_t>(count));
    } else if (count == 0 || (errno != EAGAIN && errno != EINTR)) {
      pipe.reset();
    } else if (errno == EAGAIN) {
      return;
    }
  }
}

}  // namespace

struct Child::Pipes {
  Pipe in = make_pipe();
  Pipe out = make_pipe();
  Pipe err = make_pipe();
  pid_t pid = -1;

  Pipes(const std::vector<std::string>& command, const Io& io) {
    std::signal(SIGPIPE, SIG_IGN);  // of this test program; become() undoes it in the child
    const base::OwnedFd nothing(::open("/dev/null", O_RDWR | O_CLOEXEC));
    pid = ::fork();
    if (pid < 0) throw std::system_error(errno, std::system_category(), "fork");
    if (pid > 0) return;
    ::dup2(io.feed ? in.read.get() : io.in.value_or(nothing.get()), STDIN_FILENO);
    ::dup2(io.out.value_or(out.write.get()), STDOUT_FILENO);
    ::dup2(err.write.get(), STDERR_FILENO);
    for (const auto& [ours, theirs] : io.extra) {
      ::dup2(ours, theirs);
      if (ours == theirs) ::fcntl(theirs, F_SETFD, 0);
    }
    become(command, io.around);
  }
};

Child::Child(std::vector<std::string> command, Io io) : Child(command, io, Pipes(command, io)) {}

Child::Child(std::vector<std::string> command, Io io, Pipes pipes)
    : command_(std::move(command)), err_pipe_(std::move(pipes.err.read)), process_(pipes.pid) {
  if (io.feed) input_ = std::move(pipes.in.write);
  if (io.hold_out) held_out_ = std::move(pipes.out.read);
  if (!io.hold_out && !io.out) out_pipe_ = std::move(pipes.out.read);
  set_nonblocking(err_pipe_);
  if (out_pipe_.is_open()) set_nonblocking(out_pipe_);
}

void Child::feed(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t count = ::write(input_.get(), bytes.data(), bytes.size());
    if (count < 0) throw std::system_error(errno, std::system_category(), "write to the program's standard input");
    bytes.remove_prefix(static_cast<std::size_t>(count));
  }
}

void Child::gather(int patience_ms) {
  std::array<pollfd, 3> waiting{{{out_pipe_.get(), POLLIN, 0}, {err_pipe_.get(), POLLIN, 0}, {-1, POLLIN, 0}}};
  // An ended program stays readable: it would turn every wait into a spin.
  if (!process_.ended()) {
    waiting[2].fd = process_.end_fd();
  } else if (!out_pipe_.is_open() && !err_pipe_.is_open()) {
    return;  // it ended since the caller looked, and nothing is left that could wake a wait
  }
  ::poll(waiting.data(), waiting.size(), patience_ms);
  drain(out_pipe_, out_);
  drain(err_pipe_, err_);
}

std::string Child::line_with(std::string_view words, Stream stream, Deadline deadline) {
  std::string found;
  const auto is_there = [&] {
    const std::string& all = text(stream);
    const std::size_t at = all.find(words);
    const std::size_t end = at == std::string::npos ? at : all.find('\n', at);
    if (end == std::string::npos) return false;
    const std::size_t before = all.rfind('\n', at);
    const std::size_t start = before == std::string::npos ? 0 : before + 1;
    found = all.substr(start, end - start);
    return true;
  };
  wait_until(is_there, "a line with '" + std::string(words) + "'", deadline);
  return found;
}

void Child::wait_until(const std::function<bool()>& holds, std::string_view what, Deadline deadline) {
  constexpr int kLook = 5;  // milliseconds between looks at what isn't on a stream
  while (!holds()) {
    const bool is_over = process_.ended().has_value();
    gather(is_over ? 0 : std::min(kLook, deadline.left_ms()));
    if (!is_over && !deadline.is_over()) continue;
    if (!holds()) {
      throw std::runtime_error((is_over ? "ended without " : "too late: ") + std::string(what) + "\n" + transcript());
    }
    return;
  }
}

Ended Child::wait(Deadline deadline) {
  while (!process_.ended()) {
    if (deadline.is_over()) throw std::runtime_error("still running\n" + transcript());
    gather(deadline.left_ms());
  }
  // A grandchild may hold the pipes for longer than the program lives.
  while ((out_pipe_.is_open() || err_pipe_.is_open()) && !deadline.is_over()) gather(deadline.left_ms());
  return *process_.ended();
}

std::string Child::transcript() const {
  std::string text = "$";
  for (const auto& word : command_) text += " " + word;
  constexpr std::size_t kMost = 4000;
  return text + "\n[stdout]\n" + out_.substr(0, kMost) + "[stderr]\n" + err_.substr(0, kMost);
}

void expect_exit(Child& child, int status) {
  const Ended ended = child.wait();
  EXPECT_EQ(ended.status, std::optional(status)) << "signal " << ended.signal << "\n" << child.transcript();
}

}  // namespace ttcp::test

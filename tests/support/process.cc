// SPDX-License-Identifier: MIT
#include "support/process.h"

#include <fcntl.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <string>
#include <system_error>

namespace ttcp::test {
namespace {

[[noreturn]] void give_up(const char* what) {
  // Seen by whoever captured standard error.
  const std::string text = std::string(what) + ": " + std::system_category().message(errno) + "\n";
  const ssize_t told = ::write(STDERR_FILENO, text.data(), text.size());
  ::_exit(told > 0 ? 127 : 126);
}

}  // namespace

bool is_sanitized() {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  return true;
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
  return true;
#else
  return false;
#endif
#else
  return false;
#endif
}

Process::Process(pid_t pid) : pid_(pid), end_(static_cast<int>(::syscall(SYS_pidfd_open, pid, 0))) {
  if (!end_.is_open()) throw std::system_error(errno, std::system_category(), "pidfd_open");
}

Process::~Process() {
  if (ended()) return;
  ::kill(pid_, SIGKILL);
  ::waitpid(pid_, nullptr, 0);
}

void Process::signal(int number) const {
  if (ended_) return;
  if (::kill(pid_, number) != 0) throw std::system_error(errno, std::system_category(), "kill");
}

const std::optional<Ended>& Process::ended() {
  if (ended_) return ended_;
  int status = 0;
  rusage usage{};
  const pid_t got = ::wait4(pid_, &status, WNOHANG, &usage);
  if (got != pid_) return ended_;
  ended_ = Ended{std::nullopt, 0, usage.ru_maxrss};
  if (WIFEXITED(status)) ended_->status = WEXITSTATUS(status);
  if (WIFSIGNALED(status)) ended_->signal = WTERMSIG(status);
  return ended_;
}

void become(const std::vector<std::string>& command, const Surroundings& around) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);  // nothing outlives a test program that was killed
  std::signal(SIGPIPE, SIG_DFL);
  if (!around.network_namespace.empty()) {
    const std::string path = "/var/run/netns/" + around.network_namespace;
    const int space = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (space < 0 || ::setns(space, CLONE_NEWNET) != 0) give_up("setns");
  }
  if (!around.directory.empty() && ::chdir(around.directory.c_str()) != 0) give_up("chdir");
  std::vector<char*> arguments;
  for (const auto& word : command) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  ::execvp(arguments[0], arguments.data());
  give_up(arguments[0]);
}

}  // namespace ttcp::test

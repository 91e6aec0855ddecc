// SPDX-License-Identifier: MIT
// A running program, whatever its standard streams are: its end, its signals. Errors of the system are exceptions.
#pragma once

#include <sys/types.h>

#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

#include "base/owned_fd.h"

namespace ttcp::test {

// How a program ended.
struct Ended {
  std::optional<int> status;  // of exit(2); absent when it died of a signal
  int signal = 0;
  long max_rss_kib = 0;
};

inline Ended exited(int status) { return {status, 0, 0}; }

// Memory bounds don't hold for a program that a sanitizer has been built into.
bool is_sanitized();

// Its own process only; killed and reaped when this object goes. Not for use from several threads.
class Process {
 public:
  explicit Process(pid_t pid);
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;
  ~Process();

  pid_t pid() const { return pid_; }
  void signal(int number) const;
  // Readable, for poll(2), once the program has ended.
  int end_fd() const { return end_.get(); }
  // The end, if it has come.
  const std::optional<Ended>& ended();

 private:
  pid_t pid_;
  base::OwnedFd end_;
  std::optional<Ended> ended_;
};

// What the child does between fork and exec beside its standard streams.
struct Surroundings {
  std::string network_namespace;  // as `ip netns` names it; empty: this one
  std::string directory;          // to work in; empty: this one
};

// Replaces this process by the program. Only for a forked child; returns never.
[[noreturn]] void become(const std::vector<std::string>& command, const Surroundings& around);

}  // namespace ttcp::test

// SPDX-License-Identifier: MIT
// The one wait of an engine thread: for a descriptor, a deadline, or the stop token, whichever comes first.
#pragma once

#include <optional>
#include <stop_token>

#include "base/owned_fd.h"
#include "base/units.h"

namespace ttcp::engine {

// Threads: wait() on one engine thread; the stop may be requested from any.
class Waker {
 public:
  explicit Waker(std::stop_token stop);

  enum class End { ready, timed_out, stopped };
  // `events` as poll(2) has them; fd -1 waits for time or stop alone. Ready also for errors and hang-ups.
  End wait(int fd, short events, std::optional<base::TimePoint> deadline) const;
  bool stopped() const { return stop_.stop_requested(); }

 private:
  struct Ring {
    int event;
    void operator()() const;
  };
  std::stop_token stop_;
  base::OwnedFd event_;
  std::optional<std::stop_callback<Ring>> on_stop_;
};

}  // namespace ttcp::engine

// SPDX-License-Identifier: MIT
// How long a test waits for what must happen. Only reached when the test fails, so it is generous: the machine may be
// slow, busy, and running under a sanitizer.
#pragma once

#include <algorithm>
#include <chrono>

namespace ttcp::test {

using Clock = std::chrono::steady_clock;

class Deadline {
 public:
  explicit Deadline(std::chrono::milliseconds patience = std::chrono::seconds(60)) : at_(Clock::now() + patience) {}
  bool is_over() const { return Clock::now() >= at_; }
  // For poll(2): rounded up, so that a wait never ends before the deadline.
  int left_ms() const {
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(at_ - Clock::now());
    return static_cast<int>(std::max<std::int64_t>(0, left.count()));
  }

 private:
  Clock::time_point at_;
};

// For tests whose subject is idle time itself; nothing else may sleep.
void stay_idle(std::chrono::milliseconds time);

}  // namespace ttcp::test

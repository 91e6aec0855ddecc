// SPDX-License-Identifier: MIT
#include "engine/waker.h"

#include <poll.h>
#include <sys/eventfd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <system_error>

namespace ttcp::engine {
namespace {

timespec time_left(base::TimePoint deadline) {
  const auto left = std::max(base::Duration(0), deadline - base::now());
  const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(left);
  return {static_cast<time_t>(seconds.count()), static_cast<long>((left - seconds).count())};
}

}  // namespace

Waker::Waker(std::stop_token stop) : stop_(std::move(stop)), event_(eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC)) {
  if (!event_.is_open()) throw std::system_error(errno, std::generic_category(), "eventfd");
  on_stop_.emplace(stop_, Ring{event_.get()});
}

// The only way this write can fail is a counter that is already full, and then the waiter wakes all the same.
void Waker::Ring::operator()() const { eventfd_write(event, 1); }

Waker::End Waker::wait(int fd, short events, std::optional<base::TimePoint> deadline) const {
  while (true) {
    std::array<pollfd, 2> waiting{{{event_.get(), POLLIN, 0}, {fd, events, 0}}};
    timespec left{};
    if (deadline) left = time_left(*deadline);
    const int count = ::ppoll(waiting.data(), waiting.size(), deadline ? &left : nullptr, nullptr);
    if (waiting[0].revents != 0 || stopped()) return End::stopped;
    if (count > 0) return End::ready;
    if (count == 0) return End::timed_out;
    if (errno != EINTR) return End::ready;  // the call that follows meets the same error and names it
  }
}

}  // namespace ttcp::engine

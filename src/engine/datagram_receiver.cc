// SPDX-License-Identifier: MIT
#include "engine/datagram_receiver.h"

#include <linux/sock_diag.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/uio.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdint>
#include <cstring>

#include "engine/arrival_stamps.h"
#include "engine/limit_meter.h"
#include "engine/socket_wait.h"
#include "engine/waker.h"
#include "net/options.h"

namespace ttcp::engine {
namespace {

constexpr base::Duration kEmptying = std::chrono::milliseconds(100);  // of the socket, at the end

// Datagrams that this socket's full queue cost so far (SO_MEMINFO, linux/sock_diag.h); nullopt: an older kernel.
std::optional<std::uint32_t> overflows_of(int socket) {
  std::array<std::uint32_t, SK_MEMINFO_VARS> values{};
  socklen_t length = sizeof values;
  if (::getsockopt(socket, SOL_SOCKET, SO_MEMINFO, values.data(), &length) != 0) return std::nullopt;
  if (length <= SK_MEMINFO_DROPS * sizeof values[0]) return std::nullopt;
  return values[SK_MEMINFO_DROPS];
}

class HeadBatch {
 public:
  static constexpr std::size_t kMost = 64;
  static constexpr std::size_t kHead = 64;

  HeadBatch() {
    for (std::size_t index = 0; index < kMost; ++index) {
      pieces_[index] = {heads_[index].data(), kHead};
      auto& message = messages_[index].msg_hdr;
      message.msg_iov = &pieces_[index];
      message.msg_iovlen = 1;
      message.msg_control = controls_[index].bytes.data();
      message.msg_controllen = controls_[index].bytes.size();
    }
  }
  HeadBatch(const HeadBatch&) = delete;
  HeadBatch& operator=(const HeadBatch&) = delete;

  // As recvmmsg(2), without waiting.
  int receive(int socket) {
    for (std::size_t index = 0; index < used_; ++index) {
      messages_[index].msg_hdr.msg_controllen = controls_[index].bytes.size();  // the kernel wrote what it filled
    }
    const int count = ::recvmmsg(socket, messages_.data(), kMost, MSG_DONTWAIT | MSG_TRUNC, nullptr);
    used_ = static_cast<std::size_t>(std::max(count, 0));
    return count;
  }
  std::size_t length(std::size_t index) const { return messages_[index].msg_len; }
  std::span<const std::byte> head(std::size_t index) const {
    return std::span(heads_[index]).first(std::min(length(index), kHead));
  }
  // On the wall clock. nullopt: the kernel gave none.
  std::optional<base::Duration> arrived(std::size_t index) {
    msghdr& message = messages_[index].msg_hdr;
    for (cmsghdr* header = CMSG_FIRSTHDR(&message); header != nullptr; header = CMSG_NXTHDR(&message, header)) {
      if (header->cmsg_level != SOL_SOCKET || header->cmsg_type != SCM_TIMESTAMPNS) continue;
      timespec time{};
      std::memcpy(&time, CMSG_DATA(header), sizeof time);
      return std::chrono::seconds(time.tv_sec) + std::chrono::nanoseconds(time.tv_nsec);
    }
    return std::nullopt;
  }

 private:
  struct Control {
    alignas(cmsghdr) std::array<char, CMSG_SPACE(sizeof(timespec))> bytes{};
  };
  std::array<std::array<std::byte, kHead>, kMost> heads_{};
  std::array<Control, kMost> controls_{};
  std::array<iovec, kMost> pieces_{};
  std::array<mmsghdr, kMost> messages_{};
  std::size_t used_ = 0;
};

class DatagramReceiver {
 public:
  DatagramReceiver(const DatagramReceiveOrder& order, Counters& counters, std::stop_token stop)
      : order_(order), counters_(counters), waker_(std::move(stop)) {}

  Outcome run() {
    // Refused: the moment of reading serves instead, as the header says.
    static_cast<void>(net::ask_for_arrival_times(order_.socket));
    const auto overflows_before = overflows_of(order_.socket);
    order_.clock.started();
    outcome_.started = base::now();
    LimitMeter meter(order_.limits, outcome_.started);
    outcome_.end = receive_all(meter);
    outcome_.ended = base::now();
    if (outcome_.end == End::timed_out && outcome_.last_byte) outcome_.ended = *outcome_.last_byte;
    order_.clock.stopped();
    const auto overflows = overflows_of(order_.socket);
    if (overflows_before && overflows) counters_.overflowed.set(*overflows - *overflows_before);
    return std::move(outcome_);
  }

 private:
  End receive_all(LimitMeter& meter) {
    while (true) {
      if (waker_.stopped()) return take_the_rest(End::stopped, meter);
      const int count = batch_.receive(order_.socket);
      if (count < 0) {
        if (const auto cut = after_failure(errno, meter)) return *cut;
        continue;
      }
      if (!take(static_cast<std::size_t>(count), meter)) return End::finished;
      const auto limit = meter.time_limit();
      if (limit && base::now() >= *limit) return take_the_rest(End::finished, meter);
    }
  }

  End take_the_rest(End end, LimitMeter& meter) {
    const auto latest = base::now() + kEmptying;
    while (base::now() < latest) {
      const int count = batch_.receive(order_.socket);
      if (count <= 0 || !take(static_cast<std::size_t>(count), meter)) break;
    }
    return end;
  }

  // False: a count is used up.
  bool take(std::size_t count, LimitMeter& meter) {
    counters_.calls.add(1);
    const auto clocks = read_clocks();
    stamps_.take(clocks);
    std::int64_t datagrams = 0;
    std::int64_t bytes = 0;
    for (std::size_t index = 0; index < count && meter.next(1); ++index) {
      const auto wall = batch_.arrived(index);
      const auto arrived_at = wall ? stamps_.monotonic(*wall) : clocks.after;
      if (!order_.judge(batch_.head(index), batch_.length(index), arrived_at)) continue;
      meter.took(batch_.length(index));
      ++datagrams;
      bytes += static_cast<std::int64_t>(batch_.length(index));
      note(base::TimePoint(arrived_at));
    }
    counters_.datagrams.add(datagrams);
    counters_.bytes.add(bytes);
    return meter.next(1).has_value();
  }

  void note(base::TimePoint arrival) {
    if (!outcome_.first_byte) outcome_.first_byte = arrival;
    outcome_.last_byte = std::max(outcome_.last_byte.value_or(arrival), arrival);
  }

  // nullopt: try again.
  std::optional<End> after_failure(int os_errno, const LimitMeter& meter) {
    if (os_errno == EINTR) return std::nullopt;
    if (os_errno == EAGAIN) return wait_counted(waker_, order_.socket, POLLIN, meter, counters_);
    if (os_errno != ECONNREFUSED) return outcome_.fail(io_error(os_errno));
    counters_.refused.add(1);
    return std::nullopt;
  }

  const DatagramReceiveOrder& order_;
  Counters& counters_;
  Waker waker_;
  HeadBatch batch_;
  ArrivalStamps stamps_;
  Outcome outcome_;
};

}  // namespace

Outcome receive_datagrams(const DatagramReceiveOrder& order, Counters& counters, std::stop_token stop) {
  return DatagramReceiver(order, counters, std::move(stop)).run();
}

}  // namespace ttcp::engine

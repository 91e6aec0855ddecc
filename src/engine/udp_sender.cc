// SPDX-License-Identifier: MIT
#include "engine/udp_sender.h"

#include <poll.h>
#include <sys/socket.h>

#include <cerrno>

#include "engine/pump.h"
#include "engine/socket_wait.h"

namespace ttcp::engine {
namespace {
using namespace std::chrono_literals;

// The classic program's pause when the device queue is full (docs/protocols/classic.md).
constexpr base::Duration kNoBufferPause = 18ms;

class UdpSender {
 public:
  UdpSender(const SendOrder& order, Counters& counters, std::stop_token stop)
      : order_(order), counters_(counters), waker_(std::move(stop)) {}

  Outcome run() {
    order_.clock.started();
    outcome_.started = base::now();
    LimitMeter meter(order_.limits, outcome_.started);
    outcome_.end = send_all(meter);
    outcome_.ended = base::now();
    order_.clock.stopped();
    clock_runs_ = false;
    if (outcome_.end == End::finished || outcome_.end == End::stopped) send_trailers(meter);
    return std::move(outcome_);
  }

 private:
  End send_all(LimitMeter& meter) {
    if (order_.markers.start) {
      if (const auto cut = send_datagram(marker(), meter)) return *cut;
    }
    const End end = pump(order_, waker_, meter, outcome_, [&](auto block) { return send_block(block, meter); });
    if (!order_.markers.end || (end != End::finished && end != End::stopped)) return end;
    if (const auto cut = send_datagram(marker(), meter)) return *cut;
    return end;
  }

  std::optional<End> send_block(std::span<const std::byte> block, const LimitMeter& meter) {
    const auto marker_size = static_cast<std::size_t>(order_.markers.length.count());
    std::optional<End> cut;
    if (order_.markers.split_lookalikes && block.size() == marker_size) {
      cut = send_counted(block.first(marker_size / 2), meter);
      block = block.subspan(marker_size / 2);
    }
    return cut ? cut : send_counted(block, meter);
  }

  std::optional<End> send_counted(std::span<const std::byte> payload, const LimitMeter& meter) {
    const auto cut = send_datagram(payload, meter);
    if (!cut) counters_.bytes.add(static_cast<std::int64_t>(payload.size()));
    return cut;
  }

  // nullopt: sent.
  std::optional<End> send_datagram(std::span<const std::byte> datagram, const LimitMeter& meter) {
    while (true) {
      if (::send(order_.socket, datagram.data(), datagram.size(), MSG_DONTWAIT | MSG_NOSIGNAL) >= 0) {
        counters_.calls.add(1);
        return std::nullopt;
      }
      if (const auto cut = after_failure(errno, meter)) return cut;
    }
  }

  // nullopt: try again.
  std::optional<End> after_failure(int os_errno, const LimitMeter& meter) {
    switch (os_errno) {
      case EINTR:
        return std::nullopt;
      case EAGAIN:
        return wait_counted(waker_, order_.socket, POLLOUT, meter, counters_);
      case ENOBUFS:
        counters_.calls.add(1);
        return waker_.wait(-1, 0, base::now() + kNoBufferPause) == Waker::End::stopped ? std::optional(End::stopped)
                                                                                       : std::nullopt;
      case ECONNREFUSED:  // the answer to an earlier datagram; this one was not sent
        // A receiver leaves at the first end marker, so an answer to the trailing ones says nothing.
        if (clock_runs_) counters_.refused.add(1);
        return std::nullopt;
      default:
        return outcome_.fail(io_error(os_errno));
    }
  }

  // Their loss must not fail a test whose payload has been sent: the receiver has a time limit of its own. A stop
  // doesn't shorten the pauses, because without them one full queue at the receiver loses all the markers.
  void send_trailers(const LimitMeter& meter) {
    const Waker calm{std::stop_token()};
    for (const auto pause : order_.markers.trailing_pauses) {
      static_cast<void>(calm.wait(-1, 0, base::now() + pause));
      if (const auto cut = send_datagram(marker(), meter)) return;
    }
  }

  std::span<const std::byte> marker() const {
    const auto block = order_.source->block();
    return block.first(std::min(block.size(), static_cast<std::size_t>(order_.markers.length.count())));
  }

  const SendOrder& order_;
  Counters& counters_;
  Waker waker_;
  Outcome outcome_;
  bool clock_runs_ = true;
};

}  // namespace

Outcome send_udp(const SendOrder& order, Counters& counters, std::stop_token stop) {
  return UdpSender(order, counters, std::move(stop)).run();
}

}  // namespace ttcp::engine

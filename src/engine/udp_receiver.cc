// SPDX-License-Identifier: MIT
#include "engine/udp_receiver.h"

#include <poll.h>
#include <sys/socket.h>

#include <algorithm>
#include <cerrno>

#include "engine/arrival_clock.h"
#include "engine/buffer.h"
#include "engine/limit_meter.h"
#include "engine/output.h"
#include "engine/socket_wait.h"

namespace ttcp::engine {
namespace {

class UdpReceiver {
 public:
  UdpReceiver(const ReceiveOrder& order, Counters& counters, std::stop_token stop)
      : order_(order),
        counters_(counters),
        stop_(stop),
        waker_(std::move(stop)),
        meter_(silent_limits(), base::now()) {}

  Outcome run() {
    outcome_.started = base::now();
    outcome_.end = receive_all();
    outcome_.ended = base::now();
    arrivals_.ran_dry(outcome_.ended);
    if (outcome_.end == End::timed_out && outcome_.last_byte) outcome_.ended = *outcome_.last_byte;
    order_.clock.stopped();
    return std::move(outcome_);
  }

 private:
  // Until something arrives only the patience for the first datagram holds.
  Limits silent_limits() const {
    Limits limits;
    limits.patience = order_.first_patience;
    return limits;
  }

  End receive_all() {
    for (const base::Bytes length : order_.taken) {
      if (const auto end = take(static_cast<std::size_t>(length.count()))) return *end;
    }
    while (true) {
      if (waker_.stopped()) return End::stopped;
      if (begun_ && (meter_.time_is_up() || !meter_.next(order_.buffer->bytes().size()))) return End::finished;
      const auto room = order_.buffer->bytes();
      const ssize_t length = ::recv(order_.socket, room.data(), room.size(), MSG_DONTWAIT | MSG_TRUNC);
      if (length >= 0) {
        if (const auto end = take(static_cast<std::size_t>(length))) return *end;
      } else if (const auto end = after_failure(errno)) {
        return *end;
      }
    }
  }

  std::optional<End> take(std::size_t length) {
    counters_.calls.add(1);
    switch (order_.judge(base::Bytes(static_cast<std::int64_t>(length)))) {
      case model::DatagramVerdict::start:
        begin();
        return std::nullopt;
      case model::DatagramVerdict::end:
        return End::finished;
      case model::DatagramVerdict::payload:
        break;
    }
    if (!begun_) begin();
    arrivals_.took();
    return take_payload(length);
  }

  std::optional<End> take_payload(std::size_t length) {
    const auto room = order_.buffer->bytes();
    const std::size_t held = std::min(length, room.size());
    if (order_.output < 0) {
      count(length);
      return std::nullopt;
    }
    if (held < length) ++outcome_.cut_datagrams;
    count(held);
    const auto put = put_block(order_.output, room.first(held), stop_);
    if (put) return std::nullopt;
    if (put.error().kind == base::Error::Kind::cancelled) return End::stopped;
    return outcome_.fail(put.error());
  }

  void count(std::size_t length) {
    counters_.bytes.add(static_cast<std::int64_t>(length));
    meter_.took(length);
  }

  void begin() {
    begun_ = true;
    order_.clock.started();
    outcome_.started = base::now();
    meter_ = LimitMeter(order_.limits, outcome_.started);
  }

  // nullopt: try again.
  std::optional<End> after_failure(int os_errno) {
    if (os_errno == EINTR) return std::nullopt;
    if (os_errno != EAGAIN) return outcome_.fail(io_error(os_errno));
    arrivals_.ran_dry(base::now());
    return wait_counted(waker_, order_.socket, POLLIN, meter_, counters_);
  }

  const ReceiveOrder& order_;
  Counters& counters_;
  std::stop_token stop_;
  Waker waker_;
  LimitMeter meter_;
  Outcome outcome_;
  bool begun_ = false;
  ArrivalClock arrivals_{outcome_};
};

}  // namespace

Outcome receive_udp(const ReceiveOrder& order, Counters& counters, std::stop_token stop) {
  return UdpReceiver(order, counters, std::move(stop)).run();
}

}  // namespace ttcp::engine

// SPDX-License-Identifier: MIT
#include "engine/tcp_receiver.h"

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>

#include <cerrno>
#include <numeric>

#include "engine/arrival_clock.h"
#include "engine/buffer.h"
#include "engine/limit_meter.h"
#include "engine/output.h"
#include "engine/socket_wait.h"

namespace ttcp::engine {
namespace {

// Kept in a volatile so that the compiler can't drop the reads: they are the point of -T.
void touch_all(std::span<const std::byte> bytes) {
  volatile unsigned sum = std::accumulate(
      bytes.begin(), bytes.end(), 0U, [](unsigned total, std::byte b) { return total + std::to_integer<unsigned>(b); });
  static_cast<void>(sum);
}

class TcpReceiver {
 public:
  TcpReceiver(const ReceiveOrder& order, Counters& counters, std::stop_token stop)
      : order_(order),
        counters_(counters),
        stop_(stop),
        waker_(std::move(stop)),
        discards_(order.output < 0 && !order.touch) {}

  Outcome run() {
    order_.clock.started();
    outcome_.started = base::now();
    LimitMeter meter(order_.limits, outcome_.started);
    outcome_.end = receive_all(meter);
    outcome_.ended = base::now();
    arrivals_.ran_dry(outcome_.ended);
    if (outcome_.end == End::timed_out && outcome_.last_byte) outcome_.ended = *outcome_.last_byte;
    order_.clock.stopped();
    return std::move(outcome_);
  }

 private:
  End receive_all(LimitMeter& meter) {
    while (const auto size = meter.next(order_.buffer->bytes().size())) {
      if (waker_.stopped()) return End::stopped;
      if (meter.time_is_up()) return End::finished;
      const auto block = order_.buffer->bytes().first(*size);
      const auto [filled, end] = fill(block, meter);
      meter.took(filled);
      if (const auto cut = use(block.first(filled))) return *cut;
      if (end) return *end;
    }
    return End::finished;
  }

  struct Filled {
    std::size_t bytes;
    std::optional<End> end;
  };
  // One read, or with full_blocks as many as fill the block. `end` is set when nothing more will come.
  Filled fill(std::span<std::byte> block, const LimitMeter& meter) {
    std::size_t filled = 0;
    while (true) {
      const auto [count, end] = read_once(block.subspan(filled), meter);
      filled += count;
      // The end within a block is told by the read after it, as ttcp 1.12 counted.
      if (end == End::finished && filled > 0) return {filled, std::nullopt};
      if (end || !order_.full_blocks || filled == block.size()) return {filled, end};
    }
  }

  Filled read_once(std::span<std::byte> room, const LimitMeter& meter) {
    const int flags = MSG_DONTWAIT | (discards_ ? MSG_TRUNC : 0);
    while (true) {
      const ssize_t count = ::recv(order_.socket, room.data(), room.size(), flags);
      if (count > 0) {
        took(count);
        return {static_cast<std::size_t>(count), std::nullopt};
      }
      if (count == 0) {
        counters_.calls.add(1);
        return {0, End::finished};
      }
      if (errno == EINTR) continue;
      if (errno != EAGAIN) return {0, outcome_.fail(io_error(errno))};
      arrivals_.ran_dry(base::now());
      const auto cut = wait_counted(waker_, order_.socket, POLLIN, meter, counters_);
      if (cut) return {0, cut};
    }
  }

  void took(ssize_t count) {
    counters_.bytes.add(count);
    counters_.calls.add(1);
    arrivals_.took();
    if (order_.quick_ack) renew_quick_ack();
  }

  // The kernel falls back to delayed acknowledgements by itself (tcp(7), TCP_QUICKACK: "not permanent"). It can't fail
  // on a socket that was just read from.
  void renew_quick_ack() const {
    const int on = 1;
    ::setsockopt(order_.socket, IPPROTO_TCP, TCP_QUICKACK, &on, sizeof on);
  }

  std::optional<End> use(std::span<const std::byte> block) {
    if (order_.touch) touch_all(block);
    if (order_.output < 0 || block.empty()) return std::nullopt;
    const auto put = put_block(order_.output, block, stop_);
    if (put) return std::nullopt;
    return put.error().kind == base::Error::Kind::cancelled ? End::stopped : outcome_.fail(put.error());
  }

  const ReceiveOrder& order_;
  Counters& counters_;
  std::stop_token stop_;
  Waker waker_;
  Outcome outcome_;
  bool discards_;
  ArrivalClock arrivals_{outcome_};
};

}  // namespace

Outcome receive_tcp(const ReceiveOrder& order, Counters& counters, std::stop_token stop) {
  return TcpReceiver(order, counters, std::move(stop)).run();
}

}  // namespace ttcp::engine

// SPDX-License-Identifier: MIT
#include "engine/datagram_sender.h"

#include <poll.h>

#include <algorithm>
#include <cerrno>

#include "engine/datagram_batch.h"
#include "engine/limit_meter.h"
#include "engine/pacer.h"
#include "engine/socket_wait.h"
#include "engine/turn.h"
#include "engine/waker.h"

namespace ttcp::engine {
namespace {
using namespace std::chrono_literals;

constexpr base::Duration kPieceOfRate = 250us;  // short against the queues of slow paths, long against a wake-up
constexpr base::Duration kNoBufferPause = 1ms;
constexpr base::BitRate kManyDatagrams = base::BitRate::bits_per_second(2'000'000'000);

std::size_t batch_room(const DatagramSendOrder& order) {
  if (!order.rate) return DatagramBatch::kMost;
  const base::Bytes size(static_cast<std::int64_t>(order.block.size()));
  return static_cast<std::size_t>(pieces_in(kPieceOfRate, *order.rate, size, DatagramBatch::kMost));
}

// A late wake-up may be followed by as much as is one batch anyway, for datagrams have no far end that holds them back
// and no queue on a path is made for less; but not by what took long to miss.
base::Duration slack_of(base::BitRate rate, std::size_t size) {
  const long double bits = 8.0L * static_cast<long double>(size * DatagramBatch::kMost);
  const long double seconds = bits / static_cast<long double>(rate.in_bits_per_second());
  constexpr base::Duration kMostSlack = 8ms;
  const auto batch = base::Duration(static_cast<std::int64_t>(std::min(seconds, 1.0L) * 1e9L));
  return std::clamp(batch, Pacer::kLeastSlack, kMostSlack);
}

class DatagramSender {
 public:
  DatagramSender(const DatagramSendOrder& order, Counters& counters, std::stop_token stop)
      : order_(order),
        counters_(counters),
        waker_(std::move(stop)),
        batch_(order.block, batch_room(order)),
        most_as_one_(DatagramBatch::kMostBytes / order.block.size()),
        as_one_(most_as_one_ > 1 && (!order.rate || *order.rate >= kManyDatagrams)) {}

  Outcome run() {
    order_.clock.started();
    outcome_.started = base::now();
    LimitMeter meter(order_.limits, outcome_.started);
    if (order_.rate) pacer_.emplace(*order_.rate, outcome_.started, slack_of(*order_.rate, order_.block.size()));
    outcome_.end = send_all(meter);
    outcome_.ended = base::now();
    order_.clock.stopped();
    return std::move(outcome_);
  }

 private:
  End send_all(LimitMeter& meter) {
    while (true) {
      if (waker_.stopped()) return End::stopped;
      if (pacer_) {
        if (const auto cut = wait_for_turn(*pacer_, waker_, meter)) return *cut;
      }
      const auto now = base::now();
      const auto limit = meter.time_limit();
      if (limit && now >= *limit) return End::finished;
      const std::size_t ready = prepare(meter, now);
      if (ready == 0) return End::finished;
      const int sent = send(ready);
      if (sent < 0) {
        if (const auto cut = after_failure(errno, meter)) return *cut;
      } else {
        took(static_cast<std::size_t>(sent), meter, now);
      }
    }
  }

  // Shapes and stamps the next datagrams, as many as the limits leave of a batch.
  std::size_t prepare(LimitMeter planned, base::TimePoint now) {
    const std::size_t room = as_one_ ? std::min(batch_.room(), most_as_one_) : batch_.room();
    const std::size_t whole = order_.block.size();
    std::size_t ready = 0;
    while (ready < room) {
      const auto length = planned.next(whole);
      if (!length) break;
      order_.stamp(batch_.shape(ready, *length), next_ + ready, now);
      planned.took(*length);
      ++ready;
      if (*length < whole) break;  // where the kernel cuts a batch, only the last may be shorter
    }
    return ready;
  }

  int send(std::size_t ready) {
    if (as_one_ && ready > 1) {
      const int sent = batch_.send_as_one(order_.socket, ready);
      if (sent > 0) outcome_.segmented = true;
      if (sent >= 0 || !is_refusal_to_cut(errno)) return sent;
      as_one_ = false;  // an old kernel, a device or a path that can't; nothing was sent
    }
    return batch_.send_each(order_.socket, ready);
  }

  // EINVAL: a datagram beyond the path's MTU, or an unknown control message; EIO: no checksum offload (udp(7)).
  static bool is_refusal_to_cut(int os_errno) {
    return os_errno == EINVAL || os_errno == EIO || os_errno == EMSGSIZE || os_errno == EOPNOTSUPP;
  }

  void took(std::size_t sent, LimitMeter& meter, base::TimePoint now) {
    std::int64_t bytes = 0;
    for (std::size_t index = 0; index < sent; ++index) {
      meter.took(batch_.length(index));
      bytes += static_cast<std::int64_t>(batch_.length(index));
    }
    next_ += sent;
    counters_.calls.add(1);
    counters_.bytes.add(bytes);
    counters_.datagrams.add(static_cast<std::int64_t>(sent));
    if (pacer_) pacer_->took(base::Bytes(bytes), now);
  }

  // nullopt: try again.
  std::optional<End> after_failure(int os_errno, const LimitMeter& meter) {
    switch (os_errno) {
      case EINTR:
        return std::nullopt;
      case EAGAIN:
        return wait_counted(waker_, order_.socket, POLLOUT, meter, counters_);
      case ENOBUFS:
        if (waker_.wait(-1, 0, base::now() + kNoBufferPause) == Waker::End::stopped) return End::stopped;
        return std::nullopt;
      case ECONNREFUSED:  // the answer to an earlier datagram; these were not sent
        counters_.refused.add(1);
        return std::nullopt;
      default:
        return outcome_.fail(io_error(os_errno));
    }
  }

  const DatagramSendOrder& order_;
  Counters& counters_;
  Waker waker_;
  DatagramBatch batch_;
  std::size_t most_as_one_;
  bool as_one_;
  std::optional<Pacer> pacer_;
  std::uint64_t next_ = 0;  // sequence
  Outcome outcome_;
};

}  // namespace

Outcome send_datagrams(const DatagramSendOrder& order, Counters& counters, std::stop_token stop) {
  return DatagramSender(order, counters, std::move(stop)).run();
}

}  // namespace ttcp::engine

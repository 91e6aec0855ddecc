// SPDX-License-Identifier: MIT
#include "engine/tcp_sender.h"

#include <linux/sockios.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <cerrno>

#include "engine/pump.h"
#include "engine/socket_wait.h"
#include "engine/turn.h"
#include "net/options.h"
#include "net/sockets.h"

namespace ttcp::engine {
namespace {
using namespace std::chrono_literals;

// Between looks at the send queue: fine enough for a loopback transfer, coarse enough to cost nothing on a slow line.
constexpr base::Duration kFirstLook = 20us;
constexpr base::Duration kLongestLook = 5ms;
// A far end that never closes after our half close is given this long when the user set no limit.
constexpr base::Duration kHalfClosePatience = 30s;
// The kernel doesn't pace a connection's first ten segments (its tcp_update_skb_after_send), which may hold several
// pieces where our wake-ups are late.
constexpr std::int64_t kPiecesOnOurOwn = 32;

class TcpSender {
 public:
  TcpSender(const SendOrder& order, Counters& counters, std::stop_token stop)
      : order_(order), counters_(counters), waker_(std::move(stop)) {}

  Outcome run() {
    order_.clock.started();
    outcome_.started = base::now();
    LimitMeter meter(order_.limits, outcome_.started);
    if (order_.rate) pacer_.emplace(*order_.rate, outcome_.started);
    outcome_.end = pump(order_, waker_, meter, outcome_, [&](auto block) { return send_in_turn(block, meter); });
    outcome_.ended = base::now();
    order_.clock.stopped();
    ::shutdown(order_.socket, SHUT_WR);
    if (outcome_.end == End::finished && order_.wait_for_far_end) outcome_.end = await_acknowledgement();
    if (outcome_.end == End::finished && order_.half_close) outcome_.end = await_close();
    return std::move(outcome_);
  }

 private:
  std::optional<End> send_in_turn(std::span<const std::byte> block, const LimitMeter& meter) {
    if (!pacer_) return send_block(block, meter);
    if (const auto cut = wait_for_turn(*pacer_, waker_, meter)) return cut;
    const auto cut = send_block(block, meter);
    pacer_->took(base::Bytes(static_cast<std::int64_t>(block.size())), base::now());
    if (++pieces_ == kPiecesOnOurOwn && net::is_paced(order_.socket, *order_.rate)) pacer_->set_slack(Pacer::kMostLate);
    return cut;
  }

  // nullopt: the whole block was taken.
  std::optional<End> send_block(std::span<const std::byte> block, const LimitMeter& meter) {
    const std::size_t whole = block.size();
    std::optional<End> cut;
    while (true) {
      const ssize_t sent = ::send(order_.socket, block.data(), block.size(), MSG_DONTWAIT | MSG_NOSIGNAL);
      if (sent >= 0) {
        counters_.bytes.add(sent);
        block = block.subspan(static_cast<std::size_t>(sent));
        if (block.empty()) break;
      } else if (errno == EAGAIN) {
        cut = wait_counted(waker_, order_.socket, POLLOUT, meter, counters_);
      } else if (errno != EINTR) {
        cut = outcome_.fail(io_error(errno));
      }
      if (cut) break;
    }
    if (!cut || block.size() < whole) counters_.calls.add(1);
    return cut;
  }

  // The FIN that shutdown() queued counts as one byte of the queue (tcp(7), SIOCOUTQ), so an empty queue means that the
  // far end's kernel has everything.
  End await_acknowledgement() {
    base::Duration look = kFirstLook;
    int last_left = -1;
    auto moved_at = outcome_.ended;
    while (true) {
      int left = 0;
      if (::ioctl(order_.socket, SIOCOUTQ, &left) != 0) return outcome_.fail(base::os_error("ioctl", "SIOCOUTQ"));
      const auto now = base::now();
      if (const int pending = net::pending_error(order_.socket); pending != 0) return outcome_.fail(io_error(pending));
      if (left == 0) {
        outcome_.acknowledged = now;
        return End::finished;
      }
      if (left != last_left) moved_at = now;
      last_left = left;
      if (order_.limits.patience && now - moved_at > *order_.limits.patience) return End::timed_out;
      if (waker_.wait(-1, 0, now + look) == Waker::End::stopped) return End::stopped;
      look = std::min(look * 2, kLongestLook);
    }
  }

  End await_close() {
    const auto deadline = base::now() + order_.limits.patience.value_or(kHalfClosePatience);
    std::array<std::byte, 4096> unwanted{};
    while (true) {
      const ssize_t count = ::recv(order_.socket, unwanted.data(), unwanted.size(), MSG_DONTWAIT);
      if (count == 0) return End::finished;
      if (count > 0 || errno == EINTR) continue;
      if (errno != EAGAIN) return outcome_.fail(io_error(errno));
      const auto how = waker_.wait(order_.socket, POLLIN, deadline);
      if (how == Waker::End::ready) continue;
      return how == Waker::End::stopped ? End::stopped : End::timed_out;
    }
  }

  const SendOrder& order_;
  Counters& counters_;
  Waker waker_;
  std::optional<Pacer> pacer_;
  std::int64_t pieces_ = 0;  // paced
  Outcome outcome_;
};

}  // namespace

Outcome send_tcp(const SendOrder& order, Counters& counters, std::stop_token stop) {
  return TcpSender(order, counters, std::move(stop)).run();
}

}  // namespace ttcp::engine

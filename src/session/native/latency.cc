// SPDX-License-Identifier: MIT
#include "session/native/latency.h"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <chrono>
#include <utility>

#include "net/timed.h"
#include "wire/native/prober.h"

namespace ttcp::session::native {
namespace asio = boost::asio;
namespace {
using namespace std::chrono_literals;
constexpr std::size_t kChunk = 4096;
// A client whose probes nobody takes back is not probing.
constexpr base::Duration kEchoPatience = 30s;
}  // namespace

struct LatencyProbe::State {
  explicit State(base::OwnedFd fd) : socket(std::move(fd)) {}
  base::OwnedFd socket;
  wire::native::Prober prober;
  std::vector<base::Duration> times;
  std::stop_source stop;
  bool alive = true;
};

LatencyProbe::LatencyProbe(const asio::any_io_executor& executor, base::OwnedFd socket)
    : state_(std::make_shared<State>(std::move(socket))) {
  asio::co_spawn(executor, run(state_), asio::detached);
}

LatencyProbe::~LatencyProbe() { state_->stop.request_stop(); }

LatencyProbe::Harvest LatencyProbe::harvest() {
  return {std::exchange(state_->times, {}), state_->prober.outstanding()};
}

const std::vector<base::Duration>& LatencyProbe::times() const { return state_->times; }

std::optional<base::Duration> LatencyProbe::newest() const {
  if (state_->times.empty()) return std::nullopt;
  return state_->times.back();
}

bool LatencyProbe::is_alive() const { return state_->alive; }

asio::awaitable<void> LatencyProbe::run(std::shared_ptr<State> state) {
  const int fd = state->socket.get();
  auto turn = state->prober.start(base::now());
  while (state->alive) {
    state->times.insert(state->times.end(), turn.times.begin(), turn.times.end());
    const net::Until writing(base::now() + kEchoPatience, state->stop.get_token());
    const auto sent = co_await net::write_all(fd, turn.send, writing);
    if (!sent || turn.over) break;
    const net::Until reading(turn.wake_at, state->stop.get_token());
    const auto chunk = co_await net::read_some(fd, kChunk, reading);
    if (!chunk && chunk.error().kind == base::Error::Kind::timeout) {
      turn = state->prober.on_time(base::now());
    } else if (!chunk || chunk->empty()) {
      break;
    } else {
      turn = state->prober.on_bytes(*chunk, base::now());
    }
  }
  state->alive = false;
}

asio::awaitable<void> echo(base::OwnedFd socket, std::stop_token stop) {
  while (true) {
    const net::Until reading(std::nullopt, stop);
    const auto chunk = co_await net::read_some(socket.get(), kChunk, reading);
    if (!chunk || chunk->empty()) co_return;
    const net::Until writing(base::now() + kEchoPatience, stop);
    const auto sent = co_await net::write_all(socket.get(), *chunk, writing);
    if (!sent) co_return;
  }
}

}  // namespace ttcp::session::native

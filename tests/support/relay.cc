// SPDX-License-Identifier: MIT
#include "support/relay.h"

#include <poll.h>
#include <sys/socket.h>

#include <algorithm>
#include <cerrno>
#include <stdexcept>

namespace ttcp::test {
namespace {

constexpr std::size_t kRoom = std::size_t{1} << 17;
constexpr std::size_t kOpening = 128;
constexpr int kLookMs = 5;

bool has_client(int listener) {
  pollfd waiting{listener, POLLIN, 0};
  return ::poll(&waiting, 1, 0) > 0;
}

}  // namespace

Relay::Relay(std::uint16_t server) : server_(server), thread_([this] { work(); }) {}

Relay::~Relay() {
  leaving_ = true;
  thread_.join();
}

void Relay::reset(std::string_view opening) {
  const std::lock_guard lock(mutex_);
  const auto found = std::find_if(ways_.begin(), ways_.end(),
                                  [&](const Way& way) { return !way.is_over && way.up.first.starts_with(opening); });
  if (found == ways_.end())
    throw std::runtime_error("no connection through the relay begins with " + std::string(opening));
  found->is_over = true;
  found->near.reset();
  found->far.reset();
}

void Relay::work() {
  while (!leaving_) {
    std::vector<pollfd> waiting{{listener_.fd(), POLLIN, 0}};
    const std::lock_guard lock(mutex_);
    for (const Way& way : ways_) {
      if (way.is_over || silent_) continue;
      if (way.up.held.empty() && !way.up.ended) waiting.push_back({way.near.fd(), POLLIN, 0});
      if (way.down.held.empty() && !way.down.ended) waiting.push_back({way.far.fd(), POLLIN, 0});
    }
    ::poll(waiting.data(), waiting.size(), kLookMs);
    if (has_client(listener_.fd())) ways_.push_back({listener_.accept(), TcpSocket::connected_to(server_), {}, {}});
    for (Way& way : ways_) {
      if (!way.is_over && !silent_) serve(way);
    }
  }
}

void Relay::serve(Way& way) {
  if (shift(way.near, way.far, way.up) && shift(way.far, way.near, way.down)) return;
  way.is_over = true;
  way.near.reset();
  way.far.reset();
}

bool Relay::shift(const TcpSocket& from, const TcpSocket& to, Half& half) {
  if (half.held.empty() && !half.ended) {
    half.held.resize(kRoom);
    const ssize_t count = ::recv(from.fd(), half.held.data(), half.held.size(), MSG_DONTWAIT);
    if (count < 0 && errno != EAGAIN) return false;
    half.held.resize(static_cast<std::size_t>(std::max<ssize_t>(count, 0)));
    if (half.first.empty()) half.first = half.held.substr(0, kOpening);
    half.ended = count == 0;
    if (half.ended) ::shutdown(to.fd(), SHUT_WR);
  }
  if (half.held.empty()) return true;
  const ssize_t count = ::send(to.fd(), half.held.data(), half.held.size(), MSG_DONTWAIT | MSG_NOSIGNAL);
  if (count < 0) return errno == EAGAIN;
  half.held.erase(0, static_cast<std::size_t>(count));
  return true;
}

}  // namespace ttcp::test

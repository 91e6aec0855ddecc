// SPDX-License-Identifier: MIT
#include "net/timed.h"

#include <sys/socket.h>

#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <cerrno>
#include <memory>

#include "net/sockets.h"

namespace ttcp::net {
namespace asio = boost::asio;
namespace {

using Descriptor = asio::posix::stream_descriptor;

// Shared with handlers that may run after the wait is over: a cancelled timer whose handler was already queued, a stop
// that was posted from another thread.
struct Waiting {
  explicit Waiting(const asio::any_io_executor& executor) : descriptor(executor), timer(executor) {}
  Waiting(const Waiting&) = delete;
  Waiting& operator=(const Waiting&) = delete;
  // The descriptor is lent: it goes back to its owner even when the coroutine is destroyed in mid-wait.
  ~Waiting() {
    if (descriptor.is_open()) descriptor.release();
  }
  void end(WaitEnd why) {
    if (over) return;
    over = true;
    how = why;
    if (descriptor.is_open()) descriptor.cancel();
    timer.cancel();
  }
  Descriptor descriptor;
  asio::steady_timer timer;
  WaitEnd how = WaitEnd::ready;
  bool over = false;
};

auto ends_on_stop(const asio::any_io_executor& executor, const std::shared_ptr<Waiting>& waiting) {
  return [executor, weak = std::weak_ptr(waiting)] {
    asio::post(executor, [weak] {
      if (auto alive = weak.lock()) alive->end(WaitEnd::stopped);
    });
  };
}

base::Error wait_error(WaitEnd how, std::string attempt) {
  if (how == WaitEnd::timed_out) return {base::Error::Kind::timeout, std::move(attempt), ETIMEDOUT, ""};
  return {base::Error::Kind::cancelled, std::move(attempt), 0, "stopped"};
}

}  // namespace

asio::awaitable<WaitEnd> wait_for(int fd, Ready what, Until until) {
  const auto executor = co_await asio::this_coro::executor;
  if (until.stop.stop_requested()) co_return WaitEnd::stopped;
  const auto waiting = std::make_shared<Waiting>(executor);
  waiting->descriptor.assign(fd);
  if (until.at) {
    waiting->timer.expires_at(*until.at);
    waiting->timer.async_wait([weak = std::weak_ptr(waiting)](const boost::system::error_code& error) {
      const auto alive = weak.lock();
      if (!error && alive) alive->end(WaitEnd::timed_out);
    });
  }
  const std::stop_callback on_stop(until.stop, ends_on_stop(executor, waiting));
  boost::system::error_code failed;
  const auto type = what == Ready::readable ? Descriptor::wait_read : Descriptor::wait_write;
  co_await waiting->descriptor.async_wait(type, asio::redirect_error(asio::use_awaitable, failed));
  waiting->end(WaitEnd::ready);  // unless the timer or the stop came first
  waiting->descriptor.release();
  co_return waiting->how;
}

asio::awaitable<WaitEnd> sleep_until(Until until) {
  const auto executor = co_await asio::this_coro::executor;
  if (until.stop.stop_requested()) co_return WaitEnd::stopped;
  const auto waiting = std::make_shared<Waiting>(executor);
  waiting->how = WaitEnd::timed_out;
  waiting->timer.expires_at(until.at.value_or(base::TimePoint::max()));
  const std::stop_callback on_stop(until.stop, ends_on_stop(executor, waiting));
  boost::system::error_code cancelled;
  co_await waiting->timer.async_wait(asio::redirect_error(asio::use_awaitable, cancelled));
  waiting->over = true;
  co_return waiting->how;
}

asio::awaitable<base::Result<void>> connect_socket(int fd, Address peer, Until until) {
  const auto failed = [&peer](int os_errno) {
    return base::Error{base::Error::Kind::connect, "connect", os_errno, endpoint_text(peer)};
  };
  if (::connect(fd, peer.get(), peer.length) == 0) co_return base::Result<void>();
  if (errno != EINPROGRESS && errno != EINTR) co_return failed(errno);
  const auto how = co_await wait_for(fd, Ready::writable, until);
  if (how != WaitEnd::ready) co_return wait_error(how, "connect");
  if (const int pending = pending_error(fd); pending != 0) co_return failed(pending);
  co_return base::Result<void>();
}

asio::awaitable<base::Result<Accepted>> accept_one(int listener, Until until) {
  while (true) {
    const auto how = co_await wait_for(listener, Ready::readable, until);
    if (how != WaitEnd::ready) co_return wait_error(how, "accept");
    Accepted accepted;
    accepted.peer.length = sizeof accepted.peer.storage;
    accepted.fd =
        base::OwnedFd(::accept4(listener, accepted.peer.get(), &accepted.peer.length, SOCK_NONBLOCK | SOCK_CLOEXEC));
    if (accepted.fd.is_open()) co_return accepted;
    if (errno != EAGAIN && errno != ECONNABORTED && errno != EINTR) co_return base::os_error("accept");
  }
}

asio::awaitable<base::Result<std::string>> read_some(int fd, std::size_t limit, Until until) {
  std::string chunk(limit, '\0');
  while (true) {
    const ssize_t count = ::recv(fd, chunk.data(), chunk.size(), MSG_DONTWAIT);
    if (count >= 0) {
      chunk.resize(static_cast<std::size_t>(count));
      co_return chunk;
    }
    if (errno != EAGAIN && errno != EINTR) co_return base::Error{base::Error::Kind::peer, "IO", errno, ""};
    const auto how = co_await wait_for(fd, Ready::readable, until);
    if (how != WaitEnd::ready) co_return wait_error(how, "IO");
  }
}

asio::awaitable<base::Result<void>> write_all(int fd, std::string_view bytes, Until until) {
  while (!bytes.empty()) {
    const ssize_t count = ::send(fd, bytes.data(), bytes.size(), MSG_DONTWAIT | MSG_NOSIGNAL);
    if (count >= 0) {
      bytes.remove_prefix(static_cast<std::size_t>(count));
      continue;
    }
    if (errno != EAGAIN && errno != EINTR) co_return base::Error{base::Error::Kind::peer, "IO", errno, ""};
    const auto how = co_await wait_for(fd, Ready::writable, until);
    if (how != WaitEnd::ready) co_return wait_error(how, "IO");
  }
  co_return base::Result<void>();
}

}  // namespace ttcp::net

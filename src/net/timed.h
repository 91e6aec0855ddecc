// SPDX-License-Identifier: MIT
// Waiting on the Asio thread: the one wait that everything there is built from. Each returns at the latest when
// `deadline` has passed or `stop` was requested, and leaves the descriptor open and to its owner.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>

#include "base/error.h"
#include "base/owned_fd.h"
#include "base/units.h"
#include "net/address.h"

namespace ttcp::net {

enum class Ready { readable, writable };
enum class WaitEnd { ready, timed_out, stopped };

// When a wait must be over; `at` absent: only `stop` ends it. Not an aggregate, and best given a name before it is
// handed to a co_await: g++ 12 destroys a brace-made temporary within a co_await expression twice.
struct Until {
  explicit Until(std::optional<base::TimePoint> deadline, std::stop_token token = {})
      : at(deadline), stop(std::move(token)) {}
  std::optional<base::TimePoint> at;
  std::stop_token stop;
};

// REQUIRES: fd is a socket or a pipe, and no other wait for it is under way.
boost::asio::awaitable<WaitEnd> wait_for(int fd, Ready what, Until until);
boost::asio::awaitable<WaitEnd> sleep_until(Until until);

// Completes connect(2) on a non-blocking socket. Error{connect, "connect"}, {timeout} or {cancelled}.
boost::asio::awaitable<base::Result<void>> connect_socket(int fd, Address peer, Until until);

struct Accepted {
  base::OwnedFd fd;  // non-blocking, closed on exec
  Address peer;
};
// Error{system, "accept"}, {timeout} or {cancelled}. A client that gave up before it was accepted is passed over
// (accept(2)).
boost::asio::awaitable<base::Result<Accepted>> accept_one(int listener, Until until);

// At most `limit` bytes; empty: the peer closed. Error{peer, "IO"}, {timeout} or {cancelled}.
boost::asio::awaitable<base::Result<std::string>> read_some(int fd, std::size_t limit, Until until);
boost::asio::awaitable<base::Result<void>> write_all(int fd, std::string_view bytes, Until until);

}  // namespace ttcp::net

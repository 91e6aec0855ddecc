// SPDX-License-Identifier: MIT
// The only loop that knows both Asio and a protocol machine (wire/step.h): it obeys each Step and reports what
// happened.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <stop_token>
#include <string>
#include <utility>

#include "base/error.h"
#include "net/timed.h"
#include "wire/step.h"

namespace ttcp::session {

inline constexpr std::size_t kControlChunk = 4096;

// Runs `machine` on a connected socket until it is done. Its last words are sent before its outcome is returned, and
// only as long as its own deadline holds. Error: the machine's, or {peer}/{cancelled} of the socket.
template <class Machine, class Outcome>
boost::asio::awaitable<base::Result<Outcome>> drive(Machine& machine, int socket, std::stop_token stop) {
  wire::Step<Outcome> step = machine.start(base::now());
  std::optional<base::TimePoint> deadline = step.wake_at;
  while (true) {
    const net::Until writing(deadline, stop);
    const auto sent = co_await net::write_all(socket, step.send, writing);
    if (step.done) co_return std::move(*step.done);
    if (!sent) co_return sent.error();
    deadline = step.wake_at;
    const net::Until reading(deadline, stop);
    auto chunk = co_await net::read_some(socket, kControlChunk, reading);
    if (!chunk && chunk.error().kind == base::Error::Kind::timeout) {
      step = machine.on_time(base::now());
    } else if (!chunk) {
      co_return chunk.error();
    } else {
      step = chunk->empty() ? machine.on_close() : machine.on_bytes(*chunk);
    }
  }
}

}  // namespace ttcp::session

// SPDX-License-Identifier: MIT
// A connection that has just been accepted: waits for its first bytes and hands it to whom it is for. Private to
// session/serve.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <memory>

#include "net/timed.h"
#include "session/serve/house.h"

namespace ttcp::session::serve {

// Costs this coroutine and a descriptor until the first bytes have come; a client that says nothing is dropped in
// silence.
boost::asio::awaitable<void> greet(std::shared_ptr<House> house, net::Accepted accepted);

}  // namespace ttcp::session::serve

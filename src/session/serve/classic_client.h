// SPDX-License-Identifier: MIT
// Whoever sends bytes without introducing themselves: ttcp -t, netcat, anything. Counted and thrown away. Private to
// session/serve.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <memory>
#include <vector>

#include "net/timed.h"
#include "session/serve/house.h"

namespace ttcp::session::serve {

// One TCP client, from its first byte.
boost::asio::awaitable<void> serve_classic_client(std::shared_ptr<House> house, net::Accepted accepted);

// One UDP sender. `first` is a datagram of it per length, taken already; `socket` is connected to it.
boost::asio::awaitable<void> serve_classic_sender(std::shared_ptr<House> house, net::Accepted connected,
                                                  std::vector<base::Bytes> first);

}  // namespace ttcp::session::serve

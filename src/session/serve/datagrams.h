// SPDX-License-Identifier: MIT
// The UDP side of one listener: hellos of native sessions, and the first datagrams of classic senders. Nothing is ever
// answered. Private to session/serve.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <memory>

#include "net/address.h"
#include "session/serve/house.h"

namespace ttcp::session::serve {

// Until the server leaves. `socket` outlives it.
boost::asio::awaitable<void> serve_datagrams(std::shared_ptr<House> house, int socket, net::Address own);

// Whether the owner lets this peer in.
bool is_allowed(const House& house, const net::Address& peer);

}  // namespace ttcp::session::serve

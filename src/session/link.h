// SPDX-License-Identifier: MIT
// From a plan to a socket that payload can flow through.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/owned_fd.h"
#include "model/flow_plan.h"
#include "net/address.h"
#include "session/surroundings.h"

namespace ttcp::session {

struct Link {
  base::OwnedFd socket;      // connected; of a UDP receiver: bound
  std::string peer_address;  // numeric; empty on a UDP receiver
  std::uint16_t peer_port = 0;
  std::vector<std::string> notes;  // "asked for X, got Y"
  std::vector<base::Bytes> taken;  // UDP receiver: datagrams of this peer that were taken before the socket was its own
};

struct Listener {
  base::OwnedFd socket;  // bound; TCP: listening
  std::uint16_t port = 0;
  std::vector<std::string> notes;
};

// Every address of the far end is tried in the resolver's order; the error is the last one's. Tells the observer what
// has been done, in the order in which classic ttcp did it.
boost::asio::awaitable<base::Result<Link>> connect_link(model::FlowPlan plan, Surroundings around);

// For one peer: listens, accepts and stops listening, so that a second transmitter is refused instead of waiting
// unserved.
boost::asio::awaitable<base::Result<Link>> accept_link(model::FlowPlan plan, Surroundings around);

// A socket that serves IPv4 and IPv6 at once where the plan allows it.
base::Result<Listener> open_listener(const model::FlowPlan& plan, const Surroundings& around);

}  // namespace ttcp::session

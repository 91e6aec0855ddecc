// SPDX-License-Identifier: MIT
// The ports that a server listens on, TCP and UDP.
#pragma once

#include <string>
#include <vector>

#include "base/error.h"
#include "base/owned_fd.h"
#include "model/serve_plan.h"
#include "net/address.h"

namespace ttcp::session::serve {

struct Listener {
  base::OwnedFd tcp;  // listening
  base::OwnedFd udp;  // bound to the same address and port, to be shared with connected sockets
  net::Address own;
};

// An empty address is every address of both families, or of IPv4 alone where the host has no IPv6. Error{system,
// "bind"}: the port is taken; {resolve}: no such address.
base::Result<std::vector<Listener>> open_listeners(const std::vector<model::ListenAt>& places);

std::string text_of(const Listener& listener);  // "[::]:5001 TCP and UDP"

}  // namespace ttcp::session::serve

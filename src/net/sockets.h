// SPDX-License-Identifier: MIT
// Sockets and their options. Every socket made here is non-blocking and closed on exec. The `attempt` of each Error is
// the word that classic ttcp used for that call: "socket", "bind", "setsockopt: sndbuf".
#pragma once

#include <optional>
#include <string>

#include "base/error.h"
#include "base/owned_fd.h"
#include "model/flow_plan.h"
#include "net/address.h"

namespace ttcp::net {

base::Result<base::OwnedFd> open_socket(int family, model::Transport transport);

// SO_REUSEADDR first for TCP listeners: the port of a finished test is free at once (socket(7)). Not for UDP, where it
// would let a second receiver steal the datagrams in silence.
base::Result<void> bind_socket(int fd, const Address& own, bool reuse);

// One IPv6 socket for both families (ipv6(7), IPV6_V6ONLY), or for IPv6 alone.
base::Result<void> serve_both_families(int fd, bool both);

base::Result<Address> own_address(int fd);
base::Result<Address> peer_address(int fd);

// SO_SNDBUF of a transmitter or SO_RCVBUF of a receiver. Returns a sentence when the kernel granted less than was
// asked.
base::Result<std::optional<std::string>> set_buffer(int fd, model::Role role, base::Bytes size);

base::Result<void> set_debug(int fd);     // SO_DEBUG; needs CAP_NET_ADMIN
base::Result<void> set_no_delay(int fd);  // TCP_NODELAY
base::Result<void> set_congestion(int fd,
                                  const std::string& name);  // TCP_CONGESTION; the Error names what is available

// A peer that vanished without a word (power, cable) is noticed after half a minute of silence, while one that has
// nothing to say is kept: SO_KEEPALIVE with 15 s idle, then 3 probes 5 s apart (tcp(7)).
base::Result<void> keep_alive(int fd);

// Pending error of the socket (SO_ERROR), 0 when there is none.
int pending_error(int fd);

}  // namespace ttcp::net

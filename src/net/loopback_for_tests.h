// SPDX-License-Identifier: MIT
// Connected loopback sockets for tests beside the code; nothing in the program includes it. Ports are the kernel's
// choice.
#pragma once

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include <stdexcept>
#include <utility>

#include "base/owned_fd.h"
#include "net/address.h"
#include "net/sockets.h"

namespace ttcp::net {

struct SocketPair {
  base::OwnedFd near;
  base::OwnedFd far;
};

inline Address loopback_any_port() {
  sockaddr_in v4{};
  v4.sin_family = AF_INET;
  v4.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  Address address;
  static_assert(sizeof v4 <= sizeof address.storage);
  *static_cast<sockaddr_in*>(static_cast<void*>(&address.storage)) = v4;
  address.length = sizeof v4;
  return address;
}

inline void require(bool holds, const char* what) {
  if (!holds) throw std::runtime_error(what);
}

// Both ends non-blocking, as the program's own sockets are.
inline SocketPair tcp_pair() {
  const base::OwnedFd listener(::socket(AF_INET, SOCK_STREAM, 0));
  require(bind_socket(listener.get(), loopback_any_port(), true).has_value(), "bind");
  require(::listen(listener.get(), 1) == 0, "listen");
  const auto own = own_address(listener.get());
  SocketPair pair;
  pair.near = base::OwnedFd(::socket(AF_INET, SOCK_STREAM, 0));
  require(::connect(pair.near.get(), own->get(), own->length) == 0, "connect");
  pair.far = base::OwnedFd(::accept4(listener.get(), nullptr, nullptr, SOCK_NONBLOCK));
  require(pair.far.is_open(), "accept");
  return pair;
}

// `near` is connected to `far`, which is bound only.
inline SocketPair udp_pair() {
  SocketPair pair;
  pair.far = base::OwnedFd(::socket(AF_INET, SOCK_DGRAM | SOCK_NONBLOCK, 0));
  require(bind_socket(pair.far.get(), loopback_any_port(), false).has_value(), "bind");
  const auto own = own_address(pair.far.get());
  pair.near = base::OwnedFd(::socket(AF_INET, SOCK_DGRAM | SOCK_NONBLOCK, 0));
  require(::connect(pair.near.get(), own->get(), own->length) == 0, "connect");
  return pair;
}

// Closing `fd` now sends a reset instead of a FIN (socket(7), SO_LINGER with time 0).
inline void reset_on_close(int fd) {
  const linger abort{1, 0};
  require(::setsockopt(fd, SOL_SOCKET, SO_LINGER, &abort, sizeof abort) == 0, "SO_LINGER");
}

}  // namespace ttcp::net

// SPDX-License-Identifier: MIT
#include "session/serve/listeners.h"

#include <sys/socket.h>

#include <cerrno>
#include <utility>

#include "net/options.h"
#include "net/sockets.h"

namespace ttcp::session::serve {
namespace {

// TCP and UDP differ in how a port is shared, and in listening.
base::Result<base::OwnedFd> open_one(const net::Address& own, model::Transport transport, bool both_families) {
  auto fd = net::open_socket(own.family(), transport);
  if (!fd) return fd.error();
  if (own.family() == AF_INET6) {
    if (auto set = net::serve_both_families(fd->get(), both_families); !set) return set.error();
  }
  const bool tcp = transport == model::Transport::tcp;
  if (!tcp) {
    if (auto shared = net::share_port(fd->get()); !shared) return shared.error();
  }
  if (auto bound = net::bind_socket(fd->get(), own, tcp); !bound) return bound.error();
  if (tcp && ::listen(fd->get(), SOMAXCONN) != 0) return base::os_error("listen", net::endpoint_text(own));
  return fd;
}

base::Result<Listener> listen_on(const net::Address& own, bool both_families) {
  Listener listener;
  auto tcp = open_one(own, model::Transport::tcp, both_families);
  if (!tcp) return tcp.error();
  const auto real = net::own_address(tcp->get());  // port 0 is a real port now
  if (!real) return real.error();
  auto udp = open_one(*real, model::Transport::udp, both_families);
  if (!udp) return udp.error();
  return Listener{std::move(*tcp), std::move(*udp), *real};
}

// Another own address may still work: this host has no IPv6.
bool is_worth_another(const base::Error& error) {
  return error.os_errno == EAFNOSUPPORT || error.os_errno == EADDRNOTAVAIL;
}

base::Result<Listener> listen_at(const model::ListenAt& place) {
  model::Endpoint endpoint;
  endpoint.port = place.port;
  endpoint.bind_address = place.address;
  const auto own = net::resolve_own(endpoint, model::Transport::tcp);
  if (!own) return own.error();
  base::Result<Listener> listener = base::Error{};
  for (const auto& address : *own) {
    listener = listen_on(address, place.address.empty());
    if (listener || !is_worth_another(listener.error())) break;
  }
  return listener;
}

}  // namespace

base::Result<std::vector<Listener>> open_listeners(const std::vector<model::ListenAt>& places) {
  std::vector<Listener> listeners;
  for (const auto& place : places) {
    auto listener = listen_at(place);
    if (!listener) return listener.error();
    listeners.push_back(std::move(*listener));
  }
  return listeners;
}

std::string text_of(const Listener& listener) { return net::endpoint_text(listener.own) + " TCP and UDP"; }

}  // namespace ttcp::session::serve

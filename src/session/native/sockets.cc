// SPDX-License-Identifier: MIT
#include "session/native/sockets.h"

#include <netinet/in.h>
#include <sys/socket.h>

#include <algorithm>
#include <cerrno>
#include <utility>

#include "net/options.h"
#include "net/sockets.h"

namespace ttcp::session::native {
namespace asio = boost::asio;
namespace {

using Notes = std::vector<std::string>;

// Datagrams come in bursts, and a receiver that is not scheduled for a few milliseconds must not lose any: room for
// about 20 ms at 1 Gbit/s. The kernel's limit (net.core.rmem_max) may be lower; that is said only where it was asked.
constexpr base::Bytes kDatagramBuffer{std::int64_t{4} << 20};

base::Result<void> bind_route(int fd, const Route& route) {
  if (!route.device.empty()) {
    if (auto bound = net::bind_to_device(fd, route.device); !bound) return bound;
  }
  if (!route.own) return {};
  return net::bind_socket(fd, *route.own, false);
}

base::Result<void> set_tcp_wishes(int fd, const model::Traffic& traffic) {
  if (traffic.mss) {
    if (auto set = net::set_mss(fd, *traffic.mss); !set) return set;
  }
  if (!traffic.congestion.empty()) {
    if (auto set = net::set_congestion(fd, traffic.congestion); !set) return set;
  }
  // A paced sender writes what is due, however little, and it must not wait for more.
  if (traffic.no_delay || traffic.rate) {
    if (auto set = net::set_no_delay(fd); !set) return set;
  }
  return net::keep_alive(fd);
}

base::Result<void> set_rate(int fd, const model::Traffic& traffic) {
  if (!traffic.rate || traffic.transport != model::Transport::tcp) return {};
  const auto share = std::max<std::int64_t>(traffic.rate->in_bits_per_second() / traffic.streams, 1);
  return net::set_pacing_rate(fd, base::BitRate::bits_per_second(share));
}

// Nothing is sent; the kernel only notes the peer.
base::Result<void> connect_datagrams(int fd, const net::Address& peer) {
  if (::connect(fd, peer.get(), peer.length) == 0) return {};
  return base::Error{base::Error::Kind::connect, "connect", errno, net::endpoint_text(peer)};
}

// Tries one address: the error tells whether another may still work.
asio::awaitable<base::Result<Reached>> reach_one(const model::TestPlan& plan, net::Address peer,
                                                 std::optional<net::Address> own, net::Until until) {
  Reached reached;
  reached.route = {peer, own, plan.bind_device};
  auto fd = net::open_socket(peer.family(), model::Transport::tcp);
  if (!fd) co_return fd.error();
  if (auto bound = bind_route(fd->get(), reached.route); !bound) co_return bound.error();
  if (auto connected = co_await net::connect_socket(fd->get(), peer, until); !connected) co_return connected.error();
  if (auto set = net::set_no_delay(fd->get()); !set) co_return set.error();
  reached.socket = std::move(*fd);
  co_return reached;
}

}  // namespace

base::Result<Notes> grant_wishes(int fd, int family, const model::Traffic& traffic) {
  Notes notes;
  const bool tcp = traffic.transport == model::Transport::tcp;
  if (traffic.window) {
    auto set = net::set_both_buffers(fd, *traffic.window);
    if (!set) return set.error();
    notes = std::move(*set);
  } else if (!tcp) {
    if (auto set = net::set_both_buffers(fd, kDatagramBuffer); !set) return set.error();
  }
  if (!tcp) {
    if (auto set = net::ask_for_arrival_times(fd); !set) return set.error();
  }
  if (traffic.dscp) {
    if (auto set = net::set_dscp(fd, family, *traffic.dscp); !set) return set.error();
  }
  if (tcp) {
    if (auto set = set_tcp_wishes(fd, traffic); !set) return set.error();
  }
  if (auto set = set_rate(fd, traffic); !set) return set.error();
  return notes;
}

std::vector<std::string> unfulfilled_wishes(int family, const model::Traffic& traffic) {
  const auto fd = net::open_socket(family, traffic.transport);
  if (!fd) return {};
  auto notes = grant_wishes(fd->get(), family, traffic);
  return notes ? std::move(*notes) : Notes{};
}

base::Result<Addresses> look_up(const model::TestPlan& plan) {
  auto peers = net::resolve(plan.endpoint, model::Transport::tcp);
  if (!peers) return peers.error();
  Addresses found{std::move(*peers), {}};
  if (plan.endpoint.bind_address.empty()) return found;
  auto own = net::resolve_own(plan.endpoint, model::Transport::tcp);
  if (!own) return own.error();
  found.own = std::move(*own);
  return found;
}

asio::awaitable<base::Result<Reached>> reach(model::TestPlan plan, Addresses addresses, base::Duration patience,
                                             std::stop_token stop) {
  base::Error last;
  for (const auto& peer : addresses.peers) {
    std::optional<net::Address> from;
    const auto same = std::ranges::find(addresses.own, peer.family(), &net::Address::family);
    if (same != addresses.own.end()) from = *same;
    if (!addresses.own.empty() && !from) {
      last = {base::Error::Kind::usage, "bind", 0,
              plan.endpoint.bind_address + " is of another IP version than " + net::text_of(peer)};
      continue;
    }
    const net::Until until(base::now() + patience, stop);
    auto reached = co_await reach_one(plan, peer, from, until);
    if (reached || reached.error().kind == base::Error::Kind::cancelled) co_return reached;
    last = reached.error();
  }
  co_return last;
}

asio::awaitable<base::Result<base::OwnedFd>> connect_along(const Route& route, wire::native::Preface preface,
                                                           const model::Traffic* wishes, net::Until until) {
  auto fd = net::open_socket(route.peer.family(), model::Transport::tcp);
  if (!fd) co_return fd.error();
  if (auto bound = bind_route(fd->get(), route); !bound) co_return bound.error();
  if (wishes != nullptr) {
    if (auto granted = grant_wishes(fd->get(), route.peer.family(), *wishes); !granted) co_return granted.error();
  } else if (auto set = net::set_no_delay(fd->get()); !set) {
    co_return set.error();
  }
  if (auto connected = co_await net::connect_socket(fd->get(), route.peer, until); !connected) {
    co_return connected.error();
  }
  const std::string opening = wire::native::encode(preface);
  if (auto sent = co_await net::write_all(fd->get(), opening, until); !sent) co_return sent.error();
  co_return std::move(*fd);
}

base::Result<base::OwnedFd> open_datagrams_along(const Route& route, const model::Traffic& wishes) {
  auto fd = net::open_socket(route.peer.family(), model::Transport::udp);
  if (!fd) return fd.error();
  if (auto bound = bind_route(fd->get(), route); !bound) return bound.error();
  if (auto granted = grant_wishes(fd->get(), route.peer.family(), wishes); !granted) return granted.error();
  if (auto connected = connect_datagrams(fd->get(), route.peer); !connected) return connected.error();
  return fd;
}

base::Result<base::OwnedFd> open_datagrams_between(const net::Address& own, const net::Address& peer,
                                                   const model::Traffic& wishes) {
  auto fd = net::open_socket(own.family(), model::Transport::udp);
  if (!fd) return fd.error();
  if (auto shared = net::share_port(fd->get()); !shared) return shared.error();
  if (own.family() == AF_INET6) {
    if (auto set = net::serve_both_families(fd->get(), true); !set) return set.error();
  }
  if (auto bound = net::bind_socket(fd->get(), own, false); !bound) return bound.error();
  if (auto granted = grant_wishes(fd->get(), own.family(), wishes); !granted) return granted.error();
  if (auto connected = connect_datagrams(fd->get(), peer); !connected) return connected.error();
  return fd;
}

std::optional<base::Bytes> fitting_datagram(const Route& route) {
  const auto fd = open_datagrams_along(route, [] {
    model::Traffic traffic;
    traffic.transport = model::Transport::udp;
    return traffic;
  }());
  if (!fd) return std::nullopt;
  const bool ipv6 = route.peer.family() == AF_INET6;
  int mtu = 0;
  socklen_t length = sizeof mtu;
  const int level = ipv6 ? IPPROTO_IPV6 : IPPROTO_IP;
  if (getsockopt(fd->get(), level, ipv6 ? IPV6_MTU : IP_MTU, &mtu, &length) != 0) return std::nullopt;
  constexpr std::int64_t kIpv4Headers = 28;  // IP 20, UDP 8
  constexpr std::int64_t kIpv6Headers = 48;
  const std::int64_t room = mtu - (ipv6 ? kIpv6Headers : kIpv4Headers);
  return std::clamp(base::Bytes(room), model::kSmallestDatagram, model::kLargestDatagram);
}

}  // namespace ttcp::session::native

// SPDX-License-Identifier: MIT
#include "session/link.h"

#include <netinet/in.h>
#include <sys/socket.h>

#include <algorithm>
#include <cerrno>

#include "net/sockets.h"
#include "net/timed.h"
#include "probe/tcp_info.h"

namespace ttcp::session {
namespace asio = boost::asio;
namespace {
using model::Event;
using Notes = std::vector<std::string>;

// Tells each step once, however many addresses are tried.
class Announcer {
 public:
  Announcer(const model::FlowPlan& plan, model::Observer& observer) : plan_(plan), observer_(observer) {}
  void tell(Event::Kind kind, std::uint16_t port = 0) {
    if (std::find(told_.begin(), told_.end(), kind) != told_.end()) return;
    told_.push_back(kind);
    Event event;
    event.kind = kind;
    event.port = port;
    if (holding_) {
      held_.push_back(event);
    } else {
      observer_.on_event(plan_, event);
    }
  }
  // From here on tell() waits for release(): who reads a receiver's first line may connect at once, so it must be
  // listening by then, and the banner names the port that the kernel picked.
  void hold() { holding_ = true; }
  void release(std::uint16_t port) {
    holding_ = false;
    for (auto& event : held_) {
      if (event.kind == Event::Kind::starting) event.port = port;
      observer_.on_event(plan_, event);
    }
    held_.clear();
  }
  void tell_peer(Event::Kind kind, const std::string& address, int socket) {
    Event event;
    event.kind = kind;
    event.address = address;
    if (auto facts = probe::read_tcp_facts(socket)) event.tcp = *facts;
    observer_.on_event(plan_, event);
  }

 private:
  const model::FlowPlan& plan_;
  model::Observer& observer_;
  std::vector<Event::Kind> told_;
  std::vector<Event> held_;
  bool holding_ = false;
};

std::optional<base::TimePoint> deadline_of(const model::FlowPlan& plan) {
  if (!plan.patience) return std::nullopt;
  return base::now() + *plan.patience;
}

base::Result<Notes> set_options(const model::FlowPlan& plan, int fd, Announcer& announcer) {
  Notes notes;
  const bool tcp = plan.transport == model::Transport::tcp;
  if (plan.socket.buffer) {
    auto set = net::set_buffer(fd, plan.role, *plan.socket.buffer);
    if (!set) return set.error();
    if (set.value()) notes.push_back(**set);
    announcer.tell(Event::Kind::buffer_set);
  }
  if (!tcp) return notes;
  if (plan.socket.debug) {
    if (auto set = net::set_debug(fd); !set) return set.error();
  }
  if (plan.socket.no_delay && plan.role == model::Role::transmit) {
    if (auto set = net::set_no_delay(fd); !set) return set.error();
    announcer.tell(Event::Kind::no_delay_set);
  }
  if (!plan.socket.congestion.empty()) {
    if (auto set = net::set_congestion(fd, plan.socket.congestion); !set) return set.error();
  }
  return notes;
}

// The own address of the peer's family, where one was asked for.
base::Result<void> bind_own(const model::FlowPlan& plan, const std::vector<net::Address>& own, int fd, int family) {
  if (plan.endpoint.bind_address.empty()) return {};
  for (const auto& address : own) {
    if (address.family() == family) return net::bind_socket(fd, address, false);
  }
  return base::Error{base::Error::Kind::system, "bind", EAFNOSUPPORT, plan.endpoint.bind_address};
}

asio::awaitable<base::Result<Link>> connect_to(const model::FlowPlan& plan, net::Address peer,
                                               std::vector<net::Address> own, Announcer& announcer, net::Until until) {
  auto fd = net::open_socket(peer.family(), plan.transport);
  if (!fd) co_return fd.error();
  announcer.tell(Event::Kind::socket);
  if (auto bound = bind_own(plan, own, fd->get(), peer.family()); !bound) co_return bound.error();
  auto notes = set_options(plan, fd->get(), announcer);
  if (!notes) co_return notes.error();
  if (auto connected = co_await net::connect_socket(fd->get(), peer, until); !connected) co_return connected.error();
  Link link{std::move(*fd), net::text_of(peer), net::port_of(peer), std::move(*notes), {}};
  if (plan.transport == model::Transport::tcp) {
    announcer.tell_peer(Event::Kind::connected, link.peer_address, link.socket.get());
  }
  co_return link;
}

bool is_wildcard(const model::FlowPlan& plan) { return plan.endpoint.bind_address.empty(); }

// Whether the next of several own addresses may still work: this host has no IPv6, or not on this address.
bool is_worth_another(const base::Error& error) {
  return error.os_errno == EAFNOSUPPORT || error.os_errno == EADDRNOTAVAIL;
}

base::Result<Listener> listen_on(const model::FlowPlan& plan, const net::Address& own, Announcer& announcer) {
  auto fd = net::open_socket(own.family(), plan.transport);
  if (!fd) return fd.error();
  const bool tcp = plan.transport == model::Transport::tcp;
  announcer.tell(Event::Kind::socket);
  if (own.family() == AF_INET6) {
    if (auto set = net::serve_both_families(fd->get(), is_wildcard(plan)); !set) return set.error();
  }
  if (auto bound = net::bind_socket(fd->get(), own, tcp); !bound) return bound.error();
  const auto real = net::own_address(fd->get());
  if (!real) return real.error();
  auto notes = set_options(plan, fd->get(), announcer);
  if (!notes) return notes.error();
  if (tcp && ::listen(fd->get(), SOMAXCONN) != 0) return base::os_error("listen");
  return Listener{std::move(*fd), net::port_of(*real), std::move(*notes)};
}

base::Result<Listener> open_listener_told(const model::FlowPlan& plan, Announcer& announcer) {
  const auto own = net::resolve_own(plan.endpoint, plan.transport);
  if (!own) return own.error();
  announcer.hold();
  announcer.tell(Event::Kind::starting);
  base::Result<Listener> listener = base::Error{};
  for (const auto& address : *own) {
    listener = listen_on(plan, address, announcer);
    if (listener || !is_worth_another(listener.error())) break;
  }
  announcer.release(listener ? listener->port : plan.endpoint.port);
  return listener;
}

}  // namespace

asio::awaitable<base::Result<Link>> connect_link(model::FlowPlan plan, Surroundings around) {
  const auto peers = net::resolve(plan.endpoint, plan.transport);
  if (!peers) co_return peers.error();
  const auto own = net::resolve_own(plan.endpoint, plan.transport);
  if (!own) co_return own.error();
  Announcer announcer(plan, *around.observer);
  announcer.tell(Event::Kind::starting, plan.endpoint.port);
  base::Error last;
  for (const auto& peer : *peers) {
    const net::Until until(deadline_of(plan), around.stop);
    auto link = co_await connect_to(plan, peer, *own, announcer, until);
    if (link) co_return std::move(*link);
    last = link.error();
    if (last.kind != base::Error::Kind::connect && last.os_errno != EAFNOSUPPORT) break;
  }
  co_return last;
}

asio::awaitable<base::Result<Link>> accept_link(model::FlowPlan plan, Surroundings around) {
  Announcer announcer(plan, *around.observer);
  auto listener = open_listener_told(plan, announcer);
  if (!listener) co_return listener.error();
  Link link;
  link.notes = std::move(listener->notes);
  if (plan.transport == model::Transport::udp) {
    link.socket = std::move(listener->socket);
    co_return link;
  }
  const net::Until until(deadline_of(plan), around.stop);
  auto accepted = co_await net::accept_one(listener->socket.get(), until);
  if (!accepted) co_return accepted.error();
  link.socket = std::move(accepted->fd);
  // With -6 an IPv4 peer is shown as the IPv6 socket sees it, as other editions of ttcp do.
  link.peer_address = net::text_of(accepted->peer, plan.endpoint.family != model::Family::ipv6);
  link.peer_port = net::port_of(accepted->peer);
  if (auto alive = net::keep_alive(link.socket.get()); !alive) co_return alive.error();
  announcer.tell_peer(Event::Kind::accepted, link.peer_address, link.socket.get());
  co_return link;
}

base::Result<Listener> open_listener(const model::FlowPlan& plan, const Surroundings& around) {
  Announcer announcer(plan, *around.observer);
  return open_listener_told(plan, announcer);
}

}  // namespace ttcp::session

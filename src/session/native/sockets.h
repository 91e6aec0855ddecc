// SPDX-License-Identifier: MIT
// Sockets of a native session: what the plan wishes of them, and connecting to the server.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <optional>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/owned_fd.h"
#include "model/test_plan.h"
#include "net/address.h"
#include "net/timed.h"
#include "wire/native/preface.h"

namespace ttcp::session::native {

// From where to where this client's connections go.
struct Route {
  net::Address peer;
  std::optional<net::Address> own;  // bound before connecting, port 0
  std::string device;               // SO_BINDTODEVICE; empty: none
};

// Sets what the plan wishes of a data socket, before it connects or after it was accepted. Sentences "asked for X, got
// Y" are the value.
base::Result<std::vector<std::string>> grant_wishes(int fd, int family, const model::Traffic& traffic);
// The sentences alone, by trying on a socket that nobody uses. What can't be had shows when the flows are made.
std::vector<std::string> unfulfilled_wishes(int family, const model::Traffic& traffic);

// Of the server, and this client's own where the plan binds one. Blocks as long as the resolver does.
struct Addresses {
  std::vector<net::Address> peers;
  std::vector<net::Address> own;
};
base::Result<Addresses> look_up(const model::TestPlan& plan);

// The control connection: every address of the server in the resolver's order, each for as long as `patience`; the
// error is the last one's.
struct Reached {
  base::OwnedFd socket;
  Route route;
};
boost::asio::awaitable<base::Result<Reached>> reach(model::TestPlan plan, Addresses addresses, base::Duration patience,
                                                    std::stop_token stop);

// One more connection along the same route, with `preface` sent. `wishes` only for payload.
boost::asio::awaitable<base::Result<base::OwnedFd>> connect_along(const Route& route, wire::native::Preface preface,
                                                                  const model::Traffic* wishes, net::Until until);
// A UDP socket along the same route, connected.
base::Result<base::OwnedFd> open_datagrams_along(const Route& route, const model::Traffic& wishes);

// The server's end of a UDP flow: shares the port of the socket that listens there, and being connected gets all that
// comes from `peer`.
base::Result<base::OwnedFd> open_datagrams_between(const net::Address& own, const net::Address& peer,
                                                   const model::Traffic& wishes);

// The stream number in the headers of a flow's datagrams: those of both directions share one number space.
constexpr int datagram_stream(int stream, model::Direction direction) {
  return stream + (direction == model::Direction::download ? model::kMostStreams : 0);
}

// The largest payload of one datagram that isn't fragmented on the first hop. Absent: the kernel doesn't know.
std::optional<base::Bytes> fitting_datagram(const Route& route);

}  // namespace ttcp::session::native

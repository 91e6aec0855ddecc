// SPDX-License-Identifier: MIT
// One socket address, and names turned into addresses.
#pragma once

#include <sys/socket.h>

#include <cstdint>
#include <string>
#include <vector>

#include "base/error.h"
#include "model/flow_plan.h"

namespace ttcp::net {

struct Address {
  sockaddr_storage storage{};
  socklen_t length = sizeof(sockaddr_storage);

  const sockaddr* get() const { return static_cast<const sockaddr*>(static_cast<const void*>(&storage)); }
  sockaddr* get() { return static_cast<sockaddr*>(static_cast<void*>(&storage)); }
  int family() const { return storage.ss_family; }
};

// Numeric, without the port: "192.0.2.1", "::1", "fe80::1%eth0". With `unmap`, an IPv4 peer of an IPv6 socket is shown
// as IPv4 ("127.0.0.1", not "::ffff:127.0.0.1").
std::string text_of(const Address& address, bool unmap = true);
std::uint16_t port_of(const Address& address);
Address with_port(Address address, std::uint16_t port);
bool is_ipv6(const Address& address);  // its packets are: an IPv4 peer of an IPv6 socket is IPv4
// Whether both are the same host; an IPv4 address and the same one as an IPv6 socket shows it are.
bool is_same_host(const Address& one, const Address& other);
std::string endpoint_text(const Address& address);  // "192.0.2.1:5001", "[::1]:5001"

// The far end's addresses in the resolver's order of preference; never empty. Blocks as long as the resolver does.
// Error{resolve, "bad hostname", .., "NAME: why"}: the resolver's own words, never a bare errno.
base::Result<std::vector<Address>> resolve(const model::Endpoint& endpoint, model::Transport transport);

// Where a receiver listens, or a transmitter binds (port 0): `bind_address`, or the wildcard; [::] before 0.0.0.0,
// because one IPv6 socket serves both.
base::Result<std::vector<Address>> resolve_own(const model::Endpoint& endpoint, model::Transport transport);

}  // namespace ttcp::net

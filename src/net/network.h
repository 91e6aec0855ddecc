// SPDX-License-Identifier: MIT
// Whether an address belongs to a network that a server's owner allows.
#pragma once

#include "model/serve_plan.h"
#include "net/address.h"

namespace ttcp::net {

// An IPv4 peer of an IPv6 socket (RFC 4291, 2.5.5.2) counts as IPv4, on either side. False for a network that is not a
// numeric address with a prefix that fits its family: nobody is let in by a mistake.
bool contains(const model::Network& network, const Address& address);

}  // namespace ttcp::net

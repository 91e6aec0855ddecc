// SPDX-License-Identifier: MIT
// Hosts, listening addresses and networks as they are typed. Nothing is looked up. Failures are Error{usage} with one
// line that names what was being read: "HOST h:0: ...".
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/error.h"
#include "model/flow_plan.h"
#include "model/serve_plan.h"

namespace ttcp::cli::modern {

// The family of "192.0.2.1" or "fe80::1%eth0"; `any` for everything that is no numeric address.
model::Family family_of(std::string_view text);

struct Place {
  std::string host;  // without brackets
  std::optional<std::uint16_t> port;
  bool operator==(const Place&) const = default;
};

// "name", "192.0.2.1", "::1", "name:port", "[::1]:port", "ttcp://name:port". Other programs' URLs are refused by name.
base::Result<Place> place_of(std::string_view text);

// "192.0.2.1", "::1", "[::1]:6000", ":6000": addresses only, because names belong to hosts and not to interfaces.
// `name` is the option's.
base::Result<model::ListenAt> listen_at(std::string_view name, std::string_view text);

// "192.0.2.0/24", "2001:db8::/32", or one address. Bits past the prefix are refused, with what was probably meant.
base::Result<model::Network> network_of(std::string_view name, std::string_view text);

}  // namespace ttcp::cli::modern

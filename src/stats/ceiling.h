// SPDX-License-Identifier: MIT
// The most goodput that the slower end's link can carry, by arithmetic alone. Pure. Source: measurement.md section 10
// (IEEE 802.3 framing; RFC 791, 8200, 9293, 7323, 768).
#pragma once

#include <cstdint>
#include <optional>

#include "base/units.h"
#include "model/flow_plan.h"
#include "model/host_facts.h"

namespace ttcp::stats {

struct PathShape {
  model::Transport transport = model::Transport::tcp;
  bool ipv6 = false;
  std::optional<bool> timestamps;   // TCP; absent: taken as on, as systems have them
  std::optional<std::int64_t> mss;  // TCP, negotiated: payload of a segment, options already taken off
  std::optional<model::LinkFacts> near, far;
  std::optional<std::int64_t> datagram;  // UDP, payload bytes; absent: as many as fit the MTU
};

// Full packets, back to back, on the slower of the links whose speed is known. Absent: neither is known; no MTU is (and
// TCP's MSS isn't either); or the traffic passes a radio or stays in the machine, where a link's nominal speed says
// nothing. A virtual interface (veth, bridge, tunnel) has no speed of its own; a VLAN has its carrier's.
std::optional<base::BitRate> ceiling_of(const PathShape& path);

}  // namespace ttcp::stats

// SPDX-License-Identifier: MIT
// What `ttcp serve` is to offer, and to whom.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/units.h"
#include "model/test_plan.h"

namespace ttcp::model {

// Where to listen: an empty address is every address of both families. Port 0: the kernel picks one.
struct ListenAt {
  std::string address;
  std::uint16_t port = 5001;
  bool operator==(const ListenAt&) const = default;
};

// What a server's owner allows. Asked for more, the server grants this much and the client says so.
struct ServeLimits {
  int tests = 64;                          // at a time; later clients wait in a queue
  int streams = kMostStreams;              // flows of one direction of one test
  std::optional<base::Duration> duration;  // of sending, in one run
  std::optional<base::BitRate> rate;       // of one direction of one test
  bool operator==(const ServeLimits&) const = default;
};

// "192.0.2.0/24", "2001:db8::/32", or one address.
struct Network {
  std::string address;
  int prefix = 0;
  bool operator==(const Network&) const = default;
};

struct ServePlan {
  std::vector<ListenAt> listen{{"", 5001}, {"", 1515}};  // TCP and UDP on each; first bytes decide the protocol
  ServeLimits limits;
  std::vector<Network> allow;        // empty: everybody
  std::optional<std::int64_t> once;  // leave after this many tests
  bool operator==(const ServePlan&) const = default;
};

}  // namespace ttcp::model

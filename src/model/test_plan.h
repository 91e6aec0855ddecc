// SPDX-License-Identifier: MIT
// What `ttcp test` is to measure: the value that its grammar produces and everything after it only reads.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/units.h"
#include "model/flow_plan.h"

namespace ttcp::model {

enum class Direction { upload, download };  // upload: from client to server
std::string_view word(Direction direction);

// The payload's wishes, the same for every direction of a test. What is absent is the system's or the protocol's
// choice.
struct Traffic {
  Transport transport = Transport::tcp;
  int streams = 1;                     // flows in each direction; 1..128
  std::optional<base::Duration> time;  // of sending, exactly; absent: until the rate is known (TCP) or `bytes`
  std::optional<base::Bytes> bytes;    // in each direction, over all flows
  std::optional<base::BitRate> rate;   // payload of all flows of a direction together; paced
  std::optional<base::Bytes> block;    // one write, or the payload of one datagram
  std::optional<base::Bytes> window;   // SO_SNDBUF and SO_RCVBUF at both ends; turns autotuning off
  std::string congestion;              // TCP_CONGESTION at both ends; empty: each system's default
  bool no_delay = false;               // TCP_NODELAY at both ends
  std::optional<std::int64_t> mss;     // TCP_MAXSEG, bytes
  std::optional<int> dscp;             // 0..63, in every packet of payload
  bool operator==(const Traffic&) const = default;
};

// One run: the flows of one direction, or of both at the same time. What client and server agree on before each.
struct RunPlan {
  std::vector<Direction> directions;  // one or both, each at most once
  Traffic traffic;
  bool operator==(const RunPlan&) const = default;
};

struct TestPlan {
  Endpoint endpoint;          // the server; bind_address is the client's own
  std::string bind_device;    // SO_BINDTODEVICE; empty: the routing table's choice
  std::vector<RunPlan> runs;  // one after another
  bool search_rate = false;   // UDP: look for the highest rate with little loss in each run; `rate` is absent
  base::Duration omit{0};     // this much of each run's start is never steady
  base::Duration idle_latency{std::chrono::seconds(1)};  // how long the quiet path is probed; 0: not at all
  std::optional<base::Duration> interval;                // absent: no interval is reported while it runs
  std::optional<base::BitRate> expected_up;              // --expect; below it the exit status is 1
  std::optional<base::BitRate> expected_down;
  bool operator==(const TestPlan&) const = default;
};

// UDP carries a header in each datagram (docs/protocols/native.md), and IPv6 demands no more than this of any path.
inline constexpr base::Bytes kSmallestDatagram{32};
inline constexpr base::Bytes kLargestDatagram{65507};
inline constexpr int kMostStreams = 128;

}  // namespace ttcp::model

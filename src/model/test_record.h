// SPDX-License-Identifier: MIT
// All that is known of one `ttcp test`, from both ends. Filled by session/; immutable once the test is over; every
// report is a pure function of it. A value that was not measured is absent, never 0. docs/measuring.md defines each.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/units.h"
#include "model/flow_record.h"
#include "model/host_facts.h"
#include "model/test_plan.h"

namespace ttcp::model {

// Counters of all flows of one direction at one instant, as one end saw them.
struct Sample {
  base::Duration at{0};                     // since this end's start of the run
  base::Bytes bytes;                        // payload so far: received by, or accepted from, this end
  std::optional<base::Duration> rtt;        // mean of the flows' smoothed RTT; senders
  std::optional<std::int64_t> cwnd;         // segments, sum over the flows; senders
  std::optional<std::int64_t> retransmits;  // segments so far, sum over the flows; senders
  bool operator==(const Sample&) const = default;
};

// One direction's datagrams as its receiver counted them. `lost` is what the sender sent and nobody saw: it is absent
// until the sender has said how many that were.
struct UdpCount {
  std::optional<std::int64_t> sent;
  std::int64_t received = 0;  // distinct datagrams
  std::optional<std::int64_t> lost;
  std::int64_t reordered = 0;  // came after one with a higher number (RFC 4737, type-P-reordered)
  std::int64_t duplicated = 0;
  std::optional<base::Duration> jitter;            // RFC 3550, section 6.4.1, at the end
  std::optional<base::Duration> one_way_rise_p95;  // above the smallest one-way delay; needs no common clock
  bool operator==(const UdpCount&) const = default;
};

// One flow as one of its ends saw it.
struct FlowView {
  int stream = 0;
  base::Bytes bytes;                               // payload: received, or accepted by the kernel
  std::optional<base::Duration> first_byte_after;  // receiver: since the start of the run
  std::optional<base::Duration> last_byte_after;   // receiver
  std::optional<TcpFacts> tcp;                     // when the flow ended
  std::optional<UdpCount> udp;                     // receiver
  std::optional<std::int64_t> datagrams;           // sender
  Ending ending = Ending::complete;                // interrupted: it was told to stop, which ends most tests
  std::optional<base::Error> failure;
  bool operator==(const FlowView&) const = default;
};

// What one end saw of one direction of one run: the message `result` of the native protocol carries it.
struct EndView {
  std::vector<FlowView> flows;
  std::vector<Sample> samples;  // ascending; the last one has all bytes
  base::Duration real{0};       // this end's run, from start to the end of its last flow
  Usage usage;                  // of the whole process meanwhile
  std::string mover;            // how payload was moved: "send", "recv-trunc", "sendmmsg", ...
  bool operator==(const EndView&) const = default;
};

// Times from request to reply, counted from the scheduled moment of the request. Percentiles by nearest rank.
struct Latency {
  std::int64_t count = 0;  // replies
  std::int64_t lost = 0;   // requests without a reply when the probing ended
  base::Duration min{0}, p50{0}, p95{0}, p99{0}, max{0};
  base::Duration jitter{0};  // mean absolute difference of successive times
  bool operator==(const Latency&) const = default;
};

// The part of a direction after warm-up, at the receiver (docs/measuring.md, "Steady").
struct Steady {
  base::Duration start{0};  // since the receiver's start of the run
  base::Duration end{0};
  base::Bytes bytes;
  std::optional<base::BitRate> low, high;  // 95 % confidence of the mean rate
  bool settled = false;                    // the stopping rule was met
  bool operator==(const Steady&) const = default;
};

// One offered rate of the search for the highest UDP rate.
struct RateStep {
  base::BitRate offered;              // asked for
  std::optional<base::BitRate> sent;  // that the sender reached
  std::optional<base::BitRate> received;
  std::optional<double> loss;  // 0..1
  bool accepted = false;       // loss at most 0.1 %, and the sender reached the rate
  bool operator==(const RateStep&) const = default;
};

// One direction of one run.
struct DirectionRecord {
  Direction direction = Direction::upload;
  bool simultaneous = false;  // the other direction ran at the same time
  Traffic asked, granted;
  std::optional<EndView> sender, receiver;  // absent: that end's view never came
  std::optional<Steady> steady;
  std::optional<base::BitRate> ceiling;  // docs/measuring.md, "Ceiling"
  std::optional<Latency> loaded;
  std::vector<RateStep> search;  // UDP rate search, in order
  Ending ending = Ending::complete;
  std::optional<base::Error> failure;
  bool operator==(const DirectionRecord&) const = default;
};

struct Finding {
  std::string cause, confidence, evidence, next_step;  // confidence: "high", "medium", "low"
  bool operator==(const Finding&) const = default;
};

struct TestRecord {
  TestPlan plan;        // as asked
  std::string version;  // of the program at this end
  std::string protocol = "native";
  std::chrono::system_clock::time_point started;  // wall clock, read once
  base::Duration real{0};                         // from then to the end
  Ending ending = Ending::complete;
  std::optional<base::Error> failure;
  std::optional<int> interrupted_by;  // signal number
  std::string peer_address;           // numeric
  std::uint16_t peer_port = 0;
  std::string session;  // the server's id of it, hexadecimal
  HostFacts near;       // this end
  std::optional<HostFacts> far;
  std::optional<Latency> idle;
  std::vector<DirectionRecord> results;
  std::vector<Finding> findings;
  std::vector<std::string> notes;  // "asked for X, got Y": one sentence each, no final period
  bool operator==(const TestRecord&) const = default;
};

}  // namespace ttcp::model

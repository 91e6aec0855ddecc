// SPDX-License-Identifier: MIT
// What a running `ttcp test` and `ttcp serve` tell whoever watches: the only channel upward.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "model/test_record.h"

namespace ttcp::model {

struct Connected {  // to the server, which has admitted us
  std::string peer_address;
  std::uint16_t peer_port = 0;
  std::optional<HostFacts> far;
  std::string congestion;  // of the control connection, as the kernel has it; what flows get unless asked otherwise
};
struct Queued {   // the server is full
  int place = 1;  // 1: next
};
struct Noted {  // a sentence for the user: "asked for X, got Y"
  std::string text;
};
// What goes on now. `directions` empty: the quiet path is being probed.
struct PhaseStarted {
  std::vector<Direction> directions;
  Transport transport = Transport::tcp;
  std::optional<base::Duration> time;  // planned; absent: until it is known
  std::optional<base::BitRate> rate;   // offered
};
// About ten times a second while a phase runs; one per direction.
struct Progress {
  std::optional<Direction> direction;  // absent: idle latency
  base::Duration elapsed{0};
  std::optional<base::Duration> left;       // at most; absent: unknown
  std::optional<base::BitRate> rate_now;    // at the receiver, over the last second or less
  std::optional<base::Duration> rtt;        // the newest probe's, or the flow's own
  std::optional<std::int64_t> retransmits;  // so far
};
// The planned interval is over: at the receiver of that direction.
struct IntervalOver {
  Direction direction = Direction::upload;
  base::Duration start{0}, end{0};
  base::Bytes bytes;
  std::optional<std::int64_t> retransmits;  // in it
  std::optional<base::Duration> rtt;
};
struct StepOver {  // of the search for the highest UDP rate
  Direction direction = Direction::upload;
  RateStep step;
};
struct IdleOver {
  Latency idle;
};
struct DirectionOver {
  DirectionRecord result;
};
struct TestOver {
  TestRecord record;
};
using TestEvent = std::variant<Connected, Queued, Noted, PhaseStarted, Progress, IntervalOver, StepOver, IdleOver,
                               DirectionOver, TestOver>;

// Threads: called on the thread that runs the session, never on an engine thread. Must not block for long.
class TestObserver {
 public:
  virtual ~TestObserver() = default;
  virtual void on_event(const TestEvent& event) = 0;
};

struct Listening {
  std::vector<std::string> endpoints;  // "[::]:5001 TCP and UDP", one per listener
};
struct Refused {  // a client that didn't become a test; numeric address
  std::string address;
  std::uint16_t port = 0;
  base::Error why;
};
struct Trouble {  // the server can't take clients for the moment
  base::Error why;
};
// One test is over. `classic` for classic and nettp clients, `native` for `ttcp test`: its record is the server's own
// view, near being the server.
struct Served {
  std::variant<FlowRecord, TestRecord> record;
};
using ServeEvent = std::variant<Listening, Refused, Trouble, Served>;

// Threads: as TestObserver.
class ServeObserver {
 public:
  virtual ~ServeObserver() = default;
  virtual void on_event(const ServeEvent& event) = 0;
};

}  // namespace ttcp::model

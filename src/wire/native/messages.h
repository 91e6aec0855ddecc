// SPDX-License-Identifier: MIT
// The messages of a control connection: docs/protocols/native.md, "Messages". Pure; whatever is decoded is within the
// limits written here, and its text has no control characters.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/error.h"
#include "model/host_facts.h"
#include "model/test_plan.h"
#include "model/test_record.h"
#include "wire/native/datagram.h"
#include "wire/native/frame_reader.h"
#include "wire/native/preface.h"

namespace ttcp::wire::native {

inline constexpr std::size_t kMostNotes = 64;
inline constexpr std::size_t kLongestSentence = 1024;  // bytes
inline constexpr std::size_t kLongestKind = 32;        // bytes
inline constexpr int kLastPlace = 1'000'000;

// Client to server, first: who is there.
struct Hello {
  int version = kVersion;
  model::HostFacts host;
  bool operator==(const Hello&) const = default;
};
// Server to client: it may ask for runs now.
struct Welcome {
  std::string session;  // as is_session() demands; ours are 32 random digits
  model::HostFacts host;
  bool operator==(const Welcome&) const = default;
};
// Server to client, any number of times before the welcome: it is in the queue.
struct Wait {
  int place = 1;  // 1..kLastPlace; 1: next
  bool operator==(const Wait&) const = default;
};
// Either way, last: why there will be no (more) test.
struct Refusal {
  std::string kind;      // a-z and '-', 1..kLongestKind: for programs
  std::string sentence;  // for people; at most kLongestSentence, no final period
  bool operator==(const Refusal&) const = default;
};
// Client to server, between runs: the next one.
struct Prepare {
  int run = 0;  // higher than every run before
  model::RunPlan plan;
  bool operator==(const Prepare&) const = default;
};
// Server to client: what it will be.
struct Granted {
  int run = 0;
  model::RunPlan plan;             // the same directions and transport, at most as many streams
  std::vector<std::string> notes;  // one sentence for each thing that differs from what was asked
  std::string udp_token;           // as is_token() demands; empty for TCP
  bool operator==(const Granted&) const = default;
};
// Server to client: all flows of the run have come.
struct Ready {
  int run = 0;
  bool operator==(const Ready&) const = default;
};
// Client to server: the run starts. Each end's clock of the run starts here.
struct Go {
  int run = 0;
  bool operator==(const Go&) const = default;
};
// Either way: what the end that says it has counted so far.
struct Count {
  int run = 0;
  model::Direction direction = model::Direction::upload;
  model::Sample sample;
  bool operator==(const Count&) const = default;
};
// Either way: whoever sends payload in this run stops sending.
struct Stop {
  int run = 0;
  bool operator==(const Stop&) const = default;
};
// Either way, UDP: the sender of that direction has sent its last datagram.
struct Ended {
  int run = 0;
  model::Direction direction = model::Direction::upload;
  std::vector<std::int64_t> datagrams;  // sent in each flow, by stream number; at most kMostStreams
  bool operator==(const Ended&) const = default;
};
struct DirectionView {
  model::Direction direction = model::Direction::upload;
  model::EndView view;
  bool operator==(const DirectionView&) const = default;
};
// Each way once: what this end saw of the run. It says no more of this run.
struct Outcome {
  int run = 0;
  std::vector<DirectionView> views;  // at most one per direction
  bool operator==(const Outcome&) const = default;
};
// Either way: still there.
struct Alive {
  bool operator==(const Alive&) const = default;
};
// Either way, last: no more runs.
struct Bye {
  bool operator==(const Bye&) const = default;
};

using Message =
    std::variant<Hello, Welcome, Wait, Refusal, Prepare, Granted, Ready, Go, Count, Stop, Ended, Outcome, Alive, Bye>;

// Its "type": "hello", "welcome", ...
std::string_view word(const Message& message);

// A whole frame. Bytes that aren't UTF-8 become U+FFFD. REQUIRES: the limits above.
std::string encode(const Message& message);

// The kinds of refusal that this protocol has itself. A server's driver adds its own: "not-allowed", "leaving", ...
inline constexpr std::string_view kBadMessage = "bad-message";                // not JSON, a field is missing or wrong
inline constexpr std::string_view kUnknownMessage = "unknown-message";        // a "type" that this version hasn't
inline constexpr std::string_view kUnexpectedMessage = "unexpected-message";  // not now, or not from this side
inline constexpr std::string_view kBadLength = "bad-length";                  // of a frame: 0, or beyond its limit
inline constexpr std::string_view kOtherVersion = "other-version";            // of the protocol

// What a frame's JSON says: a message, or how to refuse it.
struct Reading {
  std::optional<Message> message;
  Refusal refusal;  // where there is no message
};
Reading read(std::string_view json);

// The same as a Result: Error{peer} has the refusal's sentence.
base::Result<Message> decode(std::string_view json);

}  // namespace ttcp::wire::native

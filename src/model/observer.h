// SPDX-License-Identifier: MIT
// The only channel upward: what a running test tells whoever watches.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "model/flow_record.h"

namespace ttcp::model {

struct Event {
  enum class Kind {
    starting,      // the plan is about to be carried out; `port` is the real one
    socket,        // a socket was made
    buffer_set,    // SO_SNDBUF or SO_RCVBUF was set
    no_delay_set,  // TCP_NODELAY was set
    connected,     // `address` and `tcp` tell whereto
    accepted,      // likewise
    note,          // `address` unused; `text` is a sentence for the user
  };
  Kind kind = Kind::starting;
  std::uint16_t port = 0;
  std::string address;  // numeric, without the port
  std::optional<TcpFacts> tcp;
  std::string text;
};

// Threads: called on the thread that runs the session, never on an engine thread. Must not block for long.
class Observer {
 public:
  virtual ~Observer() = default;
  virtual void on_event(const FlowPlan& plan, const Event& event) = 0;
  virtual void on_interval(const FlowPlan& plan, const Interval& interval) = 0;
};

// What a server tells. Threads: as Observer.
class ServerObserver {
 public:
  virtual ~ServerObserver() = default;
  virtual void on_listening(std::uint16_t port) = 0;
  // A client that didn't become a test; `address` is numeric.
  virtual void on_refused(const std::string& address, std::uint16_t port, const base::Error& why) = 0;
  // The server can't take clients for the moment.
  virtual void on_trouble(const base::Error& why) = 0;
  virtual void on_finished(const FlowRecord& record) = 0;
};

}  // namespace ttcp::model

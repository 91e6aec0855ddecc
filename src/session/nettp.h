// SPDX-License-Identifier: MIT
// nettp at both ends: docs/protocols/nettp.md.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <cstdint>
#include <functional>
#include <memory>

#include "base/error.h"
#include "model/observer.h"
#include "net/timed.h"
#include "session/surroundings.h"

namespace ttcp::session {

inline constexpr int kMostNettpClients = 64;  // at a time; one more is told that the server is busy

// Sends plan.extent.buffers blocks of plan.buffer.length fresh random bytes and fetches what the far end counted.
// An Error means that no payload flowed. A record without `far` has a note that says why.
boost::asio::awaitable<base::Result<model::FlowRecord>> run_nettp_client(model::FlowPlan plan, Surroundings around);

// What the clients of one server share. Threads: the Asio thread.
struct NettpDesk {
  std::uint16_t port = 0;
  model::ServerObserver* watcher = nullptr;  // outlives every client
  Surroundings around;
  std::function<bool()> enter;  // takes a place for one more test, or has none
  std::function<void()> leave;  // gives it back
  int connections = 0;          // silent ones too
};
// One client, from its first byte; told to the desk's watcher.
boost::asio::awaitable<void> serve_nettp_client(std::shared_ptr<NettpDesk> desk, net::Accepted accepted);

// Serves until a stop is requested; clients that are then in mid-test are cut and reported as interrupted. An Error
// means that it never listened. `watcher` outlives the session.
boost::asio::awaitable<base::Result<void>> run_nettp_server(model::Endpoint listen, model::ServerObserver& watcher,
                                                            Surroundings around);

}  // namespace ttcp::session

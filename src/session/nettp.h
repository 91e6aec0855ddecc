// SPDX-License-Identifier: MIT
// nettp at both ends: docs/protocols/nettp.md.
#pragma once

#include <boost/asio/awaitable.hpp>

#include "base/error.h"
#include "model/observer.h"
#include "session/surroundings.h"

namespace ttcp::session {

inline constexpr int kMostNettpClients = 64;  // at a time; one more is told that the server is busy

// Sends plan.extent.buffers blocks of plan.buffer.length fresh random bytes and fetches what the far end counted.
// An Error means that no payload flowed. A record without `far` has a note that says why.
boost::asio::awaitable<base::Result<model::TestRecord>> run_nettp_client(model::TestPlan plan, Surroundings around);

// Serves until a stop is requested; clients that are then in mid-test are cut and reported as interrupted. An Error
// means that it never listened. `watcher` outlives the session.
boost::asio::awaitable<base::Result<void>> run_nettp_server(model::Endpoint listen, model::ServerObserver& watcher,
                                                            Surroundings around);

}  // namespace ttcp::session

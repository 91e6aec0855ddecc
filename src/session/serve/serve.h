// SPDX-License-Identifier: MIT
// One server for every client: docs/protocols/native.md, classic.md, nettp.md.
#pragma once

#include <boost/asio/awaitable.hpp>

#include "base/error.h"
#include "model/serve_plan.h"
#include "session/serve/house.h"

namespace ttcp::session::serve {

// Serves until a stop is requested or `plan.once` tests are over; tests that then run are cut, and their results sent.
// An Error means that it never served.
boost::asio::awaitable<base::Result<void>> run_server(model::ServePlan plan, ServeAround around);

}  // namespace ttcp::session::serve

// SPDX-License-Identifier: MIT
// One movement of payload through an open link, and the record of it. The place where engine and probe meet.
#pragma once

#include <boost/asio/awaitable.hpp>

#include "model/record.h"
#include "session/link.h"
#include "session/surroundings.h"

namespace ttcp::session {

// Moves what the plan says. The link's socket stays open until the caller lets go of it.
// An Error means that nothing was started (no memory for the buffer); whatever goes wrong afterwards is in the record.
boost::asio::awaitable<base::Result<model::TestRecord>> run_flow(const model::TestPlan& plan, const Link& link,
                                                                 const Surroundings& around);

}  // namespace ttcp::session

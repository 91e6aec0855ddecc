// SPDX-License-Identifier: MIT
// One classic test, TCP or UDP, at this end: from the plan to the record.
#pragma once

#include <boost/asio/awaitable.hpp>

#include "base/error.h"
#include "model/record.h"
#include "session/surroundings.h"

namespace ttcp::session {

// An Error means that no payload flowed: the name, the address, the port or the far end was not to be had, or a stop
// came first.
boost::asio::awaitable<base::Result<model::TestRecord>> run_classic(model::TestPlan plan, Surroundings around);

}  // namespace ttcp::session

// SPDX-License-Identifier: MIT
// One classic test, TCP or UDP, at this end: from the plan to the record.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <optional>

#include "base/error.h"
#include "model/flow_record.h"
#include "session/surroundings.h"

namespace ttcp::session {

// An Error means that no payload flowed: the name, the address, the port or the far end was not to be had, or a stop
// came first.
boost::asio::awaitable<base::Result<model::FlowRecord>> run_classic(model::FlowPlan plan, Surroundings around);

// What there is to record of a test that run_classic() answered with an Error: nothing measured, and why. Reads the
// wall clock.
model::FlowRecord record_without_flow(const model::FlowPlan& plan, const base::Error& why, std::optional<int> signal);

}  // namespace ttcp::session

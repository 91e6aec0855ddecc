// SPDX-License-Identifier: MIT
// One movement of payload through an open link, and the record of it. The place where engine and probe meet.
#pragma once

#include <boost/asio/awaitable.hpp>

#include "engine/buffer.h"
#include "model/flow_record.h"
#include "session/link.h"
#include "session/surroundings.h"

namespace ttcp::session {

// The buffer that the plan asks for, with its pattern. Made before the link, so that nobody's clock runs meanwhile.
// Error{system, "malloc"}: no memory.
base::Result<engine::Buffer> prepare_buffer(const model::FlowPlan& plan);

// Moves what the plan says. The link's socket stays open until the caller lets go of it. Whatever goes wrong is in the
// record.
boost::asio::awaitable<base::Result<model::FlowRecord>> run_flow(const model::FlowPlan& plan, const Link& link,
                                                                 engine::Buffer buffer, const Surroundings& around);

}  // namespace ttcp::session

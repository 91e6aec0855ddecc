// SPDX-License-Identifier: MIT
// One session from start to record on this thread, with signals as its stop.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <optional>

#include "app/run.h"
#include "base/error.h"
#include "model/observer.h"
#include "model/record.h"
#include "session/surroundings.h"

namespace ttcp::app {

struct Ended {
  base::Result<model::TestRecord> record;
  std::optional<int> signal;  // that was seen, whether or not it cut the test
};

using Session = boost::asio::awaitable<base::Result<model::TestRecord>> (*)(model::TestPlan, session::Surroundings);

Ended run_session(const model::TestPlan& plan, model::Observer& observer, const Program& program, Session session);

}  // namespace ttcp::app

// SPDX-License-Identifier: MIT
// A session from start to end on the calling thread, with SIGINT and SIGTERM as its stop: for programs whose only work
// it is.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <functional>
#include <optional>
#include <string>

#include "base/error.h"
#include "model/observer.h"
#include "model/record.h"
#include "session/surroundings.h"

namespace ttcp::session {

struct Ended {
  base::Result<model::TestRecord> record;
  std::optional<int> signal;  // that was seen, whether or not it cut the test
};

using Test = boost::asio::awaitable<base::Result<model::TestRecord>> (*)(model::TestPlan, Surroundings);

// Signals are armed once the slow, uninterruptible part (the name lookup) is over: with the observer's first event.
Ended test_to_the_end(const model::TestPlan& plan, model::Observer& observer, const std::string& version, Test test);

// Until a signal comes. An Error means that it never served.
base::Result<void> serve_nettp_to_the_end(const model::Endpoint& listen, model::ServerObserver& watcher,
                                          const std::string& version);

}  // namespace ttcp::session

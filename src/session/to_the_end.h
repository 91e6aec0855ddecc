// SPDX-License-Identifier: MIT
// A session from start to end on the calling thread, with SIGINT and SIGTERM as its stop: for programs whose only work
// it is.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <functional>
#include <optional>
#include <string>

#include "base/error.h"
#include "model/flow_record.h"
#include "model/observer.h"
#include "model/serve_plan.h"
#include "model/test_events.h"
#include "session/surroundings.h"

namespace ttcp::session {

struct Ended {
  base::Result<model::FlowRecord> record;
  std::optional<int> signal;  // that was seen, whether or not it cut the test
};

using Test = boost::asio::awaitable<base::Result<model::FlowRecord>> (*)(model::FlowPlan, Surroundings);

// Signals are armed once the slow, uninterruptible part (the name lookup) is over: with the observer's first event.
Ended test_to_the_end(const model::FlowPlan& plan, model::Observer& observer, const std::string& version, Test test);

// Until a signal comes. An Error means that it never served.
base::Result<void> serve_nettp_to_the_end(const model::Endpoint& listen, model::ServerObserver& watcher,
                                          const std::string& version);

// `ttcp test`: one host, once. Signals are armed once the name lookup is over.
struct EndedTest {
  base::Result<model::TestRecord> record;
  std::optional<int> signal;
};
EndedTest measure_to_the_end(const model::TestPlan& plan, model::TestObserver& observer, const std::string& version);

// What there is to record of a test without a record: nothing measured, and why. Reads the wall clock.
model::TestRecord record_without_test(const model::TestPlan& plan, const EndedTest& ended, const std::string& version);

// `ttcp serve`, until a signal comes or the plan's last test is over. An Error means that it never served.
base::Result<void> serve_to_the_end(const model::ServePlan& plan, model::ServeObserver& watcher,
                                    const std::string& version);

}  // namespace ttcp::session

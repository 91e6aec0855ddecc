// SPDX-License-Identifier: MIT
// `ttcp test` at the client: from the plan to the record. docs/protocols/native.md, docs/measuring.md.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>

#include "base/error.h"
#include "model/test_events.h"
#include "model/test_plan.h"

namespace ttcp::session::native {

struct TestAround {
  model::TestObserver* observer = nullptr;  // outlives the session
  std::stop_token stop;
  std::function<std::optional<int>()> stop_signal;  // which signal requested the stop
  std::function<void()> looked_up;                  // the name lookup, which nothing can interrupt, is over
  std::string version;
  std::uint64_t seed = 0;  // of random payload
};

// An Error means that nothing was measured: the server could not be reached, refused, or a stop came first. Everything
// later is in the record, whose last event is TestOver.
boost::asio::awaitable<base::Result<model::TestRecord>> run_test(model::TestPlan plan, TestAround around);

}  // namespace ttcp::session::native

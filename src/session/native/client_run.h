// SPDX-License-Identifier: MIT
// One run as the client leads it: agree, connect the flows, start, watch, stop when it is known, and put both views
// together. Private to session/native.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "model/test_record.h"
#include "session/native/carry_out.h"
#include "session/native/client.h"
#include "session/native/control.h"
#include "session/native/latency.h"
#include "session/native/sockets.h"

namespace ttcp::session::native {

// What the runs of one client have in common. Threads: the Asio thread.
struct ClientSession {
  model::TestPlan plan;
  TestAround around;
  Route route;
  std::shared_ptr<Control> control;
  std::unique_ptr<LatencyProbe> probe;  // absent: the server closed it, or it could not be had
  model::TestRecord record;
  int runs = 0;
  std::optional<base::Error> refusal;  // of the server, before anything was measured

  void tell(model::TestEvent event) const { around.observer->on_event(event); }
  void note(std::string text);  // into the record and to the observer, once
  bool stopped() const { return around.stop.stop_requested(); }
};

inline constexpr const char* kRefused = "the server refused";  // Error::attempt

// Why there is no test: the server said so, or (`what` was awaited) it said nothing.
base::Error refused(const wire::native::Refusal& refusal);
base::Error no_answer(const ClientSession& session, const char* what);

// The directions of one run, in the plan's order. Never fails as a whole: what broke is in the records.
boost::asio::awaitable<std::vector<model::DirectionRecord>> measure_run(ClientSession& session, model::RunPlan asked);

// UDP: looks for the highest rate with little loss, and holds it for a while; the records are of that last run.
boost::asio::awaitable<std::vector<model::DirectionRecord>> search_rate(ClientSession& session, model::RunPlan plan);

}  // namespace ttcp::session::native

// SPDX-License-Identifier: MIT
// One run from "go" until both ends have exchanged what they saw: the same on either end.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <stop_token>
#include <vector>

#include "base/error.h"
#include "model/test_record.h"
#include "session/native/control.h"
#include "session/native/flows.h"

namespace ttcp::session::native {

using Samples = std::map<model::Direction, std::vector<model::Sample>>;

// What the owner of a run decides while it goes on. Called on the Asio thread at each sample and message.
enum class Verdict {
  go_on,
  stop,  // it is enough: the senders of both ends stop, what is on its way still arrives
};
// `far` has the counts that the far end's receivers told.
using Judge = std::function<Verdict(const Flows& flows, const Samples& far)>;

struct RunOutcome {
  std::vector<wire::native::DirectionView> own;
  std::vector<wire::native::DirectionView> far;  // empty: it never came
  Samples far_counts;                            // what was told on the way
  model::Ending ending = model::Ending::complete;
  std::optional<base::Error> failure;
};

struct Running {
  std::shared_ptr<Control> control;
  std::shared_ptr<Flows> flows;
  int run = 0;
  bool tells_counts = false;  // a server tells its client what its receivers have
  bool leads = false;         // the client: a stop that it didn't ask for before the time is up cuts the run short
  Judge judge;
};

// Starts the flows. A stop, a broken flow or a far end that is gone ends the run early; whatever both ends have seen
// until then is in the outcome.
boost::asio::awaitable<RunOutcome> carry_out(Running running, std::stop_token stop);

}  // namespace ttcp::session::native

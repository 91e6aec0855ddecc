// SPDX-License-Identifier: MIT
// What all parts of one running server share. Private to session/serve.
#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <cstdint>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>

#include "model/serve_plan.h"
#include "model/test_events.h"
#include "session/nettp.h"
#include "session/serve/admissions.h"

namespace ttcp::session::serve {

class NativeSession;

struct ServeAround {
  model::ServeObserver* watcher = nullptr;  // outlives the server
  std::stop_token stop;
  std::function<std::optional<int>()> stop_signal;  // which signal requested the stop
  std::string version;
  std::function<std::uint64_t()> random;  // fresh 64 random bits: session ids, tokens, seeds
};

// Threads: the Asio thread alone. Outlives every coroutine of the server.
struct House {
  House(boost::asio::any_io_executor where, model::ServePlan what, ServeAround whom)
      : executor(std::move(where)),
        plan(std::move(what)),
        around(std::move(whom)),
        admissions(executor, plan.limits.tests),
        classic_admissions(executor, plan.limits.tests) {}

  boost::asio::any_io_executor executor;
  model::ServePlan plan;
  ServeAround around;
  // `ttcp test` and, where only one test at a time is wanted, everything.
  Admissions admissions;
  // Classic clients are anybody who sends bytes; they must not take the places of those who introduce themselves.
  Admissions classic_admissions;
  std::map<std::string, std::weak_ptr<NativeSession>> sessions;  // by id
  std::list<std::stop_source*> greetings;                        // connections that have said nothing yet, oldest first
  std::shared_ptr<NettpDesk> nettp;
  std::stop_source leaving;  // a signal, or the last of --once
  int busy = 0;              // coroutines that serve somebody
  std::int64_t served = 0;

  std::stop_token stop() const { return leaving.get_token(); }
  Admissions& admissions_for_classic() { return plan.limits.tests == 1 ? admissions : classic_admissions; }
  void tell(model::ServeEvent event) const { around.watcher->on_event(event); }
  void finish(model::Served served_test) {
    ++served;
    tell(std::move(served_test));
    if (plan.once && served >= *plan.once) leaving.request_stop();
  }
};

// Counts one busy coroutine for as long as it lives.
class Busy {
 public:
  explicit Busy(House& house) : house_(house) { ++house_.busy; }
  ~Busy() { --house_.busy; }
  Busy(const Busy&) = delete;
  Busy& operator=(const Busy&) = delete;

 private:
  House& house_;
};

}  // namespace ttcp::session::serve

// SPDX-License-Identifier: MIT
#include "session/to_the_end.h"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <chrono>
#include <exception>
#include <random>
#include <utility>

#include "session/native/client.h"
#include "session/nettp.h"
#include "session/serve/serve.h"
#include "session/signals.h"

namespace ttcp::session {
namespace asio = boost::asio;
namespace {

class Arming : public model::Observer {
 public:
  Arming(model::Observer& inner, SignalStop& signals) : inner_(inner), signals_(signals) {}
  void on_event(const model::FlowPlan& plan, const model::Event& event) override {
    signals_.arm();
    inner_.on_event(plan, event);
  }
  void on_interval(const model::FlowPlan& plan, const model::Interval& interval) override {
    inner_.on_interval(plan, interval);
  }

 private:
  model::Observer& inner_;
  SignalStop& signals_;
};

std::uint64_t random_seed() {
  std::random_device device;
  return (std::uint64_t{device()} << 32) | device();
}

Surroundings surroundings_of(const SignalStop& signals, const std::string& version) {
  Surroundings around;
  around.stop = signals.token();
  around.stop_signal = [&signals] { return signals.signal(); };
  around.version = version;
  around.seed = random_seed();
  return around;
}

// Runs one coroutine until nothing is left to do. An exception out of it is a bug or exhausted memory, and goes on to
// the caller.
template <class Outcome>
Outcome run(asio::io_context& context, asio::awaitable<Outcome> work, SignalStop& signals) {
  std::exception_ptr broken;
  std::optional<Outcome> outcome;
  asio::co_spawn(context, std::move(work), [&](std::exception_ptr thrown, Outcome result) {
    broken = thrown;
    outcome = std::move(result);
    signals.disarm();
  });
  context.run();
  if (broken) std::rethrow_exception(broken);
  return std::move(outcome.value());
}

}  // namespace

Ended test_to_the_end(const model::FlowPlan& plan, model::Observer& observer, const std::string& version, Test test) {
  asio::io_context context(1);
  SignalStop signals(context);
  Arming arming(observer, signals);
  Surroundings around = surroundings_of(signals, version);
  around.observer = &arming;
  auto record = run(context, test(plan, around), signals);
  return {std::move(record), signals.signal()};
}

base::Result<void> serve_nettp_to_the_end(const model::Endpoint& listen, model::ServerObserver& watcher,
                                          const std::string& version) {
  asio::io_context context(1);
  SignalStop signals(context);
  signals.arm();
  return run(context, run_nettp_server(listen, watcher, surroundings_of(signals, version)), signals);
}

EndedTest measure_to_the_end(const model::TestPlan& plan, model::TestObserver& observer, const std::string& version) {
  asio::io_context context(1);
  SignalStop signals(context);
  native::TestAround around;
  around.observer = &observer;
  around.stop = signals.token();
  around.stop_signal = [&signals] { return signals.signal(); };
  around.looked_up = [&signals] { signals.arm(); };
  around.version = version;
  around.seed = random_seed();
  auto record = run(context, native::run_test(plan, around), signals);
  return {std::move(record), signals.signal()};
}

model::TestRecord record_without_test(const model::TestPlan& plan, const EndedTest& ended, const std::string& version) {
  model::TestRecord record;
  record.plan = plan;
  record.version = version;
  record.started = std::chrono::system_clock::now();
  record.ending = ended.signal ? model::Ending::interrupted : model::Ending::failed;
  record.failure = ended.record.error();
  record.interrupted_by = ended.signal;
  return record;
}

base::Result<void> serve_to_the_end(const model::ServePlan& plan, model::ServeObserver& watcher,
                                    const std::string& version) {
  asio::io_context context(1);
  SignalStop signals(context);
  signals.arm();
  serve::ServeAround around;
  around.watcher = &watcher;
  around.stop = signals.token();
  around.stop_signal = [&signals] { return signals.signal(); };
  around.version = version;
  around.random = random_seed;
  return run(context, serve::run_server(plan, around), signals);
}

}  // namespace ttcp::session

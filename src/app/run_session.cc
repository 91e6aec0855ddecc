// SPDX-License-Identifier: MIT
#include "app/run_session.h"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <exception>
#include <random>

#include "app/signals.h"

namespace ttcp::app {
namespace {

// Arms the signals once the slow, uninterruptible part (the name lookup) is over.
class Arming : public model::Observer {
 public:
  Arming(model::Observer& inner, SignalStop& signals) : inner_(inner), signals_(signals) {}
  void on_event(const model::TestPlan& plan, const model::Event& event) override {
    signals_.arm();
    inner_.on_event(plan, event);
  }
  void on_interval(const model::TestPlan& plan, const model::Interval& interval) override {
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

}  // namespace

Ended run_session(const model::TestPlan& plan, model::Observer& observer, const Program& program, Session session) {
  boost::asio::io_context context(1);
  SignalStop signals(context);
  Arming arming(observer, signals);
  session::Surroundings around;
  around.observer = &arming;
  around.stop = signals.token();
  around.stop_signal = [&signals] { return signals.signal(); };
  around.version = program.version;
  around.seed = random_seed();
  std::exception_ptr broken;
  Ended ended{base::Error{}, std::nullopt};
  boost::asio::co_spawn(context, session(plan, around),
                        [&](std::exception_ptr thrown, base::Result<model::TestRecord> record) {
                          broken = thrown;
                          ended.record = std::move(record);
                          signals.disarm();
                        });
  context.run();
  if (broken) std::rethrow_exception(broken);
  ended.signal = signals.signal();
  return ended;
}

}  // namespace ttcp::app

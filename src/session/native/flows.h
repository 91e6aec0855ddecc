// SPDX-License-Identifier: MIT
// The flows of one run at one end: their engine threads, their samples, and what this end saw of them. The place where
// engine and probe meet for native tests.
#pragma once

#include <atomic>
#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/steady_timer.hpp>
#include <cstdint>
#include <functional>
#include <latch>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "base/error.h"
#include "base/owned_fd.h"
#include "engine/buffer.h"
#include "engine/counters.h"
#include "engine/order.h"
#include "engine/source.h"
#include "model/test_record.h"
#include "stats/sequence.h"
#include "wire/native/conversation.h"
#include "wire/native/messages.h"

namespace ttcp::session::native {

struct FlowSocket {
  int stream = 0;  // from 0
  model::Direction direction = model::Direction::upload;
  base::OwnedFd socket;  // connected, its options set
};

struct FlowsSetup {
  wire::native::Side side = wire::native::Side::client;
  model::RunPlan plan;  // as granted
  std::vector<FlowSocket> sockets;
  std::string udp_token;   // hexadecimal; UDP
  std::uint64_t seed = 0;  // of the payload
};

// Threads: the Asio thread alone; engine threads share only what DESIGN allows. The destructor cuts what still runs and
// waits for it, which takes no longer than a system call.
class Flows : public std::enable_shared_from_this<Flows> {
 public:
  // Called on the Asio thread when a sample was taken or a flow has ended.
  using Told = std::function<void()>;

  // Error{system, "malloc"} or no thread: nothing was started.
  static base::Result<std::shared_ptr<Flows>> make(const boost::asio::any_io_executor& executor, FlowsSetup setup,
                                                   Told told);
  Flows(const boost::asio::any_io_executor& executor, FlowsSetup setup, Told told);
  ~Flows();
  Flows(const Flows&) = delete;
  Flows& operator=(const Flows&) = delete;

  void go();            // the start of this end's clock
  void stop_sending();  // senders end; receivers go on until the far end's senders have ended
  void cut();           // everything ends now, what is on its way is lost
  // UDP: the far end has sent this many datagrams per stream in `direction`, and no more.
  void expect(model::Direction direction, const std::vector<std::int64_t>& datagrams);

  bool over() const { return running_ == 0; }
  bool has_senders() const;
  bool senders_over() const;
  const model::RunPlan& plan() const { return setup_.plan; }
  // The first flow that broke by itself, not because it was stopped.
  std::optional<base::Error> broken() const;
  base::Bytes moved() const;  // all flows so far; grows while anything flows
  base::TimePoint started() const { return started_; }
  const std::vector<model::Sample>& samples(model::Direction direction) const;
  bool sends(model::Direction direction) const;
  bool is_udp() const { return !tcp(); }
  std::vector<std::int64_t> datagrams_sent(model::Direction direction) const;

  // REQUIRES: over().
  std::vector<wire::native::DirectionView> views() const;

 private:
  // One flow and everything that its engine thread uses; the address stays while the thread lives.
  struct Flow {
    FlowSocket socket;
    bool sends = false;
    std::unique_ptr<engine::Source> source;  // TCP sender
    std::optional<engine::Buffer> buffer;    // TCP receiver, UDP sender
    engine::Counters counters;
    stats::SequenceTracker sequences;  // UDP receiver; the engine thread's until the flow is over
    std::stop_source stop;
    engine::Outcome outcome;
    bool stopped_here = false;  // the stop was asked for
    bool over = false;
    std::optional<model::TcpFacts> tcp_at_end;
    std::optional<std::int64_t> expected;  // UDP receiver: datagrams that the far end has sent
    std::int64_t last_seen = 0;            // UDP receiver: datagrams at the last look
    base::TimePoint moved_at;
    std::thread thread;
  };
  bool tcp() const { return setup_.plan.traffic.transport == model::Transport::tcp; }
  base::Result<void> prepare();
  base::Result<void> add(FlowSocket socket);
  base::Result<void> give_memory(Flow& flow) const;
  engine::Limits send_limits(int stream) const;
  engine::Outcome move(Flow& flow) const;  // on the flow's thread
  engine::Outcome send(Flow& flow) const;
  engine::Outcome receive(Flow& flow) const;
  base::Result<void> start_thread(Flow& flow);
  void stop(Flow& flow);
  void flow_is_over(Flow& flow);
  void wait_for_sample();
  model::Sample sample_of(model::Direction direction, base::TimePoint now) const;
  void thin_out();
  void look_for_quiet(base::TimePoint now);
  model::FlowView view_of(const Flow& flow) const;
  model::EndView view_of(model::Direction direction) const;
  std::string mover_of(model::Direction direction) const;
  base::Duration since_start(base::TimePoint when) const;
  std::vector<model::Sample> final_samples(model::Direction direction) const;

  boost::asio::any_io_executor executor_;
  FlowsSetup setup_;
  Told told_;
  boost::asio::steady_timer sampler_;
  base::Duration spacing_;  // of samples
  std::latch gate_{1};
  std::vector<std::unique_ptr<Flow>> flows_;
  std::map<model::Direction, std::vector<model::Sample>> samples_;
  model::Usage usage_at_start_, usage_at_end_;
  base::TimePoint started_, ended_;
  std::size_t running_ = 0;
  bool gone_ = false;  // go() was called
};

}  // namespace ttcp::session::native

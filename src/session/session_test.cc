// SPDX-License-Identifier: MIT
// Whole sessions at both ends in one process, over loopback, with ports of the kernel's choice.
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "net/loopback_for_tests.h"
#include "session/classic.h"
#include "session/drive.h"
#include "session/interval_watch.h"
#include "session/nettp.h"
#include "wire/nettp/server.h"

namespace ttcp::session {
namespace {
namespace asio = boost::asio;
using namespace std::chrono_literals;
using base::Bytes;
using Record = base::Result<model::FlowRecord>;

class Watcher : public model::Observer {
 public:
  void on_event(const model::FlowPlan&, const model::Event& event) override {
    events.push_back(event.kind);
    if (on) on(event);
  }
  void on_interval(const model::FlowPlan&, const model::Interval& interval) override { intervals.push_back(interval); }
  std::function<void(const model::Event&)> on;
  std::vector<model::Event::Kind> events;
  std::vector<model::Interval> intervals;
};

model::FlowPlan receiver_plan() {
  model::FlowPlan plan;
  plan.endpoint.port = 0;
  plan.endpoint.bind_address = "127.0.0.1";
  plan.sink = model::PayloadSink::discard;
  plan.patience = 30s;
  return plan;
}

model::FlowPlan transmitter_plan() {
  model::FlowPlan plan;
  plan.role = model::Role::transmit;
  plan.endpoint.host = "127.0.0.1";
  plan.source = model::PayloadSource::pattern;
  plan.patience = 30s;
  return plan;
}

// A receiver, and once its port is known a transmitter; both records when both are done.
struct Pair {
  asio::io_context context{1};
  Watcher receiving, transmitting;
  std::stop_source stop, stop_transmitter;
  std::optional<Record> received, transmitted;

  Surroundings around(Watcher& watcher) {
    Surroundings result;
    result.observer = &watcher;
    result.stop = (&watcher == &transmitting ? stop_transmitter : stop).get_token();
    result.stop_signal = [] { return std::optional<int>(2); };
    return result;
  }
  void run(model::FlowPlan receiver, model::FlowPlan transmitter) {
    receiving.on = [this, transmitter](const model::Event& event) mutable {
      if (event.kind == model::Event::Kind::starting) transmitter.endpoint.port = event.port;
      if (event.kind != model::Event::Kind::socket) return;
      // Posted, so that the receiver gets to listen first.
      asio::post(context, [this, transmitter] {
        asio::co_spawn(context, run_classic(transmitter, around(transmitting)),
                       [this](std::exception_ptr, Record record) { transmitted = std::move(record); });
      });
    };
    asio::co_spawn(context, run_classic(receiver, around(receiving)),
                   [this](std::exception_ptr, Record record) { received = std::move(record); });
    context.run();
  }
};

TEST(ClassicSessionTest, BothEndsOfATcpTestAgreeOnTheBytes) {
  Pair pair;
  pair.run(receiver_plan(), transmitter_plan());
  ASSERT_TRUE(pair.received && *pair.received);
  ASSERT_TRUE(pair.transmitted && *pair.transmitted);
  const auto& received = **pair.received;
  const auto& transmitted = **pair.transmitted;
  EXPECT_EQ(received.bytes, Bytes(2048 * 8192));
  EXPECT_EQ(transmitted.bytes, received.bytes);
  EXPECT_EQ(transmitted.calls, 2048);
  EXPECT_EQ(received.ending, model::Ending::complete);
  EXPECT_TRUE(transmitted.acknowledged_after);
  EXPECT_TRUE(received.tcp_at_start && received.tcp_at_end);
  EXPECT_EQ(received.peer_address, "127.0.0.1");
}

TEST(ClassicSessionTest, EventsComeInTheOrderOfTheClassicProgram) {
  Pair pair;
  auto receiver = receiver_plan();
  receiver.socket.buffer = Bytes(65536);
  auto transmitter = transmitter_plan();
  transmitter.socket.buffer = Bytes(65536);
  transmitter.socket.no_delay = true;
  pair.run(receiver, transmitter);
  using Kind = model::Event::Kind;
  EXPECT_EQ(pair.receiving.events, (std::vector{Kind::starting, Kind::socket, Kind::buffer_set, Kind::accepted}));
  EXPECT_EQ(pair.transmitting.events,
            (std::vector{Kind::starting, Kind::socket, Kind::buffer_set, Kind::no_delay_set, Kind::connected}));
}

TEST(ClassicSessionTest, UdpReceiverEndsByTheEndMarker) {
  Pair pair;
  auto receiver = receiver_plan();
  receiver.transport = model::Transport::udp;
  auto transmitter = transmitter_plan();
  transmitter.transport = model::Transport::udp;
  transmitter.buffer.length = Bytes(100);
  transmitter.extent.buffers = 20;
  pair.run(receiver, transmitter);
  ASSERT_TRUE(pair.received && *pair.received);
  EXPECT_EQ((*pair.received)->bytes, Bytes(2000));
  EXPECT_EQ((*pair.received)->calls, 22);
  EXPECT_EQ((*pair.received)->markers, (model::MarkersSeen{true, true}));
  EXPECT_EQ((*pair.transmitted)->calls, 26);
}

TEST(ClassicSessionTest, IntervalsAddUpToTheBytes) {
  Pair pair;
  auto receiver = receiver_plan();
  receiver.interval = 1ms;
  auto transmitter = transmitter_plan();
  transmitter.extent.buffers = 10000;
  pair.run(receiver, transmitter);
  Bytes total;
  for (const auto& interval : (*pair.received)->intervals) total += interval.bytes;
  EXPECT_EQ(total, (*pair.received)->bytes);
  EXPECT_EQ(pair.receiving.intervals, (*pair.received)->intervals);
}

TEST(ClassicSessionTest, AStopGivesTheRecordOfWhatWasMoved) {
  Pair pair;
  auto transmitter = transmitter_plan();
  transmitter.extent.buffers.reset();
  pair.transmitting.on = [&pair](const model::Event& event) {
    if (event.kind == model::Event::Kind::connected) {
      asio::post(pair.context, [&pair] { pair.stop_transmitter.request_stop(); });
    }
  };
  pair.run(receiver_plan(), transmitter);
  ASSERT_TRUE(pair.transmitted);
  if (*pair.transmitted) {
    EXPECT_EQ((*pair.transmitted)->ending, model::Ending::interrupted);
    EXPECT_EQ((*pair.transmitted)->interrupted_by, 2);
  } else {
    EXPECT_EQ(pair.transmitted->error().kind, base::Error::Kind::cancelled);
  }
}

TEST(ClassicSessionTest, AStopWhileWaitingForATransmitterIsCancelled) {
  Pair pair;
  pair.stop.request_stop();
  asio::co_spawn(pair.context, run_classic(receiver_plan(), pair.around(pair.receiving)),
                 [&pair](std::exception_ptr, Record record) { pair.received = std::move(record); });
  pair.context.run();
  ASSERT_TRUE(pair.received && !*pair.received);
  EXPECT_EQ(pair.received->error().kind, base::Error::Kind::cancelled);
}

TEST(ClassicSessionTest, NobodyConnectingEndsAtThePatience) {
  Pair pair;
  auto plan = receiver_plan();
  plan.patience = 1ms;
  asio::co_spawn(pair.context, run_classic(plan, pair.around(pair.receiving)),
                 [&pair](std::exception_ptr, Record record) { pair.received = std::move(record); });
  pair.context.run();
  ASSERT_TRUE(pair.received && !*pair.received);
  EXPECT_EQ(pair.received->error().kind, base::Error::Kind::timeout);
  EXPECT_EQ(pair.received->error().attempt, "accept");
}

TEST(ClassicSessionTest, ATakenPortIsABindErrorWithItsErrno) {
  Pair pair;
  auto plan = receiver_plan();
  plan.transport = model::Transport::udp;
  const auto holder = net::udp_pair();
  plan.endpoint.port = net::port_of(*net::own_address(holder.far.get()));
  asio::co_spawn(pair.context, run_classic(plan, pair.around(pair.receiving)),
                 [&pair](std::exception_ptr, Record record) { pair.received = std::move(record); });
  pair.context.run();
  ASSERT_TRUE(pair.received && !*pair.received);
  EXPECT_EQ(pair.received->error().attempt, "bind");
  EXPECT_EQ(pair.received->error().os_errno, EADDRINUSE);
}

class Log : public model::ServerObserver {
 public:
  void on_listening(std::uint16_t at) override {
    port = at;
    if (listening) listening();
  }
  void on_refused(const std::string&, std::uint16_t, const base::Error& why) override {
    refused.push_back(why);
    if (changed) changed();
  }
  void on_trouble(const base::Error&) override {}
  void on_finished(const model::FlowRecord& record) override {
    finished.push_back(record);
    if (changed) changed();
  }
  std::function<void()> listening, changed;
  std::uint16_t port = 0;
  std::vector<base::Error> refused;
  std::vector<model::FlowRecord> finished;
};

model::FlowPlan nettp_plan(std::uint16_t port, std::int64_t size, std::int64_t count) {
  auto plan = transmitter_plan();
  plan.protocol = model::Protocol::nettp;
  plan.source = model::PayloadSource::random;
  plan.endpoint.port = port;
  plan.buffer.length = Bytes(size);
  plan.extent.buffers = count;
  return plan;
}

TEST(NettpSessionTest, BothEndsOfSeveralClientsAtATimeCountTheSame) {
  Pair pair;
  Log log;
  std::vector<Record> records;
  log.listening = [&] {
    for (const std::int64_t count : {1, 5, 9}) {
      asio::co_spawn(pair.context,
                     run_nettp_client(nettp_plan(log.port, 300000, count), pair.around(pair.transmitting)),
                     [&](std::exception_ptr, Record record) { records.push_back(std::move(record)); });
    }
  };
  log.changed = [&] {
    if (log.finished.size() == 3) pair.stop.request_stop();
  };
  model::Endpoint endpoint;
  endpoint.port = 0;
  endpoint.bind_address = "127.0.0.1";
  auto serving = pair.around(pair.receiving);
  asio::co_spawn(pair.context, run_nettp_server(endpoint, log, serving), asio::detached);
  pair.context.run();
  ASSERT_EQ(log.finished.size(), 3u);
  Bytes served;
  for (const auto& record : log.finished) served += record.bytes;
  EXPECT_EQ(served, Bytes(300000 * 15));
  EXPECT_EQ(records.size(), 3u);
}

TEST(NettpSessionTest, NonsenseIsRefusedWithAnAnswer) {
  const auto sockets = net::tcp_pair();
  asio::io_context context;
  ASSERT_EQ(::send(sockets.near.get(), "GET / HTTP/1.1\r\n\r\n", 18, 0), 18);
  wire::nettp::ServerHello hello;
  std::optional<base::Result<wire::nettp::Request>> outcome;
  asio::co_spawn(context,
                 drive<wire::nettp::ServerHello, wire::nettp::Request>(hello, sockets.far.get(), std::stop_token()),
                 [&](std::exception_ptr, base::Result<wire::nettp::Request> result) { outcome = std::move(result); });
  context.run();
  ASSERT_TRUE(outcome && !*outcome);
  EXPECT_EQ(outcome->error().kind, base::Error::Kind::peer);
  std::array<char, 64> answer{};
  EXPECT_EQ(::recv(sockets.near.get(), answer.data(), answer.size(), 0), 8);
}

TEST(NettpSessionTest, AFarEndThatClosesInTheHelloIsAnErrorNotAWait) {
  auto sockets = net::tcp_pair();
  asio::io_context context;
  ASSERT_EQ(::send(sockets.near.get(), "net", 3, 0), 3);
  sockets.near.reset();
  wire::nettp::ServerHello hello;
  std::optional<base::Result<wire::nettp::Request>> outcome;
  asio::co_spawn(context,
                 drive<wire::nettp::ServerHello, wire::nettp::Request>(hello, sockets.far.get(), std::stop_token()),
                 [&](std::exception_ptr, base::Result<wire::nettp::Request> result) { outcome = std::move(result); });
  context.run();
  EXPECT_TRUE(outcome && !*outcome);
}

}  // namespace
}  // namespace ttcp::session

// SPDX-License-Identifier: MIT
#include "session/flow.h"

#include <fmt/format.h>

#include <boost/asio/this_coro.hpp>
#include <chrono>
#include <memory>
#include <utility>

#include "engine/buffer.h"
#include "engine/source.h"
#include "engine/tcp_receiver.h"
#include "engine/tcp_sender.h"
#include "engine/udp_receiver.h"
#include "engine/udp_sender.h"
#include "probe/rusage.h"
#include "probe/tcp_info.h"
#include "session/ending.h"
#include "session/engine_thread.h"
#include "session/interval_watch.h"
#include "wire/classic/markers.h"
#include "wire/classic/pattern.h"

namespace ttcp::session {
namespace asio = boost::asio;
namespace {
using namespace std::chrono_literals;

// docs/protocols/classic.md, "Silence".
constexpr base::Duration kStalledSend = 30s;  // made-up payload that the far end doesn't take
constexpr base::Duration kQuietUdp = 3s;      // after datagrams have begun

// What is read at the exact start and end of the clock. Written on the engine thread, read when it is done.
struct Readings {
  model::Usage usage_at_start;
  model::Usage usage_at_end;
  std::optional<model::TcpFacts> tcp_at_start;
  std::optional<model::TcpFacts> tcp_at_end;
};

std::optional<model::TcpFacts> facts_of(const model::FlowPlan& plan, int socket) {
  if (plan.transport != model::Transport::tcp) return std::nullopt;
  auto facts = probe::read_tcp_facts(socket);
  if (!facts) return std::nullopt;  // unknown; the report says so
  return *facts;
}

engine::ClockHooks hooks_for(const model::FlowPlan& plan, int socket, Readings& readings,
                             const std::shared_ptr<IntervalWatch>& watch) {
  engine::ClockHooks hooks;
  hooks.started = [&plan, socket, &readings, watch] {
    readings.tcp_at_start = facts_of(plan, socket);
    readings.usage_at_start = probe::read_usage();
    if (watch) watch->start(base::now());
  };
  hooks.stopped = [&plan, socket, &readings, watch] {
    if (watch) watch->stop();
    readings.usage_at_end = probe::read_usage();
    readings.tcp_at_end = facts_of(plan, socket);
  };
  return hooks;
}

engine::Limits limits_for(const model::FlowPlan& plan) {
  engine::Limits limits;
  const bool made_up = plan.source != model::PayloadSource::standard_input;
  const bool sends = plan.role == model::Role::transmit;
  if (sends && made_up) limits.buffers = plan.extent.buffers;
  limits.bytes = plan.extent.bytes;
  // A counting receiver takes a datagram as short as a marker for one.
  if (made_up && plan.transport == model::Transport::udp) {
    limits.smallest_rest = static_cast<std::size_t>(wire::classic::kMarkerLength.count()) + 1;
  }
  limits.time = plan.extent.time;
  limits.patience = plan.patience;
  if (!limits.patience && sends && made_up) limits.patience = kStalledSend;
  if (!limits.patience && !sends && plan.transport == model::Transport::udp) limits.patience = kQuietUdp;
  return limits;
}

std::unique_ptr<engine::Source> source_for(const model::FlowPlan& plan, engine::Buffer buffer,
                                           const Surroundings& around) {
  switch (plan.source) {
    case model::PayloadSource::pattern:
      return std::make_unique<engine::RepeatedBlock>(std::move(buffer));
    case model::PayloadSource::random:
      return std::make_unique<engine::RandomBlocks>(std::move(buffer), around.seed);
    case model::PayloadSource::standard_input:
      break;
  }
  return std::make_unique<engine::DescriptorBlocks>(std::move(buffer), around.input);
}

// One movement: everything that its engine thread uses, in one place that outlives the thread.
struct Movement {
  engine::Counters counters;
  Readings readings;
  engine::Limits limits;
  engine::ClockHooks hooks;
  std::uint64_t buffer_address = 0;
  std::optional<wire::classic::MarkerJudge> judge;
};

asio::awaitable<engine::Outcome> send(const model::FlowPlan& plan, int socket, engine::Buffer buffer,
                                      Movement& movement, const Surroundings& around) {
  const auto source = source_for(plan, std::move(buffer), around);
  engine::SendOrder order;
  order.socket = socket;
  order.source = source.get();
  order.limits = movement.limits;
  order.clock = movement.hooks;
  order.half_close = plan.half_close;
  if (plan.transport == model::Transport::udp) order.markers = wire::classic::transmitter_markers(plan.source);
  const auto work = [&order, &movement, stop = around.stop, tcp = plan.transport == model::Transport::tcp] {
    return tcp ? engine::send_tcp(order, movement.counters, stop) : engine::send_udp(order, movement.counters, stop);
  };
  co_return co_await on_engine_thread(work, around.stop);
}

asio::awaitable<engine::Outcome> receive(const model::FlowPlan& plan, const Link& link, engine::Buffer buffer,
                                         Movement& movement, const Surroundings& around) {
  engine::ReceiveOrder order;
  order.socket = link.socket.get();
  order.taken = link.taken;
  order.buffer = &buffer;
  order.output = plan.sink == model::PayloadSink::standard_output ? around.output : -1;
  order.limits = movement.limits;
  order.clock = movement.hooks;
  order.full_blocks = plan.buffer.full_blocks;
  order.touch = plan.buffer.touch;
  order.quick_ack = !plan.socket.delayed_ack;
  order.first_patience = plan.patience;
  const bool tcp = plan.transport == model::Transport::tcp;
  if (!tcp) {
    auto& judge = movement.judge.emplace(plan.sink);
    order.judge = [&judge](base::Bytes length) { return judge.judge(length); };
  }
  const auto work = [&order, &movement, stop = around.stop, tcp] {
    return tcp ? engine::receive_tcp(order, movement.counters, stop)
               : engine::receive_udp(order, movement.counters, stop);
  };
  co_return co_await on_engine_thread(work, around.stop);
}

void take_times(model::FlowRecord& record, const engine::Outcome& outcome) {
  const auto since_start = [&outcome](std::optional<base::TimePoint> when) -> std::optional<base::Duration> {
    if (!when) return std::nullopt;
    return *when - outcome.started;
  };
  record.real = outcome.ended - outcome.started;
  record.first_byte_after = since_start(outcome.first_byte);
  record.last_byte_after = since_start(outcome.last_byte);
  record.acknowledged_after = since_start(outcome.acknowledged);
}

model::FlowRecord record_of(const model::FlowPlan& plan, const Link& link, const engine::Outcome& outcome,
                            const Movement& movement) {
  model::FlowRecord record;
  record.plan = plan;
  record.plan.patience = movement.limits.patience;
  record.ending = ending_of(outcome.end);
  record.failure = outcome.error;
  record.peer_address = link.peer_address;
  record.peer_port = link.peer_port;
  record.bytes = base::Bytes(movement.counters.bytes.get());
  record.calls = movement.counters.calls.get();
  record.waits = movement.counters.waits.get();
  record.waited = base::Duration(movement.counters.waited_ns.get());
  take_times(record, outcome);
  if (movement.judge) record.markers = movement.judge->seen();
  if (plan.transport == model::Transport::udp && plan.role == model::Role::transmit) {
    record.refused_datagrams = movement.counters.refused.get();
  }
  record.usage = probe::usage_between(movement.readings.usage_at_start, movement.readings.usage_at_end);
  record.buffer_address = movement.buffer_address;
  record.tcp_at_start = movement.readings.tcp_at_start;
  record.tcp_at_end = movement.readings.tcp_at_end;
  record.notes = link.notes;
  if (outcome.cut_datagrams > 0 && record.ending == model::Ending::complete) {
    record.ending = model::Ending::failed;
    record.failure =
        base::Error{base::Error::Kind::system, "IO", 0,
                    fmt::format("{} datagrams were longer than the buffer and were cut; ask for a larger -l",
                                outcome.cut_datagrams)};
  }
  return record;
}

}  // namespace

base::Result<engine::Buffer> prepare_buffer(const model::FlowPlan& plan) {
  auto buffer = engine::Buffer::make(plan.buffer);
  const bool fills = plan.role == model::Role::transmit && plan.source == model::PayloadSource::pattern;
  if (buffer && fills) wire::classic::fill_pattern(buffer->bytes());
  return buffer;
}

asio::awaitable<base::Result<model::FlowRecord>> run_flow(const model::FlowPlan& plan, const Link& link,
                                                          engine::Buffer buffer, const Surroundings& around) {
  Movement movement;
  movement.buffer_address = buffer.address();
  movement.limits = limits_for(plan);
  std::shared_ptr<IntervalWatch> watch;
  if (plan.interval) {
    const auto executor = co_await asio::this_coro::executor;
    watch = std::make_shared<IntervalWatch>(
        executor, *plan.interval, movement.counters,
        [&plan, &around](const model::Interval& interval) { around.observer->on_interval(plan, interval); });
  }
  const int socket = link.socket.get();
  movement.readings.usage_at_start = probe::read_usage();  // for a clock that is never started
  movement.hooks = hooks_for(plan, socket, movement.readings, watch);
  const auto started = std::chrono::system_clock::now();
  auto moving = plan.role == model::Role::transmit ? send(plan, socket, std::move(buffer), movement, around)
                                                   : receive(plan, link, std::move(buffer), movement, around);
  const engine::Outcome outcome = co_await std::move(moving);
  model::FlowRecord record = record_of(plan, link, outcome, movement);
  record.started = started;
  record.version = around.version;
  if (record.ending == model::Ending::interrupted) record.interrupted_by = around.stop_signal();
  if (watch) record.intervals = watch->finish(record.real, record.bytes);
  co_return record;
}

}  // namespace ttcp::session

// SPDX-License-Identifier: MIT
#include "session/native/flows.h"

#include <algorithm>
#include <boost/asio/post.hpp>
#include <chrono>
#include <system_error>
#include <utility>

#include "base/random_fill.h"
#include "engine/datagram_receiver.h"
#include "engine/datagram_sender.h"
#include "engine/tcp_receiver.h"
#include "engine/tcp_sender.h"
#include "probe/rusage.h"
#include "probe/tcp_info.h"
#include "session/native/sockets.h"
#include "wire/native/datagram.h"

namespace ttcp::session::native {
namespace asio = boost::asio;
namespace {
using namespace std::chrono_literals;
using model::Direction;

// DESIGN section 5.
constexpr base::Duration kSpacing = 100ms;
constexpr base::Duration kFineSpacing = 10ms;
constexpr base::Duration kShortRun = 2s;
constexpr std::size_t kMostSamples = 20'000;  // 33 minutes at 100 ms; the far end takes no more than 200 000
// What one send or receive call moves at most: big blocks for few flows, so that many flows don't need much memory.
constexpr base::Bytes kBlock{std::int64_t{1} << 20};
constexpr base::Bytes kSmallBlock{std::int64_t{1} << 18};
constexpr int kFewFlows = 4;
// A datagram that has not come this long after its flow's end was announced is lost.
constexpr base::Duration kLateDatagram = 300ms;

base::Duration spacing_of(const model::RunPlan& plan) {
  return plan.traffic.time && *plan.traffic.time < kShortRun ? kFineSpacing : kSpacing;
}

model::BufferShape shape_of(const model::Traffic& traffic, bool sends) {
  model::BufferShape shape;
  shape.length = traffic.streams <= kFewFlows ? kBlock : kSmallBlock;
  if (sends && traffic.block) shape.length = *traffic.block;
  return shape;
}

}  // namespace

base::Result<std::shared_ptr<Flows>> Flows::make(const asio::any_io_executor& executor, FlowsSetup setup, Told told) {
  auto flows = std::make_shared<Flows>(executor, std::move(setup), std::move(told));
  if (auto prepared = flows->prepare(); !prepared) return prepared.error();
  return flows;
}

Flows::Flows(const asio::any_io_executor& executor, FlowsSetup setup, Told told)
    : executor_(executor),
      setup_(std::move(setup)),
      told_(std::move(told)),
      sampler_(executor),
      spacing_(spacing_of(setup_.plan)) {}

Flows::~Flows() {
  for (auto& flow : flows_) flow->stop.request_stop();
  if (!gone_) gate_.count_down();
  for (auto& flow : flows_) {
    if (flow->thread.joinable()) flow->thread.join();
  }
}

base::Result<void> Flows::prepare() {
  for (auto& socket : std::exchange(setup_.sockets, {})) {
    if (auto added = add(std::move(socket)); !added) return added;
  }
  for (auto& flow : flows_) {
    if (auto started = start_thread(*flow); !started) return started;
  }
  return {};
}

base::Result<void> Flows::add(FlowSocket socket) {
  auto flow = std::make_unique<Flow>();
  flow->sends = sends(socket.direction);
  flow->socket = std::move(socket);
  samples_[flow->socket.direction];
  if (auto given = give_memory(*flow); !given) return given;
  flows_.push_back(std::move(flow));
  return {};
}

base::Result<void> Flows::give_memory(Flow& flow) const {
  if (!flow.sends && !tcp()) return {};
  auto buffer = engine::Buffer::make(shape_of(setup_.plan.traffic, flow.sends));
  if (!buffer) return buffer.error();
  if (flow.sends) {
    const auto stream = static_cast<std::uint64_t>(flow.socket.stream);
    base::RandomFill(setup_.seed + (stream << 48U)).fill(buffer->bytes());
  }
  if (flow.sends && tcp()) {
    flow.source = std::make_unique<engine::RepeatedBlock>(std::move(*buffer));
  } else {
    flow.buffer.emplace(std::move(*buffer));
  }
  return {};
}

bool Flows::sends(Direction direction) const {
  return (direction == Direction::upload) == (setup_.side == wire::native::Side::client);
}

base::Result<void> Flows::start_thread(Flow& flow) {
  try {
    flow.thread = std::thread([this, &flow] {
      gate_.wait();
      flow.outcome = move(flow);
      // The destructor joins this thread, and handlers that come after it find nobody.
      asio::post(executor_, [weak = weak_from_this(), &flow] {
        if (const auto self = weak.lock()) self->flow_is_over(flow);
      });
    });
  } catch (const std::system_error& error) {
    return base::Error{base::Error::Kind::system, "start a thread", error.code().value(), ""};
  }
  ++running_;
  return {};
}

void Flows::go() {
  gone_ = true;
  usage_at_start_ = probe::read_usage();
  started_ = base::now();
  ended_ = started_;
  gate_.count_down();
  wait_for_sample();
}

engine::Limits Flows::send_limits(int stream) const {
  const auto& traffic = setup_.plan.traffic;
  engine::Limits limits;
  limits.time = traffic.time;
  if (!tcp()) limits.smallest_rest = wire::native::kDatagramHeader;
  if (traffic.bytes) {
    const std::int64_t streams = traffic.streams;
    const std::int64_t share = traffic.bytes->count() / streams;
    limits.bytes = base::Bytes(share + (stream < traffic.bytes->count() % streams ? 1 : 0));
  }
  return limits;
}

engine::Outcome Flows::move(Flow& flow) const { return flow.sends ? send(flow) : receive(flow); }

engine::Outcome Flows::send(Flow& flow) const {
  const auto& traffic = setup_.plan.traffic;
  std::optional<base::BitRate> rate;
  if (traffic.rate) rate = base::BitRate::bits_per_second(traffic.rate->in_bits_per_second() / traffic.streams);
  const engine::ClockHooks hooks{[] {}, [] {}};
  if (tcp()) {
    engine::SendOrder order;
    order.socket = flow.socket.socket.get();
    order.source = flow.source.get();
    order.limits = send_limits(flow.socket.stream);
    order.clock = hooks;
    order.wait_for_far_end = false;  // the far end tells what it received
    order.rate = rate;
    return engine::send_tcp(order, flow.counters, flow.stop.get_token());
  }
  engine::DatagramSendOrder order;
  order.socket = flow.socket.socket.get();
  order.block = flow.buffer->bytes();
  order.limits = send_limits(flow.socket.stream);
  order.clock = hooks;
  order.rate = rate;
  const auto tag = wire::native::tag_of(setup_.udp_token);
  order.stamp = [tag, stream = datagram_stream(flow.socket.stream, flow.socket.direction)](
                    std::span<std::byte> datagram, std::uint64_t sequence, base::TimePoint now) {
    wire::native::stamp(datagram.first<wire::native::kDatagramHeader>(),
                        {stream, tag, sequence, now.time_since_epoch()});
  };
  return engine::send_datagrams(order, flow.counters, flow.stop.get_token());
}

engine::Outcome Flows::receive(Flow& flow) const {
  const engine::ClockHooks hooks{[] {}, [] {}};
  if (tcp()) {
    engine::ReceiveOrder order;
    order.socket = flow.socket.socket.get();
    order.buffer = &*flow.buffer;
    order.clock = hooks;
    return engine::receive_tcp(order, flow.counters, flow.stop.get_token());
  }
  engine::DatagramReceiveOrder order;
  order.socket = flow.socket.socket.get();
  order.clock = hooks;
  const auto tag = wire::native::tag_of(setup_.udp_token);
  const int stream = datagram_stream(flow.socket.stream, flow.socket.direction);
  order.judge = [tag, stream, &flow](std::span<const std::byte> head, std::size_t, base::Duration arrived_at) {
    const auto header = wire::native::data_header(head);
    if (!header || header->tag != tag || header->stream != stream) return false;
    flow.sequences.took(header->sequence, header->sent_at, arrived_at);
    return true;
  };
  return engine::receive_datagrams(order, flow.counters, flow.stop.get_token());
}

void Flows::stop(Flow& flow) {
  if (flow.over) return;
  flow.stopped_here = true;
  flow.stop.request_stop();
}

void Flows::stop_sending() {
  for (auto& flow : flows_) {
    if (flow->sends) stop(*flow);
  }
}

void Flows::cut() {
  for (auto& flow : flows_) stop(*flow);
}

void Flows::expect(Direction direction, const std::vector<std::int64_t>& datagrams) {
  for (auto& flow : flows_) {
    const auto index = static_cast<std::size_t>(flow->socket.stream);
    if (flow->sends || flow->socket.direction != direction || index >= datagrams.size()) continue;
    flow->expected = datagrams[index];
    flow->moved_at = base::now();
  }
}

void Flows::flow_is_over(Flow& flow) {
  flow.over = true;
  --running_;
  if (tcp()) {
    if (auto facts = probe::read_tcp_facts(flow.socket.socket.get())) flow.tcp_at_end = *facts;
  }
  if (running_ == 0) {
    ended_ = base::now();
    usage_at_end_ = probe::read_usage();
    sampler_.cancel();
  }
  told_();
}

// A long test keeps every second sample once there are too many, and goes on at half the pace.
void Flows::thin_out() {
  bool is_long = false;
  for (auto& [direction, samples] : samples_) {
    if (samples.size() < kMostSamples) continue;
    for (std::size_t kept = 0; kept < samples.size() / 2; ++kept) samples[kept] = samples[2 * kept + 1];
    samples.resize(samples.size() / 2);
    is_long = true;
  }
  if (is_long) spacing_ *= 2;
}

void Flows::wait_for_sample() {
  sampler_.expires_after(spacing_);
  sampler_.async_wait([weak = weak_from_this()](const boost::system::error_code& cancelled) {
    const auto self = weak.lock();
    if (cancelled || !self || self->over()) return;
    const auto now = base::now();
    for (auto& [direction, samples] : self->samples_) samples.push_back(self->sample_of(direction, base::now()));
    self->look_for_quiet(now);
    self->thin_out();
    self->told_();
    self->wait_for_sample();
  });
}

// A UDP receiver is done when all that was sent has come, or when the rest is late.
void Flows::look_for_quiet(base::TimePoint now) {
  if (tcp()) return;
  for (auto& flow : flows_) {
    if (flow->sends || flow->over || !flow->expected) continue;
    const auto seen = flow->counters.datagrams.get();
    if (seen != flow->last_seen) flow->moved_at = now;
    flow->last_seen = seen;
    if (seen >= *flow->expected || now - flow->moved_at >= kLateDatagram) stop(*flow);
  }
}

bool Flows::has_senders() const {
  return std::ranges::any_of(flows_, [](const auto& flow) { return flow->sends; });
}

bool Flows::senders_over() const {
  return std::ranges::all_of(flows_, [](const auto& flow) { return !flow->sends || flow->over; });
}

std::optional<base::Error> Flows::broken() const {
  for (const auto& flow : flows_) {
    if (flow->over && !flow->stopped_here && flow->outcome.error) return flow->outcome.error;
  }
  return std::nullopt;
}

base::Bytes Flows::moved() const {
  base::Bytes all;
  for (const auto& flow : flows_) all += base::Bytes(flow->counters.bytes.get());
  return all;
}

const std::vector<model::Sample>& Flows::samples(Direction direction) const {
  static const std::vector<model::Sample> kNone;
  const auto found = samples_.find(direction);
  return found == samples_.end() ? kNone : found->second;
}

std::vector<std::int64_t> Flows::datagrams_sent(Direction direction) const {
  std::vector<std::int64_t> sent;
  for (const auto& flow : flows_) {
    if (!flow->sends || flow->socket.direction != direction) continue;
    const auto index = static_cast<std::size_t>(flow->socket.stream);
    sent.resize(std::max(sent.size(), index + 1));
    sent[index] = flow->counters.datagrams.get();
  }
  return sent;
}

}  // namespace ttcp::session::native

// SPDX-License-Identifier: MIT
#include "session/native/client_run.h"

#include <sys/socket.h>

#include <algorithm>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <chrono>
#include <utility>
#include <variant>

#include "net/address.h"
#include "session/native/assemble.h"
#include "session/native/run_watch.h"
#include "stats/quantiles.h"
#include "wire/native/datagram.h"

namespace ttcp::session::native {
namespace asio = boost::asio;
namespace {
using namespace std::chrono_literals;
namespace wire = wire::native;
using model::Direction;

constexpr base::Duration kAnswer = 10s;         // for what the server answers at once
constexpr base::Bytes kEthernetDatagram{1452};  // fits 1500 with IPv6
constexpr base::Duration kHelloPause = 100ms;   // datagrams get lost

template <class Wanted>
asio::awaitable<base::Result<Wanted>> await(ClientSession& session, const char* what) {
  const net::Until until(base::now() + kAnswer, session.around.stop);
  while (true) {
    auto message = co_await session.control->next(until);
    if (!message) co_return no_answer(session, what);
    if (auto* wanted = std::get_if<Wanted>(&*message)) co_return std::move(*wanted);
    if (const auto* refusal = std::get_if<wire::Refusal>(&*message)) {
      co_return refused(*refusal);
    }
  }
}

// Connections that are made at the same time, so that many cost one round trip and not many.
struct Connecting {
  explicit Connecting(const asio::any_io_executor& executor) : bell(executor) {}
  asio::steady_timer bell;
  std::vector<FlowSocket> sockets;
  std::optional<base::Error> failure;
  std::size_t pending = 0;
};

asio::awaitable<void> connect_one(std::shared_ptr<Connecting> all, Route route, wire::Preface preface,
                                  model::Traffic traffic, net::Until until) {
  auto fd = co_await connect_along(route, preface, &traffic, until);
  if (fd) {
    all->sockets.push_back({preface.stream, preface.direction, std::move(*fd)});
  } else if (!all->failure) {
    all->failure = fd.error();
  }
  --all->pending;
  all->bell.cancel();
}

asio::awaitable<base::Result<std::vector<FlowSocket>>> connect_flows(ClientSession& session,
                                                                     const wire::Granted& granted) {
  const auto executor = co_await asio::this_coro::executor;
  const auto all = std::make_shared<Connecting>(executor);
  const net::Until until(base::now() + kAnswer, session.around.stop);
  for (const Direction direction : granted.plan.directions) {
    for (int stream = 0; stream < granted.plan.traffic.streams; ++stream) {
      wire::Preface preface{wire::Connection::data, session.record.session, granted.run, stream, direction};
      ++all->pending;
      asio::co_spawn(executor, connect_one(all, session.route, preface, granted.plan.traffic, until), asio::detached);
    }
  }
  while (all->pending > 0) {
    all->bell.expires_at(base::TimePoint::max());
    boost::system::error_code rung;
    co_await all->bell.async_wait(asio::redirect_error(asio::use_awaitable, rung));
  }
  if (all->failure) co_return *all->failure;
  co_return std::move(all->sockets);
}

base::Result<std::vector<FlowSocket>> open_datagram_flows(const ClientSession& session, const wire::Granted& granted) {
  std::vector<FlowSocket> sockets;
  for (const Direction direction : granted.plan.directions) {
    for (int stream = 0; stream < granted.plan.traffic.streams; ++stream) {
      auto fd = open_datagrams_along(session.route, granted.plan.traffic);
      if (!fd) return fd.error();
      sockets.push_back({stream, direction, std::move(*fd)});
    }
  }
  return sockets;
}

// A refused or lost one is sent again; what can't be sent at all shows as a server that is never ready.
void say_hello(const std::vector<FlowSocket>& sockets, const wire::Granted& granted) {
  for (const auto& flow : sockets) {
    const auto hello = wire::hello_datagram(granted.udp_token, datagram_stream(flow.stream, flow.direction));
    static_cast<void>(::send(flow.socket.get(), hello.data(), hello.size(), MSG_DONTWAIT | MSG_NOSIGNAL));
  }
}

asio::awaitable<base::Result<void>> be_ready(ClientSession& session, const std::vector<FlowSocket>& sockets,
                                             const wire::Granted& granted) {
  const auto deadline = base::now() + kAnswer;
  const bool udp = granted.plan.traffic.transport == model::Transport::udp;
  while (base::now() < deadline) {
    if (udp) say_hello(sockets, granted);
    const net::Until until(udp ? std::min(base::now() + kHelloPause, deadline) : deadline, session.around.stop);
    auto message = co_await session.control->next(until);
    if (!message && (session.stopped() || session.control->over())) break;
    if (!message) continue;
    if (std::holds_alternative<wire::Ready>(*message)) co_return base::Result<void>();
    if (const auto* refusal = std::get_if<wire::Refusal>(&*message)) {
      co_return refused(*refusal);
    }
  }
  co_return no_answer(session, udp ? "send datagrams to the server" : "connect the flows");
}

// Everything up to "go".
struct Agreed {
  wire::Granted granted;
  std::shared_ptr<Flows> flows;
};
asio::awaitable<base::Result<Agreed>> agree(ClientSession& session, const model::RunPlan& plan) {
  const auto executor = co_await asio::this_coro::executor;
  const int run = ++session.runs;
  session.control->say(wire::Prepare{run, plan});
  auto granted = co_await await<wire::Granted>(session, "agree on a test");
  if (!granted) co_return granted.error();
  // The later steps of a search ask for rates and times that the user never named.
  const bool is_asked_for = !session.plan.search_rate || run == 1;
  if (is_asked_for) std::ranges::for_each(granted->notes, [&](const auto& note) { session.note(note); });
  for (auto& note : unfulfilled_wishes(session.route.peer.family(), granted->plan.traffic)) {
    session.note(std::move(note));
  }
  const bool tcp = granted->plan.traffic.transport == model::Transport::tcp;
  base::Result<std::vector<FlowSocket>> sockets = base::Error{};
  if (tcp) {
    sockets = co_await connect_flows(session, *granted);
  } else {
    sockets = open_datagram_flows(session, *granted);
  }
  if (!sockets) co_return sockets.error();
  if (auto ready = co_await be_ready(session, *sockets, *granted); !ready) co_return ready.error();
  FlowsSetup setup{wire::Side::client, granted->plan, std::move(*sockets), granted->udp_token, session.around.seed};
  const std::weak_ptr<Control> control = session.control;
  auto flows = Flows::make(executor, std::move(setup), [control] {
    if (const auto alive = control.lock()) alive->poke();
  });
  if (!flows) co_return flows.error();
  co_return Agreed{std::move(*granted), std::move(*flows)};
}

// What the user left open: the largest datagram that the path takes whole, but no more than a millisecond's worth, so
// that a slow rate over a path of huge packets isn't a handful of datagrams.
model::RunPlan with_defaults(const ClientSession& session, model::RunPlan plan) {
  auto& traffic = plan.traffic;
  if (traffic.transport != model::Transport::udp || traffic.block) return plan;
  const auto fitting = fitting_datagram(session.route).value_or(kEthernetDatagram);
  constexpr std::int64_t kBitsPerByteAndMilliseconds = 8000;
  const auto rate = traffic.rate ? traffic.rate->in_bits_per_second() / traffic.streams : 0;
  const base::Bytes of_a_millisecond(rate / kBitsPerByteAndMilliseconds);
  traffic.block = std::min(fitting, std::max(of_a_millisecond, kEthernetDatagram));
  return plan;
}

// A server that refuses is there; one that falls silent or closes isn't any more.
model::Ending ending_of(const base::Error& why) {
  if (why.kind == base::Error::Kind::cancelled) return model::Ending::interrupted;
  const bool is_lost = why.kind == base::Error::Kind::timeout || why.kind == base::Error::Kind::peer;
  return is_lost && why.attempt != kRefused ? model::Ending::peer_lost : model::Ending::failed;
}

std::vector<model::DirectionRecord> broken_before_start(const model::RunPlan& plan, const base::Error& why) {
  std::vector<model::DirectionRecord> results;
  for (const Direction direction : plan.directions) {
    model::DirectionRecord result;
    result.direction = direction;
    result.simultaneous = plan.directions.size() > 1;
    result.asked = result.granted = plan.traffic;
    result.ending = ending_of(why);
    if (result.ending != model::Ending::interrupted) result.failure = why;
    results.push_back(std::move(result));
  }
  return results;
}

// Takes the load's latencies from the probe.
Terms terms_of(ClientSession& session, const model::Traffic& asked, const model::RunPlan& granted, bool settled) {
  Terms terms;
  terms.asked = asked;
  terms.granted = granted;
  terms.settled = settled;
  terms.omit = session.plan.omit;
  terms.ipv6 = net::is_ipv6(session.route.peer);
  terms.near = session.record.near.link;
  if (session.record.far) terms.far = session.record.far->link;
  if (!session.probe) return terms;
  const auto seen = session.probe->harvest();
  terms.loaded = stats::latency_of(seen.times, seen.outstanding);
  return terms;
}

// The first run couldn't be had, though the server is there. One that is gone has broken the test.
bool is_no_test(const ClientSession& session, const base::Error& why) {
  const bool is_gone = session.control->over() && ending_of(why) == model::Ending::peer_lost;
  return session.record.results.empty() && session.runs == 1 && !is_gone;
}

}  // namespace

asio::awaitable<std::vector<model::DirectionRecord>> measure_run(ClientSession& session, model::RunPlan asked) {
  const auto plan = with_defaults(session, asked);
  auto agreed = co_await agree(session, plan);
  if (!agreed && is_no_test(session, agreed.error())) session.refusal = agreed.error();
  if (!agreed) co_return broken_before_start(plan, agreed.error());
  const auto& granted = agreed->granted.plan;
  session.tell(
      model::PhaseStarted{granted.directions, granted.traffic.transport, granted.traffic.time, granted.traffic.rate});
  if (session.probe) static_cast<void>(session.probe->harvest());  // those of before the load
  const auto watch = std::make_shared<RunWatch>(session, plan.traffic, granted);
  Running running;
  running.control = session.control;
  running.flows = agreed->flows;
  running.run = agreed->granted.run;
  running.leads = true;
  running.judge = [watch](const Flows& flows, const Samples& far) { return watch->look(flows, far); };
  session.control->say(wire::Go{running.run});
  const auto outcome = co_await carry_out(std::move(running), session.around.stop);
  auto assembled = assemble(terms_of(session, plan.traffic, granted, watch->is_settled()), outcome);
  for (auto& note : assembled.notes) session.note(std::move(note));
  watch->finish(assembled.results);
  co_return std::move(assembled.results);
}

}  // namespace ttcp::session::native

// SPDX-License-Identifier: MIT
#include "session/serve/classic_client.h"

#include <chrono>
#include <utility>

#include "net/sockets.h"
#include "session/flow.h"
#include "session/link.h"
#include "session/no_observer.h"

namespace ttcp::session::serve {
namespace asio = boost::asio;
namespace {
using namespace std::chrono_literals;

// In mid-test. A client that is only slow goes on; one that is gone must give its place back.
constexpr base::Duration kSilence = 30s;
constexpr base::Bytes kReads{262144};

model::FlowPlan sink_plan(model::Transport transport, std::uint16_t port) {
  model::FlowPlan plan;
  plan.transport = transport;
  plan.endpoint.port = port;
  plan.buffer.length = kReads;
  plan.sink = model::PayloadSink::discard;
  if (transport == model::Transport::tcp) plan.patience = kSilence;  // UDP has its own, docs/protocols/classic.md
  return plan;
}

asio::awaitable<void> measure(std::shared_ptr<House> house, model::FlowPlan plan, Link link) {
  NoObserver nobody;
  Surroundings around;
  around.observer = &nobody;
  around.stop = house->stop();
  around.stop_signal = house->around.stop_signal;
  around.version = house->around.version;
  auto buffer = prepare_buffer(plan);
  if (!buffer) {
    house->tell(model::Refused{link.peer_address, link.peer_port, buffer.error()});
    co_return;
  }
  auto record = co_await run_flow(plan, link, std::move(*buffer), around);
  if (record) {
    house->finish(model::Served{std::move(*record)});
  } else {
    house->tell(model::Refused{link.peer_address, link.peer_port, record.error()});
  }
}

}  // namespace

asio::awaitable<void> serve_classic_client(std::shared_ptr<House> house, net::Accepted accepted) {
  const Busy busy(*house);
  Link link{std::move(accepted.fd), net::text_of(accepted.peer), net::port_of(accepted.peer), {}, {}};
  // A vanished client is noticed by the silence; this notices it sooner.
  if (auto alive = net::keep_alive(link.socket.get()); !alive) co_return;
  const auto own = net::own_address(link.socket.get());
  auto& admissions = house->admissions_for_classic();
  Admissions::Visitor visitor{[](int) {}, [] { return false; }};  // it can't be told, and its bytes can wait
  const auto answer = co_await admissions.enter(std::move(visitor), house->stop());
  if (answer != Admissions::Answer::admitted) co_return;
  const auto plan = sink_plan(model::Transport::tcp, own ? net::port_of(*own) : std::uint16_t{0});
  co_await measure(house, plan, std::move(link));
  admissions.leave();
}

asio::awaitable<void> serve_classic_sender(std::shared_ptr<House> house, net::Accepted connected,
                                           std::vector<base::Bytes> first) {
  const Busy busy(*house);
  const auto own = net::own_address(connected.fd.get());
  Link link{std::move(connected.fd), net::text_of(connected.peer), net::port_of(connected.peer), {}, std::move(first)};
  const auto plan = sink_plan(model::Transport::udp, own ? net::port_of(*own) : std::uint16_t{0});
  co_await measure(house, plan, std::move(link));
}

}  // namespace ttcp::session::serve

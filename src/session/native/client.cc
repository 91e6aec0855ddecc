// SPDX-License-Identifier: MIT
#include "session/native/client.h"

#include <algorithm>
#include <boost/asio/this_coro.hpp>
#include <chrono>
#include <utility>
#include <variant>

#include "net/sockets.h"
#include "probe/host.h"
#include "probe/tcp_info.h"
#include "session/native/client_run.h"
#include "stats/quantiles.h"

namespace ttcp::session::native {
namespace asio = boost::asio;
namespace {
using namespace std::chrono_literals;
namespace wire = wire::native;

constexpr base::Duration kConnectPatience = 10s;  // per address of the server
constexpr base::Duration kTick = 100ms;
constexpr base::Duration kFarewell = 1s;

// A port that is open but doesn't answer is most often another program's.
base::Error not_admitted(const ClientSession& session) {
  auto error = no_answer(session, "wait for the server");
  if (!session.stopped()) error.detail += (error.detail.empty() ? "" : "; ") + std::string("is it a ttcp serve?");
  return error;
}

// Hello, and as long as it takes until the server has a place for us.
asio::awaitable<base::Result<wire::Welcome>> be_admitted(ClientSession& session) {
  session.control->say(wire::Hello{wire::kVersion, session.record.near});
  while (true) {
    const net::Until until(std::nullopt, session.around.stop);
    const auto message = co_await session.control->next(until);
    if (!message) {
      if (session.stopped() || session.control->over()) co_return not_admitted(session);
      continue;
    }
    if (const auto* welcome = std::get_if<wire::Welcome>(&*message)) co_return *welcome;
    if (const auto* wait = std::get_if<wire::Wait>(&*message)) session.tell(model::Queued{wait->place});
    if (const auto* refusal = std::get_if<wire::Refusal>(&*message)) co_return refused(*refusal);
  }
}

asio::awaitable<void> open_probe(ClientSession& session) {
  const auto executor = co_await asio::this_coro::executor;
  wire::Preface preface;
  preface.connection = wire::Connection::probe;
  preface.session = session.record.session;
  const net::Until until(base::now() + kConnectPatience, session.around.stop);
  auto connected = co_await connect_along(session.route, preface, nullptr, until);
  if (connected) {
    session.probe = std::make_unique<LatencyProbe>(executor, std::move(*connected));
  } else if (!session.stopped()) {
    session.note("latency was not measured: " + base::to_text(connected.error()));
  }
}

// True: go on.
asio::awaitable<bool> measure_idle(ClientSession& session) {
  co_await open_probe(session);
  if (session.plan.idle_latency == base::Duration(0) || !session.probe) co_return true;
  session.tell(model::PhaseStarted{{}, model::Transport::tcp, session.plan.idle_latency, std::nullopt});
  const auto started = base::now();
  const auto end = started + session.plan.idle_latency;
  while (base::now() < end && !session.stopped() && !session.control->over()) {
    const net::Until tick(std::min(base::now() + kTick, end), session.around.stop);
    static_cast<void>(co_await session.control->next(tick));
    const auto elapsed = base::now() - started;
    model::Progress progress;
    progress.elapsed = elapsed;
    progress.left = std::max(session.plan.idle_latency - elapsed, base::Duration(0));
    progress.rtt = session.probe->newest();
    session.tell(progress);
  }
  const auto seen = session.probe->harvest();
  session.record.idle = stats::latency_of(seen.times, seen.outstanding);
  if (session.record.idle) session.tell(model::IdleOver{*session.record.idle});
  co_return !session.stopped() && !session.control->over();
}

bool is_whole(const model::DirectionRecord& result) { return result.ending == model::Ending::complete; }

asio::awaitable<void> measure_runs(ClientSession& session) {
  for (const auto& run : session.plan.runs) {
    auto measuring = session.plan.search_rate ? search_rate(session, run) : measure_run(session, run);
    auto results = co_await std::move(measuring);
    const bool whole = std::ranges::all_of(results, is_whole);
    for (auto& result : results) {
      session.tell(model::DirectionOver{result});
      session.record.results.push_back(std::move(result));
    }
    if (!whole || session.stopped()) co_return;
  }
}

// The test ended as its first part that isn't whole.
void conclude(ClientSession& session) {
  auto& record = session.record;
  const auto broken = std::ranges::find_if(record.results, [](const auto& result) { return !is_whole(result); });
  if (session.stopped()) {
    record.ending = model::Ending::interrupted;
    record.interrupted_by = session.around.stop_signal();
  } else if (broken != record.results.end()) {
    record.ending = broken->ending;
    record.failure = broken->failure;
  } else if (record.results.size() < session.plan.runs.size()) {
    record.ending = model::Ending::peer_lost;
    record.failure = no_answer(session, "wait for the server");
  }
}

// Whatever this end said last, a refusal perhaps, must reach the server.
asio::awaitable<void> part(ClientSession& session) {
  session.control->say(wire::Bye{});
  const net::Until until(base::now() + kFarewell);
  co_await session.control->leave(until);
}

}  // namespace

base::Error refused(const wire::Refusal& refusal) { return {base::Error::Kind::peer, kRefused, 0, refusal.sentence}; }

base::Error no_answer(const ClientSession& session, const char* what) {
  if (session.stopped()) return {base::Error::Kind::cancelled, "test", 0, "stopped"};
  if (session.control->over()) return *session.control->over();
  return {base::Error::Kind::timeout, what, 0, "the server didn't answer"};
}

void ClientSession::note(std::string text) {
  if (std::ranges::find(record.notes, text) != record.notes.end()) return;
  record.notes.push_back(text);
  tell(model::Noted{std::move(text)});
}

asio::awaitable<base::Result<model::TestRecord>> run_test(model::TestPlan plan, TestAround around) {
  ClientSession session;
  session.plan = plan;
  session.around = around;
  session.record.plan = plan;
  session.record.version = around.version;
  session.record.started = std::chrono::system_clock::now();
  const auto started = base::now();
  const auto executor = co_await asio::this_coro::executor;
  auto addresses = look_up(plan);
  if (!addresses) co_return addresses.error();
  around.looked_up();
  auto reached = co_await reach(plan, std::move(*addresses), kConnectPatience, around.stop);
  if (!reached) co_return reached.error();
  session.route = reached->route;
  const int fd = reached->socket.get();
  session.record.peer_address = net::text_of(session.route.peer);
  session.record.peer_port = net::port_of(session.route.peer);
  session.record.near = probe::read_host_facts("ttcp " + around.version, probe::interface_of(fd));
  const auto facts = probe::read_tcp_facts(fd);
  session.control = std::make_shared<Control>(executor, std::move(reached->socket), wire::Side::client);
  session.control->start();
  auto welcome = co_await be_admitted(session);
  if (!welcome) {
    co_await part(session);
    co_return welcome.error();
  }
  session.record.session = welcome->session;
  session.record.far = welcome->host;
  session.tell(model::Connected{session.record.peer_address, session.record.peer_port, welcome->host,
                                facts ? facts->congestion_control : ""});
  if (co_await measure_idle(session)) co_await measure_runs(session);
  session.probe.reset();
  if (session.refusal && !session.stopped()) {
    co_await part(session);
    co_return *session.refusal;
  }
  conclude(session);
  co_await part(session);
  session.record.real = base::now() - started;
  session.tell(model::TestOver{session.record});
  co_return std::move(session.record);
}

}  // namespace ttcp::session::native

// SPDX-License-Identifier: MIT
#include "session/serve/native_session.h"

#include <fmt/format.h>
#include <sys/socket.h>

#include <algorithm>
#include <chrono>
#include <utility>
#include <variant>

#include "net/options.h"
#include "net/sockets.h"
#include "probe/host.h"
#include "session/native/assemble.h"
#include "session/native/carry_out.h"
#include "session/native/sockets.h"
#include "session/serve/grant.h"

namespace ttcp::session::serve {
namespace asio = boost::asio;
namespace {
using namespace std::chrono_literals;
namespace wire = wire::native;
using model::Direction;

constexpr base::Duration kFlowsPatience = 10s;  // for the client's connections and its go
constexpr base::Duration kFarewell = 300ms;
// Between runs a client holds its place for as long as this.
constexpr base::Duration kBetweenRuns = 30s;
// A client that goes on longer than it was granted, or than a test without a time takes, is cut.
constexpr base::Duration kOvertime = 2s;
constexpr base::Duration kLongestOpenEnded = 60s;

// How long a run may last; absent: as long as it takes to move its bytes.
std::optional<base::Duration> longest(const model::Traffic& granted, const model::ServeLimits& limits) {
  if (granted.time) return *granted.time + kOvertime;
  if (granted.bytes && !limits.duration) return std::nullopt;
  return limits.duration.value_or(kLongestOpenEnded) + kOvertime;
}

bool is_here(const std::string& congestion) {
  const auto fd = net::open_socket(AF_INET, model::Transport::tcp);
  return fd && net::set_congestion(fd->get(), congestion);
}

base::Error not_here(const std::string& congestion) {
  const auto fd = net::open_socket(AF_INET, model::Transport::tcp);
  if (!fd) return fd.error();
  const auto set = net::set_congestion(fd->get(), congestion);
  return set ? base::Error{} : set.error();
}

}  // namespace

NativeSession::NativeSession(std::shared_ptr<House> house, net::Accepted accepted)
    : house_(std::move(house)), peer_(accepted.peer) {
  const int fd = accepted.fd.get();
  if (const auto own = net::own_address(fd)) own_ = *own;
  record_.session = fmt::format("{:016x}{:016x}", house_->around.random(), house_->around.random());
  record_.version = house_->around.version;
  record_.started = std::chrono::system_clock::now();
  record_.peer_address = net::text_of(peer_);
  record_.peer_port = net::port_of(peer_);
  control_ = std::make_shared<native::Control>(house_->executor, std::move(accepted.fd), wire::Side::server);
}

asio::awaitable<void> NativeSession::serve() {
  const auto self = shared_from_this();
  const Busy busy(*house_);
  control_->start();
  if (co_await admit()) {
    // Dozens of files: not for everybody who stands in the queue.
    const auto interface = probe::interface_of(control_->descriptor());
    record_.near = probe::read_host_facts("ttcp " + house_->around.version, interface);
    house_->sessions[record_.session] = weak_from_this();
    control_->say(wire::Welcome{record_.session, record_.near});
    co_await serve_runs();
    house_->sessions.erase(record_.session);
    house_->admissions.leave();
    conclude();
  } else {
    tell_why_no_test();
  }
  over_.request_stop();
  sockets_.clear();
  const net::Until until(base::now() + kFarewell);
  co_await control_->leave(until);
}

// Hello, then a place.
asio::awaitable<bool> NativeSession::admit() {
  const net::Until until(std::nullopt, house_->stop());
  auto first = co_await control_->next(until);
  const auto* hello = first ? std::get_if<wire::Hello>(&*first) : nullptr;
  if (hello == nullptr) co_return false;
  record_.far = hello->host;
  Admissions::Visitor visitor;
  visitor.told = [this](int place) { control_->say(wire::Wait{place}); };
  visitor.gone = [this] { return control_->over().has_value(); };
  const auto answer = co_await house_->admissions.enter(std::move(visitor), house_->stop());
  if (answer == Admissions::Answer::full) refuse("queue-full", "the server's queue is full");
  if (answer == Admissions::Answer::stopped) refuse("leaving", "the server is going down");
  if (answer != Admissions::Answer::admitted) co_return false;
  if (!control_->over()) co_return true;
  house_->admissions.leave();
  co_return false;
}

asio::awaitable<void> NativeSession::serve_runs() {
  auto idle_until = base::now() + kBetweenRuns;
  while (!control_->over()) {
    const net::Until until(idle_until, house_->stop());
    auto message = co_await control_->next(until);
    if (house_->stop().stop_requested()) refuse("leaving", "the server is going down");
    if (!message && base::now() >= idle_until) refuse("idle", "no test was asked for");
    const auto* asked = message ? std::get_if<wire::Prepare>(&*message) : nullptr;
    if (asked == nullptr) continue;
    const auto going_on = co_await serve_run(*asked);
    if (!going_on) co_return;
    idle_until = base::now() + kBetweenRuns;
  }
}

// False: this client is done.
asio::awaitable<bool> NativeSession::serve_run(const wire::Prepare& asked) {
  if (!prepare(asked)) co_return false;
  auto flows_here = co_await await_flows();
  if (!flows_here) co_return false;
  control_->say(wire::Ready{run_});
  auto gone = co_await await_go();
  if (!gone) co_return false;
  co_await move_payload();
  co_return record_.results.back().ending == model::Ending::complete;
}

bool NativeSession::prepare(const wire::Prepare& asked) {
  run_ = asked.run;
  asked_ = asked.plan.traffic;
  sockets_.clear();
  attach_failure_.reset();
  auto granted = grant(house_->plan.limits, asked.plan);
  if (!granted) {
    refuse("bad-plan", granted.error().detail);
    return false;
  }
  granted_ = std::move(granted->plan);
  const auto& traffic = granted_.traffic;
  if (!traffic.congestion.empty() && !is_here(traffic.congestion)) {
    refuse("no-congestion", "at the server: " + not_here(traffic.congestion).detail);
    return false;
  }
  for (const auto& note : native::unfulfilled_wishes(peer_.family(), traffic)) {
    granted->notes.push_back("at the server: " + note);
  }
  const bool udp = traffic.transport == model::Transport::udp;
  token_ = udp ? fmt::format("{:016x}{:016x}", house_->around.random(), house_->around.random()) : "";
  control_->say(wire::Granted{run_, granted_, std::move(granted->notes), token_});
  return true;
}

std::size_t NativeSession::flows_wanted() const {
  return granted_.directions.size() * static_cast<std::size_t>(granted_.traffic.streams);
}

asio::awaitable<bool> NativeSession::await_flows() {
  const net::Until until(base::now() + kFlowsPatience, house_->stop());
  while (sockets_.size() < flows_wanted() && !attach_failure_) {
    static_cast<void>(co_await control_->next(until));
    if (control_->over()) co_return false;
    if (house_->stop().stop_requested()) {
      refuse("leaving", "the server is going down");
      co_return false;
    }
    if (base::now() >= *until.at) break;
  }
  run_token_ = std::exchange(token_, {});  // no more hellos
  if (attach_failure_) {
    refuse("flow", base::to_text(*attach_failure_));
    co_return false;
  }
  if (sockets_.size() == flows_wanted()) co_return true;
  refuse("flows-missing", fmt::format("only {} of {} flows reached the server", sockets_.size(), flows_wanted()));
  co_return false;
}

asio::awaitable<bool> NativeSession::await_go() {
  const net::Until until(base::now() + kFlowsPatience, house_->stop());
  while (true) {
    auto message = co_await control_->next(until);
    if (message && std::holds_alternative<wire::Go>(*message)) co_return true;
    if (message && !control_->over()) continue;
    if (house_->stop().stop_requested()) refuse("leaving", "the server is going down");
    if (base::now() >= *until.at) refuse("late", "the go didn't come");
    if (control_->over()) co_return false;
  }
}

asio::awaitable<void> NativeSession::move_payload() {
  native::FlowsSetup setup{wire::Side::server, granted_, std::exchange(sockets_, {}), {}, house_->around.random()};
  setup.udp_token = run_token_;
  native::RunOutcome outcome;
  const std::weak_ptr<native::Control> control = control_;
  auto flows = native::Flows::make(house_->executor, std::move(setup), [control] {
    if (const auto alive = control.lock()) alive->poke();
  });
  if (flows) {
    native::Running running;
    running.control = control_;
    running.flows = *flows;
    running.run = run_;
    running.tells_counts = true;
    if (const auto most = longest(granted_.traffic, house_->plan.limits)) {
      running.judge = [most = *most](const native::Flows& moving, const native::Samples&) {
        return base::now() - moving.started() > most ? native::Verdict::stop : native::Verdict::go_on;
      };
    }
    outcome = co_await native::carry_out(std::move(running), house_->stop());
  } else {
    outcome.ending = model::Ending::failed;
    outcome.failure = flows.error();
    refuse("failed", base::to_text(flows.error()));
  }
  native::Terms terms;
  terms.side = wire::Side::server;
  terms.asked = asked_;
  terms.granted = granted_;
  terms.ipv6 = net::is_ipv6(peer_);
  terms.near = record_.near.link;
  if (record_.far) terms.far = record_.far->link;
  auto assembled = native::assemble(terms, outcome);
  for (auto& result : assembled.results) record_.results.push_back(std::move(result));
  for (auto& note : assembled.notes) record_.notes.push_back(std::move(note));
}

void NativeSession::attach(const wire::Preface& preface, net::Accepted accepted) {
  if (preface.run != run_ || granted_.traffic.transport != model::Transport::tcp) return;
  if (!is_expected(preface.stream, preface.direction)) return;
  auto granted = native::grant_wishes(accepted.fd.get(), accepted.peer.family(), granted_.traffic);
  if (!granted) {
    attach_failure_ = granted.error();
    control_->poke();
    return;
  }
  add(preface.stream, preface.direction, std::move(accepted.fd));
}

void NativeSession::attach(const wire::HelloDatagram& hello, const net::Address& peer, const net::Address& listener) {
  const bool download = hello.stream >= model::kMostStreams;
  const int stream = download ? hello.stream - model::kMostStreams : hello.stream;
  const auto direction = download ? Direction::download : Direction::upload;
  if (!net::is_same_host(peer, peer_) || !is_expected(stream, direction)) return;
  auto socket = native::open_datagrams_between(net::with_port(own_, net::port_of(listener)), peer, granted_.traffic);
  if (!socket) {
    attach_failure_ = socket.error();
    control_->poke();
    return;
  }
  add(stream, direction, std::move(*socket));
}

bool NativeSession::is_expected(int stream, Direction direction) const {
  if (control_->over() || sockets_.size() >= flows_wanted()) return false;
  if (stream < 0 || stream >= granted_.traffic.streams) return false;
  if (std::ranges::find(granted_.directions, direction) == granted_.directions.end()) return false;
  return std::ranges::none_of(sockets_,
                              [&](const auto& flow) { return flow.stream == stream && flow.direction == direction; });
}

void NativeSession::add(int stream, Direction direction, base::OwnedFd socket) {
  sockets_.push_back({stream, direction, std::move(socket)});
  if (sockets_.size() == flows_wanted()) control_->poke();
}

void NativeSession::refuse(std::string_view kind, std::string sentence) {
  if (control_->over()) return;
  // Once something was measured the test's own line says how it ended.
  if (record_.results.empty()) {
    house_->tell(model::Refused{record_.peer_address, record_.peer_port, {base::Error::Kind::peer, "", 0, sentence}});
  }
  control_->say(wire::Refusal{std::string(kind), std::move(sentence)});
}

// What this end refused is told already, and a client that said bye before its first run only came to look.
void NativeSession::tell_why_no_test() {
  const auto& over = control_->over();
  if (!over || over->kind == base::Error::Kind::cancelled || over->detail == wire::kByeArrived) return;
  house_->tell(model::Refused{record_.peer_address, record_.peer_port, *over});
}

void NativeSession::conclude() {
  record_.real = base::now() - started_;
  if (record_.results.empty()) return tell_why_no_test();
  const auto broken = std::ranges::find_if(record_.results,
                                           [](const auto& result) { return result.ending != model::Ending::complete; });
  if (broken != record_.results.end()) {
    record_.ending = broken->ending;
    record_.failure = broken->failure;
  }
  if (record_.ending == model::Ending::interrupted) record_.interrupted_by = house_->around.stop_signal();
  house_->finish(model::Served{std::move(record_)});
}

}  // namespace ttcp::session::serve

// SPDX-License-Identifier: MIT
#include "session/serve/serve.h"

#include <algorithm>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/this_coro.hpp>
#include <cerrno>
#include <chrono>
#include <utility>
#include <vector>

#include "net/options.h"
#include "net/timed.h"
#include "session/serve/datagrams.h"
#include "session/serve/greet.h"
#include "session/serve/listeners.h"

namespace ttcp::session::serve {
namespace asio = boost::asio;
namespace {
using namespace std::chrono_literals;

// Descriptors or memory ran out: the server rests instead of spinning, and clients wait in the kernel's queue.
constexpr base::Duration kAcceptPause = 50ms;
// How many of the silent are dropped to make room for one who may not be.
constexpr std::size_t kDroppedAtOnce = 16;
constexpr base::Duration kLastLook = 10ms;

// nettp's session tells in its own terms.
class NettpWatcher : public model::ServerObserver {
 public:
  explicit NettpWatcher(House& house) : house_(house) {}
  void on_listening(std::uint16_t) override {}
  void on_refused(const std::string& address, std::uint16_t port, const base::Error& why) override {
    house_.tell(model::Refused{address, port, why});
  }
  void on_trouble(const base::Error& why) override { house_.tell(model::Trouble{why}); }
  void on_finished(const model::FlowRecord& record) override { house_.finish(model::Served{record}); }

 private:
  House& house_;
};

std::shared_ptr<NettpDesk> nettp_desk(House& house, NettpWatcher& watcher, std::uint16_t port) {
  auto desk = std::make_shared<NettpDesk>();
  desk->port = port;
  desk->watcher = &watcher;
  desk->around.stop = house.stop();
  desk->around.stop_signal = house.around.stop_signal;
  desk->around.version = house.around.version;
  desk->enter = [&house] { return house.admissions.try_enter(); };
  desk->leave = [&house] { house.admissions.leave(); };
  return desk;
}

bool is_exhaustion(const base::Error& error) { return error.os_errno == EMFILE || error.os_errno == ENFILE; }

void drop_oldest_silent(House& house) {
  std::size_t dropped = 0;
  for (auto* greeting : house.greetings) {
    if (dropped++ == kDroppedAtOnce) break;
    greeting->request_stop();
  }
}

asio::awaitable<void> accept_all(std::shared_ptr<House> house, int listener) {
  const Busy busy(*house);
  const net::Until stopped(std::nullopt, house->stop());
  while (!house->stop().stop_requested()) {
    auto accepted = co_await net::accept_one(listener, stopped);
    if (accepted && is_allowed(*house, accepted->peer)) {
      asio::co_spawn(house->executor, greet(house, std::move(*accepted)), asio::detached);
    } else if (accepted) {
      house->tell(model::Refused{net::text_of(accepted->peer), net::port_of(accepted->peer),
                                 base::Error{base::Error::Kind::peer, "accept", 0, "not in --allow"}});
    } else if (accepted.error().kind != base::Error::Kind::cancelled) {
      house->tell(model::Trouble{accepted.error()});
      if (is_exhaustion(accepted.error())) drop_oldest_silent(*house);
      const net::Until rested(base::now() + kAcceptPause, house->stop());
      co_await net::sleep_until(rested);
    }
  }
}

model::Listening listening_at(const std::vector<Listener>& listeners) {
  model::Listening listening;
  for (const auto& listener : listeners) listening.endpoints.push_back(text_of(listener));
  return listening;
}

}  // namespace

asio::awaitable<base::Result<void>> run_server(model::ServePlan plan, ServeAround around) {
  // Without it the server works as well, for fewer clients.
  static_cast<void>(net::raise_descriptor_limit());
  auto listeners = open_listeners(plan.listen);
  if (!listeners) co_return listeners.error();
  const auto executor = co_await asio::this_coro::executor;
  const auto house = std::make_shared<House>(executor, std::move(plan), around);
  const std::stop_callback on_stop(around.stop, [house] { house->leaving.request_stop(); });
  NettpWatcher watcher(*house);
  house->nettp = nettp_desk(*house, watcher, net::port_of(listeners->front().own));
  for (const auto& listener : *listeners) {
    asio::co_spawn(executor, accept_all(house, listener.tcp.get()), asio::detached);
    asio::co_spawn(executor, serve_datagrams(house, listener.udp.get(), listener.own), asio::detached);
  }
  house->tell(listening_at(*listeners));
  const net::Until told(std::nullopt, house->stop());
  co_await net::sleep_until(told);
  // Who hasn't said a word is not waited for.
  for (auto* greeting : house->greetings) greeting->request_stop();
  while (house->busy > 0) {
    const net::Until soon(base::now() + kLastLook);
    co_await net::sleep_until(soon);
  }
  co_return base::Result<void>();
}

}  // namespace ttcp::session::serve

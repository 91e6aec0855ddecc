// SPDX-License-Identifier: MIT
#include "session/nettp.h"

#include <fmt/format.h>
#include <sys/socket.h>

#include <algorithm>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/this_coro.hpp>
#include <chrono>
#include <memory>
#include <string>
#include <utility>

#include "net/sockets.h"
#include "net/timed.h"
#include "session/drive.h"
#include "session/flow.h"
#include "session/link.h"
#include "session/no_observer.h"
#include "wire/nettp/client.h"
#include "wire/nettp/server.h"

namespace ttcp::session {
namespace asio = boost::asio;
namespace wire_nettp = wire::nettp;
namespace {
using namespace std::chrono_literals;

// A block of up to 1 GiB passes through a buffer of this size, so memory stays small.
constexpr base::Bytes kPiece{262144};
// A client that stops sending in mid-test is given up after this long.
constexpr base::Duration kSilentClient = 30s;
// Between looks at whether the last client has gone, once the server was told to stop.
constexpr base::Duration kLastLook = 10ms;
// For a client that was refused, or told its result, to close in its turn.
constexpr base::Duration kFarewell = 1s;
// Descriptors or memory ran out: the server rests instead of spinning, and the clients wait in the kernel's queue.
constexpr base::Duration kAcceptPause = 100ms;

// The plan of the payload alone: `total` bytes, in pieces of the buffer.
model::FlowPlan payload_plan(model::FlowPlan plan, const wire_nettp::Request& request) {
  plan.buffer.length = std::min(request.block, kPiece);
  plan.extent = {std::nullopt, request.total(), std::nullopt};
  return plan;
}

model::FlowPlan server_plan(const wire_nettp::Request& request, std::uint16_t port) {
  model::FlowPlan plan;
  plan.protocol = model::Protocol::nettp;
  plan.role = model::Role::receive;
  plan.endpoint.port = port;
  plan.buffer.length = request.block;
  plan.extent.buffers = request.count;
  plan.source = model::PayloadSource::random;
  plan.sink = model::PayloadSink::discard;
  plan.patience = kSilentClient;
  return plan;
}

model::FarResult counted_by(const model::FlowRecord& record) {
  model::FarResult counted{record.bytes, base::Duration(0)};
  if (record.first_byte_after && record.last_byte_after)
    counted.real = *record.last_byte_after - *record.first_byte_after;
  return counted;
}

// Calls `after` at the end of its scope.
class Finally {
 public:
  explicit Finally(std::function<void()> after) : after_(std::move(after)) {}
  Finally(const Finally&) = delete;
  Finally& operator=(const Finally&) = delete;
  ~Finally() { after_(); }

 private:
  std::function<void()> after_;
};

// A socket that is closed with bytes unread sends a reset, and the far end may lose what was said to it last. So: no
// more to say, and what still comes is thrown away until the far end closes too.
asio::awaitable<void> leave_politely(int socket, std::stop_token stop) {
  ::shutdown(socket, SHUT_WR);
  const net::Until until(base::now() + kFarewell, stop);
  while (true) {
    const auto unwanted = co_await net::read_some(socket, kControlChunk, until);
    if (!unwanted || unwanted->empty()) co_return;
  }
}

// The payload of one admitted client, from the answer to the record.
asio::awaitable<base::Result<model::FlowRecord>> measure(NettpDesk& desk, const Link& link,
                                                         const wire_nettp::Request& request) {
  NoObserver nobody;
  Surroundings around = desk.around;
  around.observer = &nobody;
  const auto plan = server_plan(request, desk.port);
  const auto payload = payload_plan(plan, request);
  auto buffer = prepare_buffer(payload);
  if (!buffer) co_return buffer.error();
  auto record = co_await run_flow(payload, link, std::move(*buffer), around);
  if (!record) co_return record;
  record->plan = plan;
  if (record->ending == model::Ending::complete && record->bytes < request.total()) {
    record->ending = model::Ending::peer_lost;
    record->failure = base::Error{base::Error::Kind::peer, "IO", 0, "the client closed before all blocks had come"};
  }
  const auto result = wire_nettp::encode_result(request, counted_by(*record));
  const net::Until until(base::now() + wire_nettp::kResultPatience);
  const auto told = co_await net::write_all(link.socket.get(), result, until);
  if (!told && record->ending == model::Ending::complete) {
    record->notes.push_back("the client left before it could be told the result");
  }
  co_return record;
}

}  // namespace

asio::awaitable<base::Result<model::FlowRecord>> run_nettp_client(model::FlowPlan plan, Surroundings around) {
  const wire_nettp::Request request{plan.buffer.length, plan.extent.buffers.value_or(0)};
  const auto payload = payload_plan(plan, request);
  auto buffer = prepare_buffer(payload);
  if (!buffer) co_return buffer.error();
  auto link = co_await connect_link(plan, around);
  if (!link) co_return link.error();
  const int socket = link->socket.get();
  wire_nettp::ClientHello hello(request);
  const auto accepted = co_await drive<wire_nettp::ClientHello, wire_nettp::Accepted>(hello, socket, around.stop);
  if (!accepted) co_return accepted.error();
  auto record = co_await run_flow(payload, *link, std::move(*buffer), around);
  if (!record) co_return record.error();
  record->plan = plan;
  if (record->ending != model::Ending::complete) co_return record;
  wire_nettp::ClientResult waiting({request.total(), record->bytes});
  const auto far = co_await drive<wire_nettp::ClientResult, model::FarResult>(waiting, socket, around.stop);
  if (far) {
    record->far = *far;
  } else {
    record->notes.push_back(fmt::format("the server's count is missing: {}", base::to_text(far.error())));
  }
  co_return record;
}

asio::awaitable<void> serve_nettp_client(std::shared_ptr<NettpDesk> desk, net::Accepted accepted) {
  ++desk->connections;
  const Finally gone([desk] { --desk->connections; });
  const int socket = accepted.fd.get();
  wire_nettp::ServerHello hello(
      [&desk] { return desk->enter() ? wire_nettp::Admission::open : wire_nettp::Admission::busy; });
  const auto request = co_await drive<wire_nettp::ServerHello, wire_nettp::Request>(hello, socket, desk->around.stop);
  const Link link{std::move(accepted.fd), net::text_of(accepted.peer), net::port_of(accepted.peer), {}, {}};
  if (!request) {
    desk->watcher->on_refused(link.peer_address, link.peer_port, request.error());
    co_await leave_politely(socket, desk->around.stop);
    co_return;
  }
  const Finally tested(desk->leave);
  const auto record = co_await measure(*desk, link, *request);
  if (record) {
    desk->watcher->on_finished(*record);
  } else {
    desk->watcher->on_refused(link.peer_address, link.peer_port, record.error());
  }
  co_await leave_politely(socket, desk->around.stop);
}

asio::awaitable<base::Result<void>> run_nettp_server(model::Endpoint listen, model::ServerObserver& watcher,
                                                     Surroundings around) {
  const auto executor = co_await asio::this_coro::executor;
  model::FlowPlan plan;
  plan.protocol = model::Protocol::nettp;
  plan.endpoint = std::move(listen);
  NoObserver nobody;
  around.observer = &nobody;
  auto listener = open_listener(plan, around);
  if (!listener) co_return listener.error();
  const auto desk = std::make_shared<NettpDesk>();
  desk->port = listener->port;
  desk->watcher = &watcher;
  desk->around = around;
  const auto tests = std::make_shared<int>(0);
  desk->enter = [tests] { return *tests < kMostNettpClients && ++*tests > 0; };
  desk->leave = [tests] { --*tests; };
  watcher.on_listening(listener->port);
  const net::Until stopped(std::nullopt, around.stop);
  while (!around.stop.stop_requested()) {
    auto accepted = co_await net::accept_one(listener->socket.get(), stopped);
    if (accepted) {
      asio::co_spawn(executor, serve_nettp_client(desk, std::move(*accepted)), asio::detached);
    } else if (accepted.error().kind != base::Error::Kind::cancelled) {
      watcher.on_trouble(accepted.error());
      const net::Until rested(base::now() + kAcceptPause, around.stop);
      co_await net::sleep_until(rested);
    }
  }
  listener->socket.reset();
  while (desk->connections > 0) {
    const net::Until soon(base::now() + kLastLook);
    co_await net::sleep_until(soon);
  }
  co_return base::Result<void>();
}

}  // namespace ttcp::session

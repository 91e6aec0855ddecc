// SPDX-License-Identifier: MIT
#include "session/nettp.h"

#include <algorithm>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/this_coro.hpp>
#include <chrono>
#include <memory>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "net/sockets.h"
#include "net/timed.h"
#include "session/drive.h"
#include "session/flow.h"
#include "session/link.h"
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
// Descriptors or memory ran out: the server rests instead of spinning, and the clients wait in the kernel's queue.
constexpr base::Duration kAcceptPause = 100ms;

// The plan of the payload alone: `total` bytes, in pieces of the buffer.
model::TestPlan payload_plan(model::TestPlan plan, const wire_nettp::Request& request) {
  plan.buffer.length = std::min(request.block, kPiece);
  plan.extent = {std::nullopt, request.total(), std::nullopt};
  return plan;
}

model::TestPlan server_plan(const wire_nettp::Request& request, std::uint16_t port) {
  model::TestPlan plan;
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

model::FarResult counted_by(const model::TestRecord& record) {
  model::FarResult counted{record.bytes, base::Duration(0)};
  if (record.first_byte_after && record.last_byte_after) counted.real = *record.last_byte_after - *record.first_byte_after;
  return counted;
}

struct Server {
  std::uint16_t port = 0;
  model::ServerObserver* watcher = nullptr;
  Surroundings around;
  int clients = 0;
};

// Counts a client for as long as it is served.
class Place {
 public:
  explicit Place(Server& server) : server_(server) { ++server_.clients; }
  Place(const Place&) = delete;
  Place& operator=(const Place&) = delete;
  ~Place() { --server_.clients; }

 private:
  Server& server_;
};

// A flow needs somebody to tell; the server tells of whole clients only.
class NoObserver : public model::Observer {
 public:
  void on_event(const model::TestPlan&, const model::Event&) override {}
  void on_interval(const model::TestPlan&, const model::Interval&) override {}
};

asio::awaitable<void> serve_client(std::shared_ptr<Server> server, net::Accepted accepted) {
  const auto admission = server->clients < kMostNettpClients ? wire_nettp::Admission::open : wire_nettp::Admission::busy;
  const Place place(*server);
  const int socket = accepted.fd.get();
  wire_nettp::ServerHello hello(admission);
  const auto request = co_await drive<wire_nettp::ServerHello, wire_nettp::Request>(hello, socket, server->around.stop);
  Link link{std::move(accepted.fd), net::text_of(accepted.peer), net::port_of(accepted.peer), {}};
  if (!request) {
    server->watcher->on_refused(link.peer_address, link.peer_port, request.error());
    co_return;
  }
  NoObserver nobody;
  Surroundings around = server->around;
  around.observer = &nobody;
  const auto plan = server_plan(*request, server->port);
  auto record = co_await run_flow(payload_plan(plan, *request), link, around);
  if (!record) {
    server->watcher->on_refused(link.peer_address, link.peer_port, record.error());
    co_return;
  }
  record->plan = plan;
  if (record->ending == model::Ending::complete && record->bytes < request->total()) {
    record->ending = model::Ending::peer_lost;
    record->failure = base::Error{base::Error::Kind::peer, "IO", 0, "the client closed before all blocks had come"};
  }
  const auto result = wire_nettp::encode_result(*request, counted_by(*record));
  const auto told = co_await net::write_all(link.socket.get(), result, {base::now() + wire_nettp::kResultPatience, {}});
  if (!told && record->ending == model::Ending::complete) {
    record->notes.push_back("the client left before it could be told the result");
  }
  server->watcher->on_finished(*record);
}

}  // namespace

asio::awaitable<base::Result<model::TestRecord>> run_nettp_client(model::TestPlan plan, Surroundings around) {
  const wire_nettp::Request request{plan.buffer.length, plan.extent.buffers.value_or(0)};
  auto link = co_await connect_link(plan, around);
  if (!link) co_return link.error();
  const int socket = link->socket.get();
  wire_nettp::ClientHello hello(request);
  const auto accepted = co_await drive<wire_nettp::ClientHello, wire_nettp::Accepted>(hello, socket, around.stop);
  if (!accepted) co_return accepted.error();
  auto record = co_await run_flow(payload_plan(plan, request), *link, around);
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

asio::awaitable<base::Result<void>> run_nettp_server(model::Endpoint listen, model::ServerObserver& watcher,
                                                     Surroundings around) {
  const auto executor = co_await asio::this_coro::executor;
  model::TestPlan plan;
  plan.protocol = model::Protocol::nettp;
  plan.endpoint = std::move(listen);
  NoObserver nobody;
  around.observer = &nobody;
  auto listener = open_listener(plan, around);
  if (!listener) co_return listener.error();
  const auto server = std::make_shared<Server>();
  server->port = listener->port;
  server->watcher = &watcher;
  server->around = around;
  watcher.on_listening(listener->port);
  while (!around.stop.stop_requested()) {
    auto accepted = co_await net::accept_one(listener->socket.get(), {std::nullopt, around.stop});
    if (accepted) {
      asio::co_spawn(executor, serve_client(server, std::move(*accepted)), asio::detached);
    } else if (accepted.error().kind != base::Error::Kind::cancelled) {
      watcher.on_trouble(accepted.error());
      co_await net::sleep_until({base::now() + kAcceptPause, around.stop});
    }
  }
  listener->socket.reset();
  while (server->clients > 0) co_await net::sleep_until({base::now() + 10ms, {}});
  co_return base::Result<void>();
}

}  // namespace ttcp::session

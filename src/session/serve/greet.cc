// SPDX-License-Identifier: MIT
#include "session/serve/greet.h"

#include <sys/socket.h>

#include <chrono>
#include <utility>

#include "net/options.h"
#include "net/sockets.h"
#include "session/native/latency.h"
#include "session/serve/classic_client.h"
#include "session/serve/native_session.h"
#include "wire/detect.h"
#include "wire/native/preface.h"

namespace ttcp::session::serve {
namespace asio = boost::asio;
namespace {
using namespace std::chrono_literals;
namespace native_wire = wire::native;

// For the first bytes. Longer than a person needs to type into netcat, short enough not to collect the dead.
constexpr base::Duration kFirstBytes = 30s;

// Its place among those that may be dropped when descriptors run out.
class Greeting {
 public:
  explicit Greeting(House& house) : house_(house), at_(house.greetings.insert(house.greetings.end(), &dropped_)) {}
  ~Greeting() { house_.greetings.erase(at_); }
  Greeting(const Greeting&) = delete;
  Greeting& operator=(const Greeting&) = delete;
  // Requested when the descriptor is needed elsewhere, or the server leaves.
  std::stop_token stop() const { return dropped_.get_token(); }

 private:
  House& house_;
  std::stop_source dropped_;
  std::list<std::stop_source*>::iterator at_;
};

struct Opening {
  wire::Client client = wire::Client::classic;
  std::string preface;  // of a native client, whole; taken from the stream
};

// Looks at the first bytes and leaves them in the socket, so that whoever serves the client reads from its start. The
// low-water mark makes the next wait one for more than has been seen.
asio::awaitable<std::optional<Opening>> look(int fd, std::stop_token stop) {
  const net::Until until(base::now() + kFirstBytes, stop);
  while (true) {
    const auto how = co_await net::wait_for(fd, net::Ready::readable, until);
    if (how == net::WaitEnd::stopped) co_return std::nullopt;
    const auto head = net::peek(fd, native_wire::kLongestPreface);
    if (!head) co_return std::nullopt;
    const bool no_more = how == net::WaitEnd::timed_out || net::far_end_is_done(fd);
    const auto client = wire::detect(*head, no_more);
    if (client && *client != wire::Client::native) co_return Opening{*client, ""};
    const auto length = client ? native_wire::preface_length(*head) : std::nullopt;
    if (length) co_return Opening{*client, head->substr(0, *length)};
    if (no_more || !net::set_low_water(fd, static_cast<int>(head->size()) + 1)) co_return std::nullopt;
  }
}

void tell_refused(House& house, const net::Accepted& accepted, std::string why) {
  house.tell(model::Refused{net::text_of(accepted.peer), net::port_of(accepted.peer),
                            base::Error{base::Error::Kind::peer, "native", 0, std::move(why)}});
}

// Takes the preface off the stream. False: the bytes that were peeked at are gone, so the connection is.
bool take(int fd, std::size_t length) {
  std::string taken(length, '\0');
  return ::recv(fd, taken.data(), taken.size(), MSG_DONTWAIT) == static_cast<ssize_t>(length);
}

asio::awaitable<void> serve_native(std::shared_ptr<House> house, net::Accepted accepted, std::string line) {
  const auto preface = native_wire::decode_preface(line);
  if (!preface) {
    tell_refused(*house, accepted, preface.error().detail);
    co_return;
  }
  if (!take(accepted.fd.get(), line.size())) co_return;
  if (preface->connection == native_wire::Connection::control) {
    if (auto set = net::set_no_delay(accepted.fd.get()); !set) co_return;
    const auto session = std::make_shared<NativeSession>(house, std::move(accepted));
    co_await session->serve();
    co_return;
  }
  const auto found = house->sessions.find(preface->session);
  const auto session = found == house->sessions.end() ? nullptr : found->second.lock();
  // Not told: a connection that is overtaken by its session's end is nothing unusual.
  if (!session || !net::is_same_host(accepted.peer, session->peer())) co_return;
  if (preface->connection == native_wire::Connection::data) {
    session->attach(*preface, std::move(accepted));
    co_return;
  }
  if (auto set = net::set_no_delay(accepted.fd.get()); !set) co_return;
  const auto stop = session->stop();
  co_await native::echo(std::move(accepted.fd), stop);
}

asio::awaitable<void> dispatch(std::shared_ptr<House> house, net::Accepted accepted, Opening opening) {
  switch (opening.client) {
    case wire::Client::native:
      co_await serve_native(std::move(house), std::move(accepted), std::move(opening.preface));
      break;
    case wire::Client::nettp:
      co_await serve_nettp_client(house->nettp, std::move(accepted));
      break;
    case wire::Client::classic:
      co_await serve_classic_client(std::move(house), std::move(accepted));
      break;
  }
}

}  // namespace

asio::awaitable<void> greet(std::shared_ptr<House> house, net::Accepted accepted) {
  const Busy busy(*house);
  std::optional<Opening> opening;
  {
    const Greeting greeting(*house);
    opening = co_await look(accepted.fd.get(), greeting.stop());
  }
  if (!opening) co_return;
  if (auto set = net::set_low_water(accepted.fd.get(), 1); !set) co_return;
  co_await dispatch(house, std::move(accepted), std::move(*opening));
}

}  // namespace ttcp::session::serve

// SPDX-License-Identifier: MIT
#include "session/serve/datagrams.h"

#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <cerrno>
#include <map>
#include <utility>
#include <vector>

#include "net/network.h"
#include "net/timed.h"
#include "session/native/sockets.h"
#include "session/serve/classic_client.h"
#include "session/serve/native_session.h"
#include "wire/classic/markers.h"
#include "wire/native/datagram.h"

namespace ttcp::session::serve {
namespace asio = boost::asio;
namespace {
namespace wire_classic = wire::classic;
namespace wire = wire::native;

// Of one wake-up: the Asio thread has other work too.
constexpr int kMostAtOnce = 256;
// At a time; more are not counted. Anybody can make up source addresses, so this bounds what they cost.
constexpr int kMostClassicSenders = 64;

struct Arrived {
  net::Address peer;
  std::size_t length = 0;  // of the datagram, of which the head was kept
  std::array<std::byte, wire::kDatagramHeader> head{};
  std::span<const std::byte> kept() const { return std::span(head).first(std::min(length, head.size())); }
};

std::optional<Arrived> take(int socket) {
  Arrived arrived;
  arrived.peer.length = sizeof arrived.peer.storage;
  const ssize_t count = ::recvfrom(socket, arrived.head.data(), arrived.head.size(), MSG_DONTWAIT | MSG_TRUNC,
                                   arrived.peer.get(), &arrived.peer.length);
  if (count < 0) return std::nullopt;
  arrived.length = static_cast<std::size_t>(count);
  return arrived;
}

class Desk {
 public:
  Desk(std::shared_ptr<House> house, int socket, net::Address own)
      : house_(std::move(house)), socket_(socket), own_(own) {}

  // All that is there. What one new sender has sent meanwhile is handed over with its first datagram.
  void take_all() {
    for (int count = 0; count < kMostAtOnce; ++count) {
      const auto arrived = take(socket_);
      if (!arrived) break;
      if (is_allowed(*house_, arrived->peer)) sort(*arrived);
    }
    for (auto& [text, sender] : std::exchange(new_senders_, {})) start(std::move(sender));
  }

 private:
  struct Sender {
    net::Accepted connected;
    std::vector<base::Bytes> first;
  };

  void sort(const Arrived& arrived) {
    const bool is_of_a_hello = arrived.length == wire::kDatagramHeader;
    if (const auto hello = is_of_a_hello ? wire::hello_of(arrived.kept()) : std::nullopt) {
      // An empty token belongs to no run.
      for (const auto& [id, weak] : house_->sessions) {
        const auto session = weak.lock();
        if (session && session->token() == hello->token_hex) return session->attach(*hello, arrived.peer, own_);
      }
      return;
    }
    // A datagram of a native run whose socket is gone.
    if (wire::data_header(arrived.kept())) return;
    const auto text = net::endpoint_text(arrived.peer);
    auto found = new_senders_.find(text);
    if (found == new_senders_.end()) {
      // The end markers that trail behind a test begin none; nor does a start marker, which the payload follows.
      if (arrived.length <= static_cast<std::size_t>(wire_classic::kMarkerLength.count())) return;
      if (*senders_ >= kMostClassicSenders) return;
      model::Traffic plain;
      plain.transport = model::Transport::udp;
      auto socket = native::open_datagrams_between(own_, arrived.peer, plain);
      if (!socket) return house_->tell(model::Trouble{socket.error()});
      found = new_senders_.emplace(text, Sender{{std::move(*socket), arrived.peer}, {}}).first;
      ++*senders_;
    }
    found->second.first.emplace_back(static_cast<std::int64_t>(arrived.length));
  }

  void start(Sender sender) {
    auto serving = serve_classic_sender(house_, std::move(sender.connected), std::move(sender.first));
    asio::co_spawn(house_->executor, std::move(serving), [senders = senders_](std::exception_ptr broken) {
      --*senders;
      if (broken) std::rethrow_exception(broken);
    });
  }

  std::shared_ptr<House> house_;
  int socket_;
  net::Address own_;
  std::map<std::string, Sender> new_senders_;
  std::shared_ptr<int> senders_ = std::make_shared<int>(0);
};

}  // namespace

bool is_allowed(const House& house, const net::Address& peer) {
  const auto& allow = house.plan.allow;
  return allow.empty() || std::ranges::any_of(allow, [&](const auto& network) { return net::contains(network, peer); });
}

asio::awaitable<void> serve_datagrams(std::shared_ptr<House> house, int socket, net::Address own) {
  const Busy busy(*house);
  Desk desk(house, socket, own);
  const net::Until until(std::nullopt, house->stop());
  while (!house->stop().stop_requested()) {
    const auto how = co_await net::wait_for(socket, net::Ready::readable, until);
    if (how == net::WaitEnd::ready) desk.take_all();
  }
}

}  // namespace ttcp::session::serve

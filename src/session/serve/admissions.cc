// SPDX-License-Identifier: MIT
#include "session/serve/admissions.h"

#include <algorithm>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <chrono>
#include <cstddef>
#include <iterator>
#include <utility>

namespace ttcp::session::serve {
namespace asio = boost::asio;
namespace {
constexpr std::chrono::milliseconds kLook{500};
// Who is told of a move at once. The others see it at their next look: thousands who leave a long queue one by one must
// not wake, each of them, all who still stand in it.
constexpr std::ptrdiff_t kForemost = 64;
}  // namespace

asio::awaitable<Admissions::Answer> Admissions::enter(Visitor visitor, std::stop_token stop) {
  if (try_enter()) co_return Answer::admitted;
  if (waiting_.size() >= kMostWaiting) co_return Answer::full;
  const auto ticket = std::make_shared<Ticket>(executor_, drawn_++);
  waiting_.push_back(ticket);
  int told = 0;
  auto answer = Answer::gone;
  while (true) {
    const int place = place_of(*ticket);
    if (stop.stop_requested()) answer = Answer::stopped;
    if (stop.stop_requested() || visitor.gone()) break;
    if (place == 1 && taken_ < most_) {
      answer = Answer::admitted;
      ++taken_;
      break;
    }
    if (place != told) visitor.told(place);
    told = place;
    ticket->bell.expires_after(kLook);
    boost::system::error_code rung;
    co_await ticket->bell.async_wait(asio::redirect_error(asio::use_awaitable, rung));
  }
  std::erase(waiting_, ticket);
  ring_foremost();
  co_return answer;
}

bool Admissions::try_enter() {
  if (taken_ >= most_ || !waiting_.empty()) return false;
  ++taken_;
  return true;
}

void Admissions::leave() {
  --taken_;
  ring_foremost();
}

int Admissions::place_of(const Ticket& ticket) const {
  const auto found =
      std::ranges::lower_bound(waiting_, ticket.number, {}, [](const auto& waiting) { return waiting->number; });
  return static_cast<int>(found - waiting_.begin()) + 1;
}

void Admissions::ring_foremost() {
  const auto end = waiting_.begin() + std::min(kForemost, std::ssize(waiting_));
  std::for_each(waiting_.begin(), end, [](const auto& ticket) { ticket->bell.cancel(); });
}

}  // namespace ttcp::session::serve

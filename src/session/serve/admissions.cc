// SPDX-License-Identifier: MIT
#include "session/serve/admissions.h"

#include <algorithm>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <chrono>
#include <utility>

namespace ttcp::session::serve {
namespace asio = boost::asio;
namespace {
constexpr std::chrono::milliseconds kLook{500};
}  // namespace

asio::awaitable<Admissions::Answer> Admissions::enter(Visitor visitor, std::stop_token stop) {
  if (try_enter()) co_return Answer::admitted;
  if (waiting_.size() >= kMostWaiting) co_return Answer::full;
  const auto ticket = std::make_shared<Ticket>(executor_);
  waiting_.push_back(ticket);
  int told = 0;
  auto answer = Answer::gone;
  while (true) {
    const int place = place_of(ticket.get());
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
  ring_all();
  co_return answer;
}

bool Admissions::try_enter() {
  if (taken_ >= most_ || !waiting_.empty()) return false;
  ++taken_;
  return true;
}

void Admissions::leave() {
  --taken_;
  ring_all();
}

int Admissions::place_of(const Ticket* ticket) const {
  const auto found = std::ranges::find(waiting_, ticket, &std::shared_ptr<Ticket>::get);
  return static_cast<int>(found - waiting_.begin()) + 1;
}

void Admissions::ring_all() {
  for (const auto& ticket : waiting_) ticket->bell.cancel();
}

}  // namespace ttcp::session::serve

// SPDX-License-Identifier: MIT
// Who is tested now, and who waits: first come, first served.
#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/steady_timer.hpp>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <stop_token>

namespace ttcp::session::serve {

inline constexpr std::size_t kMostWaiting = 4096;

// Threads: the Asio thread alone. Outlives every coroutine that uses it.
class Admissions {
 public:
  Admissions(boost::asio::any_io_executor executor, int most) : executor_(std::move(executor)), most_(most) {}

  struct Visitor {
    std::function<void(int)> told;  // its place in the queue, 1 is next; at first and when it has changed
    std::function<bool()> gone;     // it has given up; looked at about twice a second
  };
  enum class Answer { admitted, gone, full, stopped };
  // Admitted: one place is taken until leave().
  boost::asio::awaitable<Answer> enter(Visitor visitor, std::stop_token stop);
  // For a client that can't be made to wait: takes a place if there is one and nobody waits for it.
  bool try_enter();
  void leave();

 private:
  struct Ticket {
    Ticket(const boost::asio::any_io_executor& executor, std::uint64_t drawn) : bell(executor), number(drawn) {}
    boost::asio::steady_timer bell;
    std::uint64_t number;  // ascending along the queue
  };
  int place_of(const Ticket& ticket) const;
  void ring_foremost();

  boost::asio::any_io_executor executor_;
  int most_;
  int taken_ = 0;
  std::uint64_t drawn_ = 0;  // tickets so far
  std::deque<std::shared_ptr<Ticket>> waiting_;
};

}  // namespace ttcp::session::serve

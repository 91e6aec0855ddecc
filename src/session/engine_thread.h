// SPDX-License-Identifier: MIT
// Runs one movement on a thread of its own while the Asio thread goes on with signals, timers and other tests.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <chrono>
#include <functional>
#include <stop_token>
#include <thread>

#include "engine/order.h"
#include "engine/output.h"

namespace ttcp::session {

// `work` must return soon after `stop` was requested; a write it is blocked in is interrupted as often as needed.
// Everything that `work` wrote is visible to the caller afterwards.
inline boost::asio::awaitable<engine::Outcome> on_engine_thread(std::function<engine::Outcome()> work,
                                                                std::stop_token stop) {
  namespace asio = boost::asio;
  const auto executor = co_await asio::this_coro::executor;
  engine::install_wake_handler();
  asio::steady_timer bell(executor);
  bool done = false;
  engine::Outcome outcome;
  std::jthread thread([&] {
    outcome = work();
    asio::post(executor, [&] {
      done = true;
      bell.cancel();
    });
  });
  const std::stop_callback on_stop(stop, [&] { asio::post(executor, [&bell] { bell.cancel(); }); });
  while (!done) {
    const bool stopping = stop.stop_requested();
    if (stopping) engine::wake(thread.native_handle());
    bell.expires_after(stopping ? std::chrono::milliseconds(20) : std::chrono::hours(24 * 365));
    boost::system::error_code rung;
    co_await bell.async_wait(asio::redirect_error(asio::use_awaitable, rung));
  }
  co_return outcome;
}

}  // namespace ttcp::session

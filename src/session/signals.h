// SPDX-License-Identifier: MIT
// SIGINT and SIGTERM as a stop request.
#pragma once

#include <boost/asio/io_context.hpp>
#include <boost/asio/signal_set.hpp>
#include <optional>
#include <stop_token>

namespace ttcp::session {

// Until arm() the signals end the program as they always do: nothing has been moved yet that a report could tell of,
// and a name lookup can't be interrupted. After the first signal they do so again: who presses Ctrl-C twice means it.
class SignalStop {
 public:
  explicit SignalStop(boost::asio::io_context& context) : signals_(context) {}
  void arm();
  void disarm();
  std::stop_token token() const { return stop_.get_token(); }
  std::optional<int> signal() const { return signal_; }

 private:
  boost::asio::signal_set signals_;
  std::stop_source stop_;
  std::optional<int> signal_;
  bool armed_ = false;
};

}  // namespace ttcp::session

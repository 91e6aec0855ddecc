// SPDX-License-Identifier: MIT
// The control connection of one native session at either end: feeds the conversation's machine, writes what it says,
// and hands over what arrived. docs/protocols/native.md.
#pragma once

#include <array>
#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/steady_timer.hpp>
#include <deque>
#include <memory>
#include <optional>
#include <string>

#include "base/error.h"
#include "base/owned_fd.h"
#include "net/timed.h"
#include "wire/native/conversation.h"

namespace ttcp::session::native {

// Threads: the Asio thread alone. Kept by shared_ptr, because handlers may outlive its use.
class Control : public std::enable_shared_from_this<Control> {
 public:
  // `socket` is connected; a server has read the preface already. Nothing happens before start().
  Control(const boost::asio::any_io_executor& executor, base::OwnedFd socket, wire::native::Side side);
  void start();

  // Sent in order. Ignored once the conversation is over.
  void say(const wire::native::Message& message);
  // The next message; nothing when `until` ended the wait, when somebody poked, or when the conversation is over.
  boost::asio::awaitable<std::optional<wire::native::Message>> next(net::Until until);
  // Ends a wait in next() early.
  void poke();
  // Data of this session has moved: the far end lives, though it says nothing.
  void heard_elsewhere() { machine_.heard_elsewhere(base::now()); }
  // Why there will be no more messages, once those that arrived have been taken.
  const std::optional<base::Error>& over() const { return over_; }
  // Waits until everything said has been handed to the kernel, the connection broke, or `until`.
  boost::asio::awaitable<void> flush(net::Until until);
  // Half-closes, waits a moment for the far end to do likewise, so that what was said last isn't lost, and closes.
  boost::asio::awaitable<void> leave(net::Until until);
  void close();
  int descriptor() { return socket_.native_handle(); }

 private:
  void obey(wire::native::Turn turn);
  void read_more();
  void write_more();
  void set_alarm(std::optional<base::TimePoint> at);
  void excuse_pause(base::TimePoint now);
  void broke(int os_errno);
  void ring();

  wire::native::Conversation machine_;
  boost::asio::posix::stream_descriptor socket_;
  boost::asio::steady_timer alarm_;     // the machine's wake-up
  std::optional<base::TimePoint> due_;  // of the alarm
  boost::asio::steady_timer bell_;      // something happened for next() or flush()
  std::array<char, 16384> chunk_{};
  std::string unsent_;  // being written
  std::string queued_;  // said meanwhile
  std::deque<wire::native::Message> inbox_;
  std::optional<base::Error> over_;
  bool poked_ = false;
  bool writing_ = false;
  bool ended_ = false;  // the far end closed, or the connection broke
};

}  // namespace ttcp::session::native

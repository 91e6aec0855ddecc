// SPDX-License-Identifier: MIT
#include "session/native/control.h"

#include <sys/socket.h>

#include <boost/asio/buffer.hpp>
#include <boost/asio/error.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/asio/write.hpp>
#include <chrono>
#include <utility>

namespace ttcp::session::native {
namespace asio = boost::asio;
using ErrorCode = boost::system::error_code;
namespace {
// So much later than it was due, an alarm tells that this process didn't run. An end speaks every second and wakes as
// often, so a pause that spans the 3 s of silence makes an alarm later than this.
constexpr std::chrono::milliseconds kStoodStill{500};
}  // namespace

Control::Control(const asio::any_io_executor& executor, base::OwnedFd socket, wire::native::Side side)
    : machine_(side), socket_(executor), alarm_(executor), bell_(executor) {
  ErrorCode failed;  // no memory for one more watched descriptor
  socket_.assign(socket.get(), failed);
  if (failed) broke(failed.value());
  if (!failed) socket.release();
}

void Control::start() {
  if (ended_) return;
  obey(machine_.start(base::now()));
  read_more();
}

void Control::say(const wire::native::Message& message) {
  if (over_) return;
  const auto now = base::now();
  excuse_pause(now);
  obey(machine_.say(message, now));
}

void Control::poke() {
  poked_ = true;
  ring();
}

asio::awaitable<std::optional<wire::native::Message>> Control::next(net::Until until) {
  const auto self = shared_from_this();
  const std::stop_callback on_stop(until.stop, [weak = weak_from_this(), executor = bell_.get_executor()] {
    asio::post(executor, [weak] {
      if (const auto alive = weak.lock()) alive->ring();
    });
  });
  while (inbox_.empty() && !over_ && !poked_ && !until.stop.stop_requested()) {
    if (until.at && base::now() >= *until.at) break;
    bell_.expires_at(until.at.value_or(base::TimePoint::max()));
    ErrorCode rung;
    co_await bell_.async_wait(asio::redirect_error(asio::use_awaitable, rung));
  }
  poked_ = false;
  if (inbox_.empty()) co_return std::nullopt;
  auto message = std::move(inbox_.front());
  inbox_.pop_front();
  co_return message;
}

asio::awaitable<void> Control::flush(net::Until until) {
  const auto self = shared_from_this();
  while (writing_ && !ended_ && !until.stop.stop_requested()) {
    if (until.at && base::now() >= *until.at) break;
    bell_.expires_at(until.at.value_or(base::TimePoint::max()));
    ErrorCode rung;
    co_await bell_.async_wait(asio::redirect_error(asio::use_awaitable, rung));
  }
}

asio::awaitable<void> Control::leave(net::Until until) {
  const auto self = shared_from_this();
  co_await flush(until);
  if (socket_.is_open()) ::shutdown(socket_.native_handle(), SHUT_WR);
  while (!ended_ && !until.stop.stop_requested() && !(until.at && base::now() >= *until.at)) {
    bell_.expires_at(until.at.value_or(base::TimePoint::max()));
    ErrorCode rung;
    co_await bell_.async_wait(asio::redirect_error(asio::use_awaitable, rung));
  }
  close();
}

void Control::close() {
  if (!over_) over_ = base::Error{base::Error::Kind::cancelled, "control", 0, "closed here"};
  ended_ = true;
  alarm_.cancel();
  ErrorCode ignored;  // the descriptor is gone either way
  socket_.close(ignored);
  ring();
}

void Control::obey(wire::native::Turn turn) {
  for (auto& message : turn.arrived) inbox_.push_back(std::move(message));
  queued_ += turn.send;
  if (turn.over && !over_) over_ = std::move(turn.over);
  set_alarm(over_ ? std::nullopt : turn.wake_at);
  write_more();
  ring();
}

// Goes on after the conversation is over: closing a socket with unread bytes would reset the connection and take the
// last words with it.
void Control::read_more() {
  socket_.async_read_some(asio::buffer(chunk_), [self = shared_from_this()](const ErrorCode& error, std::size_t count) {
    if (self->ended_) return;
    if (error == asio::error::eof) {
      self->ended_ = true;
      if (!self->over_) self->obey(self->machine_.on_close());
      self->ring();
    } else if (error) {
      self->broke(error.value());
    } else {
      if (!self->over_) self->obey(self->machine_.on_bytes({self->chunk_.data(), count}, base::now()));
      self->read_more();
    }
  });
}

void Control::write_more() {
  if (writing_ || queued_.empty() || ended_) return;
  writing_ = true;
  unsent_ = std::exchange(queued_, {});
  asio::async_write(socket_, asio::buffer(unsent_), [self = shared_from_this()](const ErrorCode& error, std::size_t) {
    self->writing_ = false;
    if (error && !self->ended_) self->broke(error.value());
    self->write_more();
    self->ring();
  });
}

void Control::set_alarm(std::optional<base::TimePoint> at) {
  alarm_.cancel();
  due_ = at;
  if (!at) return;
  alarm_.expires_at(*at);
  alarm_.async_wait([weak = weak_from_this()](const ErrorCode& cancelled) {
    const auto self = weak.lock();
    if (cancelled || !self || self->over_) return;
    const auto now = base::now();
    self->excuse_pause(now);
    self->obey(self->machine_.on_time(now));
  });
}

// Who stood still himself, perhaps with the whole machine, can't call the far end silent.
void Control::excuse_pause(base::TimePoint now) {
  if (due_ && now - *due_ >= kStoodStill) machine_.heard_elsewhere(now);
}

void Control::broke(int os_errno) {
  ended_ = true;
  if (!over_) over_ = base::Error{base::Error::Kind::peer, "control connection", os_errno, ""};
  alarm_.cancel();
  ring();
}

void Control::ring() { bell_.cancel(); }

}  // namespace ttcp::session::native

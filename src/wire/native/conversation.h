// SPDX-License-Identifier: MIT
// One end of a control connection, from its preface to bye: docs/protocols/native.md. No socket, clock or thread.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "base/units.h"
#include "wire/native/course.h"
#include "wire/native/frame_reader.h"
#include "wire/native/messages.h"

namespace ttcp::wire::native {

inline constexpr base::Duration kAliveEvery = std::chrono::seconds(1);  // without another word
inline constexpr base::Duration kLongestSilence = std::chrono::seconds(3);
inline constexpr base::Duration kHelloWithin = std::chrono::seconds(5);  // of the preface, at the server
inline constexpr std::string_view kByeArrived = "bye";

// What the driver must do next, in this order.
struct Turn {
  std::string send;                        // write all of this
  std::vector<Message> arrived;            // act on these; never an Alive
  std::optional<base::TimePoint> wake_at;  // read, but call on_time() at this moment
  std::optional<base::Error> over;         // close; every later turn has this and nothing else
};

// `over` is
//   {peer, its sentence}  a refusal arrived; it is in `arrived` as well
//   {peer, kByeArrived}   bye arrived; likewise
//   {peer}                the far end broke the rules, and `send` has the refusal that says how; or it closed
//   {timeout}             the far end was silent for kLongestSilence, or a client said no hello within kHelloWithin
//   {cancelled}           this end said bye or a refusal
//   {system}              say() of something that may not be said now: a bug of ours, which an assertion catches first
// Any byte counts as a word of the far end, except before the hello, whose deadline nothing puts off.
class Conversation {
 public:
  explicit Conversation(Side side) : side_(side) {}

  // Call once, first. A client sends the preface, and its driver says Hello next; a server's driver has taken the
  // preface from the stream already.
  Turn start(base::TimePoint now);
  // Chunks may split or join messages anywhere.
  Turn on_bytes(std::string_view chunk, base::TimePoint now);
  Turn on_time(base::TimePoint now);
  Turn on_close();  // the far end has closed
  // REQUIRES: a message that this end may say now (Course). Count, Stop and Ended of a run that is over for this end
  // are not sent: its driver can't know yet what has just arrived.
  Turn say(const Message& message, base::TimePoint now);
  // The far end showed life on another connection: payload or an echo.
  void heard_elsewhere(base::TimePoint now);

  Phase phase() const { return course_.phase(); }

 private:
  void take(std::string_view json, base::TimePoint now, Turn& turn);
  void hear(Message message, base::TimePoint now, Turn& turn);
  void refuse(const Refusal& refusal, Turn& turn);
  void refuse(std::string_view kind, std::string sentence, Turn& turn);
  void keep_time(base::TimePoint now, Turn& turn);
  void widen();
  Turn settled(Turn turn) const;
  std::optional<base::TimePoint> wake_at() const;
  Side far() const { return side_ == Side::client ? Side::server : Side::client; }

  Side side_;
  Course course_;
  FrameReader frames_;
  base::TimePoint started_, said_, heard_;
  std::optional<base::Error> over_;
};

}  // namespace ttcp::wire::native

// SPDX-License-Identifier: MIT
// Frames in, frames out, and the two clocks of a conversation.
#include "wire/native/conversation.h"

#include <algorithm>
#include <cassert>
#include <utility>

#include "wire/native/peer_error.h"
#include "wire/native/preface.h"

namespace ttcp::wire::native {
namespace {

base::Error timeout(std::string sentence) { return {base::Error::Kind::timeout, "", 0, std::move(sentence)}; }

std::string in_seconds(base::Duration d) {
  return std::to_string(std::chrono::duration_cast<std::chrono::seconds>(d).count()) + " s";
}

}  // namespace

Turn Conversation::start(base::TimePoint now) {
  started_ = said_ = heard_ = now;
  Turn turn;
  if (side_ == Side::client) turn.send = encode(Preface{});
  return settled(std::move(turn));
}

Turn Conversation::on_bytes(std::string_view chunk, base::TimePoint now) {
  Turn turn;
  if (!over_ && !chunk.empty()) {
    heard_ = std::max(heard_, now);
    frames_.add(chunk);
  }
  while (!over_) {
    const auto frame = frames_.next();
    if (!frame) {
      refuse(kBadLength, frame.error().detail, turn);
    } else if (*frame) {
      take(**frame, now, turn);
    } else {
      break;
    }
  }
  keep_time(now, turn);
  return settled(std::move(turn));
}

Turn Conversation::on_time(base::TimePoint now) {
  Turn turn;
  keep_time(now, turn);
  return settled(std::move(turn));
}

Turn Conversation::on_close() {
  if (!over_) over_ = peer_error("the far end closed the connection " + std::string(words(phase())));
  return settled({});
}

Turn Conversation::say(const Message& message, base::TimePoint now) {
  if (over_) return settled({});
  const Course::Judgement judgement = course_.pass(side_, message);
  assert(!judgement.breach);
  if (judgement.breach) over_ = {base::Error::Kind::system, "say", 0, judgement.breach->sentence};
  if (judgement.breach || judgement.is_late) return settled({});
  Turn turn;
  turn.send = encode(message);
  said_ = now;
  if (std::holds_alternative<Hello>(message)) heard_ = now;  // from here on the far end owes a word
  if (std::holds_alternative<Bye>(message) || std::holds_alternative<Refusal>(message)) {
    over_ = {base::Error::Kind::cancelled, "", 0, "this end said " + std::string(word(message))};
  }
  widen();
  return settled(std::move(turn));
}

void Conversation::heard_elsewhere(base::TimePoint now) { heard_ = std::max(heard_, now); }

void Conversation::take(std::string_view json, base::TimePoint now, Turn& turn) {
  Reading reading = read(json);
  if (!reading.message) return refuse(reading.refusal, turn);
  const bool is_too_long = json.size() > kLongestMessage && !std::holds_alternative<Outcome>(*reading.message);
  if (is_too_long) return refuse(kBadLength, "a long message that is not an outcome", turn);
  hear(std::move(*reading.message), now, turn);
}

void Conversation::hear(Message message, base::TimePoint now, Turn& turn) {
  const Course::Judgement judgement = course_.pass(far(), message);
  if (judgement.is_late) return;
  if (judgement.breach) return refuse(*judgement.breach, turn);
  widen();
  if (std::holds_alternative<Alive>(message)) return;
  if (std::holds_alternative<Hello>(message)) said_ = now;  // from here on this end owes a word
  if (const auto* refusal = std::get_if<Refusal>(&message)) over_ = peer_error(refusal->sentence);
  if (std::holds_alternative<Bye>(message)) over_ = peer_error(std::string(kByeArrived));
  turn.arrived.push_back(std::move(message));
}

void Conversation::refuse(const Refusal& refusal, Turn& turn) {
  turn.send += encode(refusal);
  over_ = peer_error(refusal.sentence);
}

void Conversation::refuse(std::string_view kind, std::string sentence, Turn& turn) {
  refuse(Refusal{std::string(kind), std::move(sentence)}, turn);
}

// Only an outcome may be long, and only while one is owed.
void Conversation::widen() { frames_.allow(course_.owes_outcome(far()) ? kLongestOutcome : kLongestMessage); }

void Conversation::keep_time(base::TimePoint now, Turn& turn) {
  if (over_) return;
  if (phase() == Phase::opening) {
    const bool is_late = side_ == Side::server && now >= started_ + kHelloWithin;
    if (is_late) over_ = timeout("the client said no hello within " + in_seconds(kHelloWithin));
    return;
  }
  if (now >= heard_ + kLongestSilence) {
    over_ = timeout("nothing came from the far end for " + in_seconds(kLongestSilence));
  } else if (now >= said_ + kAliveEvery) {
    turn.send += encode(Alive{});
    said_ = now;
  }
}

Turn Conversation::settled(Turn turn) const {
  turn.wake_at = wake_at();
  turn.over = over_;
  return turn;
}

std::optional<base::TimePoint> Conversation::wake_at() const {
  if (over_) return std::nullopt;
  if (phase() != Phase::opening) return std::min(heard_ + kLongestSilence, said_ + kAliveEvery);
  return side_ == Side::server ? std::optional(started_ + kHelloWithin) : std::nullopt;
}

}  // namespace ttcp::wire::native

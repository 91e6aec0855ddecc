// SPDX-License-Identifier: MIT
// Arbitrary bytes, messages and moments into both ends of a control connection. Input: steps, each one byte that says
// what happens and what that needs: see Step. What isn't a step is a chunk of so many bytes from the far end.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "base/byte_order.h"
#include "wire/native/conversation.h"
#include "wire/native/examples_for_tests.h"

namespace {

using namespace ttcp;
using namespace ttcp::wire::native;

constexpr base::TimePoint kT0{std::chrono::seconds(1000)};
constexpr int kMostSteps = 40;  // two whole runs need fewer, and more only cost time

enum Step : std::uint8_t {
  kTimePasses = 255,  // one byte: tens of milliseconds
  kFarEndCloses = 254,
  kFarEndSays = 253,   // one byte: which example, with its run number in the upper bits
  kThisEndSays = 252,  // likewise; left out where it may not be said
  kFarEndFrames = 251  // two bytes of length, then so many of JSON
};

void require(bool holds) {
  if (!holds) std::abort();
}

Message example(unsigned choice) {
  static const std::vector<Message> kExamples = one_of_each();
  Message message = kExamples.at(choice % kExamples.size());
  const int run = static_cast<int>(choice / kExamples.size());
  std::visit(
      [run](auto& one) {
        if constexpr (requires { one.run; }) one.run = run;
      },
      message);
  return message;
}

// A message that was understood comes back unchanged from its own frame, and a refusal is one that the far end takes.
void check_json(std::string_view json) {
  const Reading reading = read(json);
  const Message message = reading.message.value_or(reading.refusal);
  const auto again = decode(json_in(encode(message)));
  require(again.has_value() && *again == message);
  require(decode(json).has_value() == reading.message.has_value());
}

// Whole messages only, as long as they may be.
std::vector<Message> messages_in(std::string_view sent) {
  FrameReader frames;
  frames.allow(kLongestOutcome);
  frames.add(sent);
  std::vector<Message> all;
  std::size_t length = 0;
  while (true) {
    const auto frame = frames.next();
    require(frame.has_value());
    if (!*frame) break;
    length += kLengthBytes + (*frame)->size();
    all.push_back(decode(**frame).value());
  }
  require(length == sent.size());
  return all;
}

// One end, and the course that it should have kept.
class Watched {
 public:
  explicit Watched(Side side) : side_(side), end_(side) {
    const Turn turn = end_.start(now_);
    require(turn.send == (side == Side::client ? "TTCP/1 control\n" : ""));
  }

  // False: nothing more can happen.
  bool take(std::uint8_t step, base::BigEndianReader& input) {
    switch (step) {
      case kTimePasses:
        now_ += input.u8().value_or(0) * std::chrono::milliseconds(20);
        check_timed(end_.on_time(now_), "");
        return true;
      case kFarEndCloses:
        check(end_.on_close());
        require(over_.has_value());
        return true;
      case kFarEndSays:
        hear(encode(example(input.u8().value_or(0))));
        return true;
      case kThisEndSays:
        say(example(input.u8().value_or(0)));
        return true;
      case kFarEndFrames: {
        const auto json = text(input, input.u16().value_or(0));
        check_json(json);
        hear(framed(json));
        return true;
      }
      default:
        hear(text(input, step));
        return input.remaining() > 0;
    }
  }

 private:
  static std::string text(base::BigEndianReader& input, std::size_t length) {
    const auto piece = input.bytes(std::min(length, input.remaining()));
    return {reinterpret_cast<const char*>(piece->data()), piece->size()};
  }

  // The same bytes in pieces come to the same end.
  void hear(const std::string& bytes) {
    Conversation piecemeal = end_;
    Turn together;
    const std::string_view all = bytes;
    const std::size_t middle = all.size() / 2;
    for (const auto piece :
         {all.substr(0, middle), all.substr(middle, 1), all.substr(std::min(middle + 1, all.size()))}) {
      Turn turn = piecemeal.on_bytes(piece, now_);
      together.send += turn.send;
      std::ranges::move(turn.arrived, std::back_inserter(together.arrived));
      together.over = turn.over;
    }
    const Turn turn = end_.on_bytes(bytes, now_);
    require(together.send == turn.send && together.arrived == turn.arrived && together.over == turn.over);
    check_timed(turn, bytes);
  }

  void say(const Message& message) {
    const bool was_over = over_.has_value();
    Course course = course_;
    const auto judgement = course.pass(side_, message);
    if (judgement.breach && !was_over) return;
    if (!was_over) course_ = course;
    const Turn turn = end_.say(message, now_);
    require(turn.send == (was_over || judgement.is_late ? "" : encode(message)));
    check_over(turn);
  }

  void check_timed(const Turn& turn, std::string_view heard) {
    check(turn);
    require(!turn.wake_at || *turn.wake_at > now_);
    require(!heard.empty() || turn.arrived.empty());
  }

  void check(const Turn& turn) {
    const bool was_over = over_.has_value();
    require(!was_over || (turn.send.empty() && turn.arrived.empty()));
    for (const Message& message : turn.arrived) {
      require(!std::holds_alternative<Alive>(message));
      const auto judgement = course_.pass(far(), message);
      require(!judgement.breach && !judgement.is_late);
    }
    check_over(turn);
    if (turn.send.empty()) return;
    for (const Message& said : messages_in(turn.send)) {
      const bool is_last_word = std::holds_alternative<Refusal>(said) && turn.over.has_value();
      require(std::holds_alternative<Alive>(said) || is_last_word);
    }
  }

  void check_over(const Turn& turn) {
    require(!over_ || turn.over == over_);
    over_ = turn.over;
    require(!over_ || (!over_->detail.empty() && !turn.wake_at));
    const bool must_wake = !over_ && (side_ == Side::server || course_.phase() != Phase::opening);
    require(turn.wake_at.has_value() == must_wake);
    require(over_ || end_.phase() == course_.phase());
  }

  Side far() const { return side_ == Side::client ? Side::server : Side::client; }

  Side side_;
  base::TimePoint now_ = kT0;
  Conversation end_;
  Course course_;
  std::optional<base::Error> over_;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  for (const Side side : {Side::client, Side::server}) {
    base::BigEndianReader input(std::as_bytes(std::span(data, size)));
    Watched watched(side);
    for (int steps = 0; steps < kMostSteps; ++steps) {
      const auto step = input.u8();
      if (!step || !watched.take(*step, input)) break;
    }
  }
  check_json({reinterpret_cast<const char*>(data), size});
  return 0;
}

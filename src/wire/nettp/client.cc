// SPDX-License-Identifier: MIT
// nettp's client: before and after the payload.
#include "wire/nettp/client.h"

#include <string>

namespace ttcp::wire::nettp {
namespace {

constexpr auto kNotNettp = "the far end does not speak nettp";

base::Result<Accepted> in_words(const AnswerMessage& message) {
  switch (message.answer) {
    case Answer::accepted:
      return Accepted{};
    case Answer::unknown_version:
      return peer_error("the server speaks version " + std::to_string(message.version) + " of nettp, this program " +
                        std::to_string(kVersion));
    case Answer::bad_request:
      return peer_error("the server refused the block size or count");
    case Answer::busy:
      break;
  }
  return peer_error("the server is busy, try again later");
}

}  // namespace

ClientHello::Step ClientHello::start(base::TimePoint now) {
  answer_.start(now);
  return {encode_hello(request_), answer_.deadline(), {}};
}

ClientHello::Step ClientHello::on_bytes(std::string_view chunk) {
  answer_.add(chunk);
  if (opening_of(answer_.arrived()) == Opening::not_nettp) return {{}, {}, peer_error(kNotNettp)};
  if (!answer_.is_whole()) return {{}, answer_.deadline(), {}};
  const auto message = decode_answer(answer_.arrived());
  if (!message) return {{}, {}, peer_error("the server's answer makes no sense")};
  // Whatever follows a refusal is of no interest; after an acceptance it is our turn.
  if (message->answer == Answer::accepted && answer_.is_exceeded()) {
    return {{}, {}, peer_error("the server went on talking after its answer")};
  }
  return {{}, {}, in_words(*message)};
}

ClientHello::Step ClientHello::on_time(base::TimePoint now) {
  if (!answer_.is_overdue(now)) return {{}, answer_.deadline(), {}};
  return {{}, {}, answer_.late()};
}

ClientHello::Step ClientHello::on_close() { return {{}, {}, answer_.closed()}; }

ClientResult::Step ClientResult::start(base::TimePoint now) {
  result_.start(now);
  return {{}, result_.deadline(), {}};
}

ClientResult::Step ClientResult::on_bytes(std::string_view chunk) {
  result_.add(chunk);
  const Opening opening = opening_of(result_.arrived());
  if (opening == Opening::not_nettp || opening == Opening::other_version || result_.is_exceeded()) {
    return {{}, {}, peer_error("the server's result makes no sense")};
  }
  if (!result_.is_whole()) return {{}, result_.deadline(), {}};
  const auto result = decode_result(result_.arrived(), payload_.asked);
  if (!result) return {{}, {}, peer_error("the server's result makes no sense")};
  if (result->bytes > payload_.sent) return {{}, {}, peer_error("the server counted more than was sent")};
  return {{}, {}, *result};
}

ClientResult::Step ClientResult::on_time(base::TimePoint now) {
  if (!result_.is_overdue(now)) return {{}, result_.deadline(), {}};
  return {{}, {}, result_.late()};
}

ClientResult::Step ClientResult::on_close() { return {{}, {}, result_.closed()}; }

}  // namespace ttcp::wire::nettp

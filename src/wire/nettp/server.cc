// SPDX-License-Identifier: MIT
// nettp's server, before the payload.
#include "wire/nettp/server.h"

#include <string>
#include <utility>

namespace ttcp::wire::nettp {
namespace {

ServerHello::Step refusal(Answer answer, std::string sentence) {
  return {encode_answer(answer), {}, peer_error(std::move(sentence))};
}

}  // namespace

ServerHello::Step ServerHello::start(base::TimePoint now) {
  hello_.start(now);
  return {{}, hello_.deadline(), {}};
}

ServerHello::Step ServerHello::on_bytes(std::string_view chunk) {
  hello_.add(chunk);
  // As early as it can be told: a stranger needn't be heard out, and the hello of a later version may have any length.
  switch (opening_of(hello_.arrived())) {
    case Opening::not_nettp:
      return refusal(Answer::bad_request, "the far end does not speak nettp");
    case Opening::other_version:
      return refusal(Answer::unknown_version,
                     "the client speaks another version of nettp than this program, " + std::to_string(kVersion));
    case Opening::unfinished:
    case Opening::good:
      break;
  }
  if (!hello_.is_whole()) return {{}, hello_.deadline(), {}};
  return answer_to_whole_hello();
}

ServerHello::Step ServerHello::answer_to_whole_hello() const {
  const auto request = decode_hello(hello_.arrived());
  if (!request) return refusal(Answer::bad_request, "the client's request is nonsense or beyond the limits");
  if (hello_.is_exceeded()) return refusal(Answer::bad_request, "the client didn't wait for the answer");
  if (admit_() == Admission::busy) return refusal(Answer::busy, "refused, too many clients at a time");
  return {encode_answer(Answer::accepted), {}, *request};
}

ServerHello::Step ServerHello::on_time(base::TimePoint now) {
  if (!hello_.is_overdue(now)) return {{}, hello_.deadline(), {}};
  return {{}, {}, hello_.late()};
}

ServerHello::Step ServerHello::on_close() { return {{}, {}, hello_.closed()}; }

}  // namespace ttcp::wire::nettp

// SPDX-License-Identifier: MIT
// The server's machine: docs/protocols/nettp.md. No socket, clock or thread; at most one message is held. The result,
// which needs no waiting, is encode_result() of messages.h.
#pragma once

#include <functional>
#include <string_view>
#include <utility>

#include "base/units.h"
#include "wire/nettp/awaited_message.h"
#include "wire/nettp/messages.h"
#include "wire/step.h"

namespace ttcp::wire::nettp {

inline constexpr base::Duration kHelloPatience = std::chrono::seconds(5);

enum class Admission { open, busy };  // busy: a request that could be served is refused all the same

// Asked once, when a good hello is whole, so that a client that says nothing takes nobody's place. A server with a
// limit counts the client in the same breath as it answers open.
using Admit = std::function<Admission()>;

// Waits for a hello and answers it; the answer stands in `send` of the last step, also when it is a refusal. Once it is
// done with a Request, at most request.total() bytes of payload follow. Failures: Error{peer} with a sentence, or
// Error{timeout} at the deadline; a client that fell silent or left gets no answer. start() comes first and once;
// nothing is called after a step that is done.
class ServerHello {
 public:
  using Step = wire::Step<Request>;
  explicit ServerHello(
      Admit admit = [] { return Admission::open; }, base::Duration patience = kHelloPatience)
      : admit_(std::move(admit)), hello_("hello", kHelloLength, patience) {}

  Step start(base::TimePoint now);
  Step on_bytes(std::string_view chunk);
  Step on_time(base::TimePoint now);
  Step on_close();

 private:
  Step answer_to_whole_hello() const;

  Admit admit_;
  AwaitedMessage hello_;
};

}  // namespace ttcp::wire::nettp

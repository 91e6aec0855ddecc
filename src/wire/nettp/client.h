// SPDX-License-Identifier: MIT
// The client's two machines, one on each side of the payload: docs/protocols/nettp.md. No socket, clock or thread; at
// most one message is held. start() comes first and once; nothing is called after a step that is done. Failures are
// Error{peer} with a sentence, or Error{timeout} at the deadline.
#pragma once

#include <string_view>

#include "base/units.h"
#include "model/flow_record.h"
#include "wire/nettp/awaited_message.h"
#include "wire/nettp/messages.h"
#include "wire/step.h"

namespace ttcp::wire::nettp {

inline constexpr base::Duration kAnswerPatience = std::chrono::seconds(5);
inline constexpr base::Duration kResultPatience = std::chrono::seconds(10);

struct Accepted {
  bool operator==(const Accepted&) const = default;
};

// Says hello and waits for the answer. Once it is Accepted, exactly request.total() bytes of payload must follow, and
// then the end of the sending side.
class ClientHello {
 public:
  using Step = wire::Step<Accepted>;
  // REQUIRES: is_within_limits(request).
  explicit ClientHello(const Request& request, base::Duration patience = kAnswerPatience)
      : request_(request), answer_("answer", kAnswerLength, patience) {}

  Step start(base::TimePoint now);
  Step on_bytes(std::string_view chunk);
  Step on_time(base::TimePoint now);
  Step on_close();

 private:
  Request request_;
  AwaitedMessage answer_;
};

struct SentPayload {
  base::Bytes asked;  // Request::total()
  base::Bytes sent;   // less when the sending was cut short
};

// Waits for what the far end counted. Start it when the far end has acknowledged the last byte: what still waits in the
// socket's buffer may take a slow line minutes. The result may say less than was sent, or a time of 0, which means
// that the far end couldn't tell.
class ClientResult {
 public:
  using Step = wire::Step<model::FarResult>;
  explicit ClientResult(const SentPayload& payload, base::Duration patience = kResultPatience)
      : payload_(payload), result_("result", kResultLength, patience) {}

  Step start(base::TimePoint now);
  Step on_bytes(std::string_view chunk);
  Step on_time(base::TimePoint now);
  Step on_close();

 private:
  SentPayload payload_;
  AwaitedMessage result_;
};

}  // namespace ttcp::wire::nettp

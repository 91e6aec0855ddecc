// SPDX-License-Identifier: MIT
// Arbitrary bytes in arbitrary pieces into the machines of nettp. Input: one byte of settings, then pieces: one byte of
// length (255: time passes instead, 254: the far end closes), then so many bytes.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "base/byte_order.h"
#include "wire/nettp/client.h"
#include "wire/nettp/server.h"

namespace {

using namespace ttcp;
using namespace ttcp::wire::nettp;

constexpr base::TimePoint kT0{std::chrono::seconds(1000)};
constexpr base::Duration kPatience = std::chrono::seconds(5);
constexpr std::uint8_t kTimePasses = 255;
constexpr std::uint8_t kFarEndCloses = 254;

void require(bool holds) {
  if (!holds) std::abort();
}

template <class Step>
void check_unfinished(const Step& step) {
  require(step.wake_at == kT0 + kPatience);
  require(step.send.empty());
}

void check_outcome(const ServerHello::Step& step, std::string_view fed) {
  if (step.done->has_error()) {
    require(step.send.empty() || step.send.size() == kAnswerLength);
    require(step.send != encode_answer(Answer::accepted));
    return;
  }
  require(step.send == encode_answer(Answer::accepted));
  require(is_within_limits(**step.done));
  require(encode_hello(**step.done) == fed);
}

void check_outcome(const ClientHello::Step& step, std::string_view fed) {
  require(step.send.empty());
  require(step.done->has_error() || fed == encode_answer(Answer::accepted));
}

void check_outcome(const ClientResult::Step& step, std::string_view fed, const Request& request, base::Bytes sent) {
  require(step.send.empty());
  if (step.done->has_error()) return;
  const model::FarResult& result = **step.done;
  require(result.bytes >= base::Bytes(0) && result.bytes <= sent && result.real >= base::Duration(0));
  require(encode_result(request, result) == fed);
}

// Drives a machine until it is done or the pieces are used up; `check` sees the last step and all bytes until then.
// A second machine gets the same bytes at once and must come to the same end.
template <class Machine, class Check>
void drive(Machine machine, base::BigEndianReader pieces, Check check) {
  Machine at_once = machine;
  machine.start(kT0);
  at_once.start(kT0);
  std::string fed;
  while (const auto length = pieces.u8()) {
    if (length == kTimePasses) {
      check_unfinished(machine.on_time(kT0 + kPatience - base::Duration(1)));
      continue;
    }
    if (length == kFarEndCloses) {
      const auto step = machine.on_close();
      require(step.done && step.done->has_error() && step.send.empty());
      return;
    }
    const auto piece = pieces.bytes(*length);
    if (!piece) break;
    const std::string chunk(reinterpret_cast<const char*>(piece->data()), piece->size());
    fed += chunk;
    const auto step = machine.on_bytes(chunk);
    if (!step.done) {
      check_unfinished(step);
      continue;
    }
    check(step, fed);
    const auto other = at_once.on_bytes(fed);
    require(other.done == step.done && other.send == step.send);
    return;
  }
  const auto last = machine.on_time(kT0 + kPatience);
  require(last.done && last.done->has_error() && last.done->error().kind == base::Error::Kind::timeout);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  base::BigEndianReader input(std::as_bytes(std::span(data, size)));
  const unsigned settings = input.u8().value_or(0);
  const Admission admission = (settings & 1U) != 0 ? Admission::busy : Admission::open;
  const Request request{base::Bytes((settings >> 1U & 7U) + 1), (settings >> 4U & 7U) + 1};
  const base::Bytes sent((settings & 128U) != 0 ? 1 : request.total().count());

  drive(ServerHello([admission] { return admission; }, kPatience), input,
        [](const auto& step, std::string_view fed) { check_outcome(step, fed); });
  drive(ClientHello(request, kPatience), input,
        [](const auto& step, std::string_view fed) { check_outcome(step, fed); });
  drive(ClientResult({request.total(), sent}, kPatience), input,
        [&](const auto& step, std::string_view fed) { check_outcome(step, fed, request, sent); });
  return 0;
}

// SPDX-License-Identifier: MIT
// A frame's JSON to a message. Sorted keys: a message of many keys costs n log n to parse, not n squared.
#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <utility>

#include "codec/values.h"
#include "wire/native/fields.h"
#include "wire/native/messages.h"
#include "wire/native/peer_error.h"
#include "wire/native/text.h"

namespace ttcp::wire::native {
namespace {

using In = nlohmann::json;

bool is_kind(std::string_view text) {
  const auto is_fit = [](char c) { return (c >= 'a' && c <= 'z') || c == '-'; };
  return !text.empty() && text.size() <= kLongestKind && std::ranges::all_of(text, is_fit);
}

int run_in(Fields& in) { return static_cast<int>(in.whole("run", 0, kHighestRun)); }

std::string token_in(Fields& in) {
  std::string token = in.text("udp_token", kTokenDigits);
  if (!token.empty() && !is_token(token)) in.spoil("\"udp_token\" is neither empty nor 32 hexadecimal digits");
  return token;
}

// What `fields` says of the message that T is.
template <class T>
Message message_in(Fields& in);

template <>
Message message_in<Hello>(Fields& in) {
  constexpr int kHighestVersion = 1'000'000;
  Hello hello;
  hello.version = static_cast<int>(in.whole("version", 1, kHighestVersion));
  // What else a hello of another version has is not ours to judge.
  if (hello.version == kVersion) hello.host = in.value("host", codec::host_facts_of);
  return hello;
}

template <>
Message message_in<Welcome>(Fields& in) {
  Welcome welcome;
  welcome.session = in.text("session", kLongestSession);
  if (!is_session(welcome.session)) in.spoil("\"session\" is not 1 to 64 hexadecimal digits");
  welcome.host = in.value("host", codec::host_facts_of);
  return welcome;
}

template <>
Message message_in<Wait>(Fields& in) {
  return Wait{static_cast<int>(in.whole("place", 1, kLastPlace))};
}

template <>
Message message_in<Refusal>(Fields& in) {
  Refusal refusal;
  refusal.kind = in.text("kind", kLongestKind);
  if (!is_kind(refusal.kind)) in.spoil("\"kind\" is not a word of small letters");
  refusal.sentence = in.text("sentence", kLongestSentence);
  return refusal;
}

template <>
Message message_in<Prepare>(Fields& in) {
  Prepare prepare;
  prepare.run = run_in(in);
  prepare.plan = in.value("plan", codec::run_plan_of);
  return prepare;
}

template <>
Message message_in<Granted>(Fields& in) {
  Granted granted;
  granted.run = run_in(in);
  granted.plan = in.value("plan", codec::run_plan_of);
  granted.notes = in.texts("notes", kMostNotes, kLongestSentence);
  granted.udp_token = token_in(in);
  const bool is_udp = granted.plan.traffic.transport == model::Transport::udp;
  if (is_udp == granted.udp_token.empty()) in.spoil("\"udp_token\" goes with UDP, and with nothing else");
  return granted;
}

template <>
Message message_in<Ready>(Fields& in) {
  return Ready{run_in(in)};
}

template <>
Message message_in<Go>(Fields& in) {
  return Go{run_in(in)};
}

template <>
Message message_in<Count>(Fields& in) {
  Count count;
  count.run = run_in(in);
  count.direction = in.direction();
  count.sample = in.value("sample", codec::sample_of);
  return count;
}

template <>
Message message_in<Stop>(Fields& in) {
  return Stop{run_in(in)};
}

template <>
Message message_in<Ended>(Fields& in) {
  Ended ended;
  ended.run = run_in(in);
  ended.direction = in.direction();
  ended.datagrams = in.wholes("datagrams", model::kMostStreams);
  return ended;
}

template <>
Message message_in<Outcome>(Fields& in) {
  Outcome outcome;
  outcome.run = run_in(in);
  for (Fields& entry : in.objects("views", 2)) {
    DirectionView& one = outcome.views.emplace_back();
    one.direction = entry.direction();
    one.view = entry.value("view", codec::end_view_of);
    in.adopt(entry);
  }
  const bool is_twice = outcome.views.size() == 2 && outcome.views[0].direction == outcome.views[1].direction;
  if (is_twice) in.spoil("\"views\" has one direction twice");
  return outcome;
}

template <>
Message message_in<Alive>(Fields&) {
  return Alive{};
}

template <>
Message message_in<Bye>(Fields&) {
  return Bye{};
}

struct Type {
  std::string_view word;
  Message (*read)(Fields&);
};

// One for each alternative of Message, so that none can be forgotten.
template <class... T>
std::array<Type, sizeof...(T)> types_of(const std::variant<T...>*) {
  return {Type{word(Message(T{})), &message_in<T>}...};
}

const Type* type_called(std::string_view word) {
  static const auto kTypes = types_of(static_cast<const Message*>(nullptr));
  const auto* found = std::ranges::find(kTypes, word, &Type::word);
  return found == kTypes.end() ? nullptr : found;
}

Reading refused(std::string_view kind, std::string sentence) {
  // A character that is cut in two grows when it is written: U+FFFD has three bytes.
  sentence.resize(std::min(sentence.size(), kLongestSentence - 4));
  return {std::nullopt, {std::string(kind), std::move(sentence)}};
}

Reading read_object(const In& object) {
  Fields in(object);
  const std::string type = in.text("type", kLongestKind);
  if (in.fault()) return refused(kBadMessage, *in.fault());
  const Type* known = type_called(type);
  if (known == nullptr) return refused(kUnknownMessage, "version 1 has no message \"" + type + "\"");
  Message message = known->read(in);
  if (in.fault()) return refused(kBadMessage, type + ": " + *in.fault());
  return {std::move(message), {}};
}

}  // namespace

Reading read(std::string_view json) {
  if (codec::is_too_deep(json)) return refused(kBadMessage, "a message nested too deep");
  In parsed = In::parse(json, nullptr, false);
  if (parsed.is_discarded()) return refused(kBadMessage, "a message that is not JSON");
  if (!parsed.is_object()) return refused(kBadMessage, "a message that is not a JSON object");
  make_printable(parsed);
  return read_object(parsed);
}

base::Result<Message> decode(std::string_view json) {
  Reading reading = read(json);
  if (!reading.message) return peer_error(std::move(reading.refusal.sentence));
  return std::move(*reading.message);
}

}  // namespace ttcp::wire::native

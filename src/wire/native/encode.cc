// SPDX-License-Identifier: MIT
// Messages to frames.
#include <array>
#include <cassert>
#include <nlohmann/json.hpp>

#include "codec/values.h"
#include "wire/native/messages.h"

namespace ttcp::wire::native {
namespace {

using Out = nlohmann::ordered_json;

// In the order of the variant.
constexpr std::array<std::string_view, std::variant_size_v<Message>> kWords{
    "hello", "welcome", "wait", "refusal", "prepare", "granted", "ready",
    "go",    "count",   "stop", "ended",   "outcome", "alive",   "bye"};

void put(Out& out, const Hello& hello) {
  out["version"] = hello.version;
  out["host"] = codec::json_of(hello.host);
}

void put(Out& out, const Welcome& welcome) {
  out["session"] = welcome.session;
  out["host"] = codec::json_of(welcome.host);
}

void put(Out& out, const Wait& wait) { out["place"] = wait.place; }

void put(Out& out, const Refusal& refusal) {
  out["kind"] = refusal.kind;
  out["sentence"] = refusal.sentence;
}

void put(Out& out, const Prepare& prepare) {
  out["run"] = prepare.run;
  out["plan"] = codec::json_of(prepare.plan);
}

void put(Out& out, const Granted& granted) {
  out["run"] = granted.run;
  out["plan"] = codec::json_of(granted.plan);
  out["notes"] = granted.notes;
  out["udp_token"] = granted.udp_token;
}

void put(Out& out, const Ready& ready) { out["run"] = ready.run; }

void put(Out& out, const Go& go) { out["run"] = go.run; }

void put(Out& out, const Count& count) {
  out["run"] = count.run;
  out["direction"] = word(count.direction);
  out["sample"] = codec::json_of(count.sample);
}

void put(Out& out, const Stop& stop) { out["run"] = stop.run; }

void put(Out& out, const Ended& ended) {
  out["run"] = ended.run;
  out["direction"] = word(ended.direction);
  out["datagrams"] = ended.datagrams;
}

void put(Out& out, const Outcome& outcome) {
  out["run"] = outcome.run;
  Out& views = out["views"] = Out::array();
  for (const auto& [direction, view] : outcome.views) {
    views.push_back({{"direction", word(direction)}, {"view", codec::json_of(view)}});
  }
}

void put(Out&, const Alive&) {}

void put(Out&, const Bye&) {}

}  // namespace

std::string_view word(const Message& message) { return kWords.at(message.index()); }

std::string encode(const Message& message) {
  Out out;
  out["type"] = word(message);
  std::visit([&out](const auto& one) { put(out, one); }, message);
  return framed(out.dump(-1, ' ', false, Out::error_handler_t::replace));
}

}  // namespace ttcp::wire::native

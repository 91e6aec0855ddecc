// SPDX-License-Identifier: MIT
// The order of messages as one table, and what they must agree in with those before them.
#include "wire/native/course.h"

#include <algorithm>
#include <utility>

namespace ttcp::wire::native {
namespace {

// The place of T in Message.
template <class T, class... All>
constexpr std::size_t place_in(const std::variant<All...>*) {
  std::size_t place = 0;
  std::size_t at = 0;
  ((place = std::is_same_v<T, All> ? at : place, ++at), ...);
  return place;
}
template <class T>
constexpr std::size_t kIndex = place_in<T>(static_cast<const Message*>(nullptr));

struct Rule {
  std::size_t index;          // of the message
  std::optional<Side> sayer;  // nothing: either
  Phase from, to;
};

constexpr std::array kRules{
    Rule{kIndex<Hello>, Side::client, Phase::opening, Phase::greeted},
    Rule{kIndex<Wait>, Side::server, Phase::greeted, Phase::greeted},
    Rule{kIndex<Welcome>, Side::server, Phase::greeted, Phase::idle},
    Rule{kIndex<Prepare>, Side::client, Phase::idle, Phase::asked},
    Rule{kIndex<Granted>, Side::server, Phase::asked, Phase::granted},
    Rule{kIndex<Ready>, Side::server, Phase::granted, Phase::ready},
    Rule{kIndex<Go>, Side::client, Phase::ready, Phase::running},
    Rule{kIndex<Count>, std::nullopt, Phase::running, Phase::running},
    Rule{kIndex<Stop>, std::nullopt, Phase::running, Phase::running},
    Rule{kIndex<Ended>, std::nullopt, Phase::running, Phase::running},
    Rule{kIndex<Outcome>, std::nullopt, Phase::running, Phase::running},
};

const Rule* rule_for(const Message& message) {
  const auto* found = std::ranges::find(kRules, message.index(), &Rule::index);
  return found == kRules.end() ? nullptr : found;
}

std::string_view word(Side side) { return side == Side::client ? "client" : "server"; }

Refusal bad(std::string sentence) { return {std::string(kBadMessage), std::move(sentence)}; }

// `where` ends the sentence: " between runs".
Refusal unexpected(Side sayer, const Message& message, const std::string& where) {
  return {std::string(kUnexpectedMessage),
          "the " + std::string(word(sayer)) + " said \"" + std::string(native::word(message)) + "\"" + where};
}

std::optional<int> run_of(const Message& message) {
  return std::visit(
      [](const auto& one) {
        if constexpr (requires { one.run; }) return std::optional(one.run);
        return std::optional<int>();
      },
      message);
}

}  // namespace

std::string_view words(Phase phase) {
  constexpr std::array<std::string_view, 7> kWords{
      "before the hello",         "before the welcome", "between runs", "before the run was granted",
      "before the run was ready", "before the go",      "during a run"};
  return kWords.at(static_cast<std::size_t>(phase));
}

Course::Judgement Course::pass(Side sayer, const Message& message) {
  if (is_late(sayer, message)) return {true, std::nullopt};
  const std::string here = " " + std::string(words(phase_));
  const Rule* rule = rule_for(message);
  if (rule == nullptr) {  // refusal, alive, bye
    const bool is_early = phase_ == Phase::opening && std::holds_alternative<Alive>(message);
    return {false, is_early ? std::optional(unexpected(sayer, message, here)) : std::nullopt};
  }
  if (rule->sayer.value_or(sayer) != sayer)
    return {false, unexpected(sayer, message, ", which only the other end says")};
  if (rule->from != phase_) return {false, unexpected(sayer, message, here)};
  auto objection = objection_to_run(message);
  if (!objection) objection = std::visit([this](const auto& one) { return objection_to(one); }, message);
  if (!objection && std::holds_alternative<Outcome>(message) && has_outcome(sayer)) {
    objection = unexpected(sayer, message, " twice");
  }
  if (!objection) advance(sayer, message, rule->to);
  return {false, std::move(objection)};
}

// They cross on the wire with the end of the run.
bool Course::is_late(Side sayer, const Message& message) const {
  const bool is_of_running = std::holds_alternative<Count>(message) || std::holds_alternative<Stop>(message) ||
                             std::holds_alternative<Ended>(message);
  const auto run = run_of(message);
  if (!is_of_running || !run || *run > run_) return false;
  return *run < run_ || phase_ == Phase::idle || (phase_ == Phase::running && has_outcome(sayer));
}

std::optional<Refusal> Course::objection_to_run(const Message& message) const {
  const auto run = run_of(message);
  const bool is_new = std::holds_alternative<Prepare>(message);
  const bool is_fit = !run || (is_new ? *run > run_ : *run == run_);
  if (is_fit) return std::nullopt;
  return bad("\"" + std::string(native::word(message)) + "\" is of run " + std::to_string(*run) +
             ", and the last one prepared is run " + std::to_string(run_));
}

std::optional<Refusal> Course::objection_to(const Hello& hello) const {
  if (hello.version == kVersion) return std::nullopt;
  return Refusal{std::string(kOtherVersion), "the client speaks version " + std::to_string(hello.version) +
                                                 " of the protocol, and this end version " + std::to_string(kVersion)};
}

std::optional<Refusal> Course::objection_to(const Granted& granted) const {
  const model::Traffic& traffic = granted.plan.traffic;
  const bool is_of_asked = granted.plan.directions == plan_.directions &&
                           traffic.transport == plan_.traffic.transport && traffic.streams <= plan_.traffic.streams;
  if (is_of_asked) return std::nullopt;
  return bad("\"granted\" has other directions, another transport or more streams than were asked for");
}

std::optional<Refusal> Course::objection_to(const Count& count) const {
  if (has_direction(count.direction)) return std::nullopt;
  return bad("\"count\" is of a direction that the run hasn't");
}

std::optional<Refusal> Course::objection_to(const Ended& ended) const {
  const bool is_fit =
      has_direction(ended.direction) && std::cmp_less_equal(ended.datagrams.size(), plan_.traffic.streams);
  if (is_fit) return std::nullopt;
  return bad("\"ended\" is of a direction or a stream that the run hasn't");
}

std::optional<Refusal> Course::objection_to(const Outcome& outcome) const {
  const auto is_fit = [this](const DirectionView& view) { return has_direction(view.direction); };
  if (std::ranges::all_of(outcome.views, is_fit)) return std::nullopt;
  return bad("\"outcome\" is of a direction that the run hasn't");
}

bool Course::has_direction(model::Direction direction) const {
  return std::ranges::find(plan_.directions, direction) != plan_.directions.end();
}

void Course::advance(Side sayer, const Message& message, Phase to) {
  phase_ = to;
  if (const auto* prepare = std::get_if<Prepare>(&message)) {
    run_ = prepare->run;
    plan_ = prepare->plan;
    outcomes_ = {};
  }
  if (const auto* granted = std::get_if<Granted>(&message)) plan_ = granted->plan;
  if (!std::holds_alternative<Outcome>(message)) return;
  outcomes_.at(static_cast<std::size_t>(sayer)) = true;
  if (outcomes_[0] && outcomes_[1]) phase_ = Phase::idle;
}

}  // namespace ttcp::wire::native

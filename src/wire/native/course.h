// SPDX-License-Identifier: MIT
// How far a conversation has come, and so what may be said next and by whom: docs/protocols/native.md, "Order". Both
// ends keep the same course and judge what they hear and what they say by it. Pure.
#pragma once

#include <array>
#include <optional>
#include <string>

#include "wire/native/messages.h"

namespace ttcp::wire::native {

enum class Side { client, server };

enum class Phase {
  opening,  // until hello
  greeted,  // until welcome
  idle,     // between runs
  asked,    // until granted
  granted,  // until ready
  ready,    // until go
  running,  // until both ends have said their outcome
};
// "between runs", to end a sentence with.
std::string_view words(Phase phase);

class Course {
 public:
  struct Judgement {
    bool is_late = false;  // of a run that is over for whoever says it: to be dropped
    std::optional<Refusal> breach;
  };

  // Judges the next message of `sayer`; one that is neither late nor a breach moves the course on.
  Judgement pass(Side sayer, const Message& message);

  Phase phase() const { return phase_; }
  // `sayer` has yet to say the outcome of the run that goes on.
  bool owes_outcome(Side sayer) const { return phase_ == Phase::running && !has_outcome(sayer); }

 private:
  bool has_outcome(Side sayer) const { return outcomes_.at(static_cast<std::size_t>(sayer)); }
  bool is_late(Side sayer, const Message& message) const;
  std::optional<Refusal> objection_to_run(const Message& message) const;
  std::optional<Refusal> objection_to(const Hello& hello) const;
  std::optional<Refusal> objection_to(const Granted& granted) const;
  std::optional<Refusal> objection_to(const Count& count) const;
  std::optional<Refusal> objection_to(const Ended& ended) const;
  std::optional<Refusal> objection_to(const Outcome& outcome) const;
  template <class Other>
  std::optional<Refusal> objection_to(const Other&) const {
    return std::nullopt;
  }
  bool has_direction(model::Direction direction) const;
  void advance(Side sayer, const Message& message, Phase to);

  Phase phase_ = Phase::opening;
  int run_ = -1;         // the newest
  model::RunPlan plan_;  // of it: as asked, then as granted
  std::array<bool, 2> outcomes_{};
};

}  // namespace ttcp::wire::native

// SPDX-License-Identifier: MIT
// Watches a run at the client: tells the observer how it goes, and decides when enough is known. Private to
// session/native.
#pragma once

#include <map>
#include <optional>
#include <span>
#include <vector>

#include "model/test_record.h"
#include "session/native/carry_out.h"
#include "session/native/client_run.h"

namespace ttcp::session::native {

class RunWatch {
 public:
  // `session` outlives this.
  RunWatch(const ClientSession& session, const model::Traffic& asked, model::RunPlan granted);

  // At each sample and message.
  Verdict look(const Flows& flows, const Samples& far);
  bool is_settled() const { return settled_; }
  // The rest of the intervals, now that all bytes are known.
  void finish(const std::vector<model::DirectionRecord>& results);

 private:
  void tell_progress(const Flows& flows, const Samples& far, base::Duration elapsed);
  void tell_intervals(model::Direction direction, std::span<const model::Sample> received,
                      std::span<const model::Sample> sent);
  bool is_known(const Flows& flows, const Samples& far, base::Duration elapsed) const;

  const ClientSession& session_;
  model::RunPlan granted_;
  bool open_ended_;  // until it is known
  base::Duration longest_;
  std::map<model::Direction, base::Duration> told_until_;
  base::Duration looked_at_{0};
  bool settled_ = false;
};

}  // namespace ttcp::session::native

// SPDX-License-Identifier: MIT
// The one line that is redrawn while a test runs, as text. Pure.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "model/test_events.h"

namespace ttcp::report::live {

struct Look {
  int columns = 80;     // of the terminal; the line is shorter than that
  bool colour = false;  // the phase's name is bold; that says nothing that the words don't
};

// The newest progress of each direction of the phase (of the idle probing: one without a direction). Drops what
// matters least until it fits: the retransmissions, then the RTT, the bar, the time. Without `newest` only the phase.
std::string line(const model::PhaseStarted& phase, const std::vector<model::Progress>& newest, const Look& look);

// "the server is busy: place 3 in its queue"
std::string queue_words(const model::Queued& queued);

}  // namespace ttcp::report::live

// SPDX-License-Identifier: MIT
// What several modern reports read off a test record in the same way. Pure; what wasn't measured is absent.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "model/test_record.h"

namespace ttcp::report {

// lost / sent, 0..1. Absent where that isn't known or nothing was sent.
std::optional<double> loss_of(const model::UdpCount& count);

// What is behind a step's figures as ", too much", ", the sender came no further"; empty: accepted, or not known.
std::string step_mark(const model::RateStep& step);

// Until the direction ended: the receiver's run, else the sender's.
std::optional<base::Duration> length_of(const model::DirectionRecord& result);

// The congestion control that the direction's payload was sent with: its flows', else the one granted. Empty: unknown.
// Fit for a terminal.
std::string congestion_of(const model::DirectionRecord& result);

// Of all runs of the plan, in order.
std::vector<model::Direction> directions_of(const model::TestPlan& plan);

// Why something ended early, without a final period: "interrupted by SIGINT", "the far end was lost (Connection reset
// by peer)", "connect 192.0.2.7:5001: Connection refused". REQUIRES: ending != complete. Fit for a terminal.
std::string why_ended(model::Ending ending, const std::optional<base::Error>& failure, std::optional<int> signal = {});

// When a direction was cut, as its row's mark: "interrupted after 3.2 s", "the far end was lost after 1.1 s". Empty:
// complete.
std::string cut_mark(const model::DirectionRecord& result);

// Why a direction without a goodput has none: "nothing arrived".
std::string why_not_measured(const model::DirectionRecord& result);

}  // namespace ttcp::report

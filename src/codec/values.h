// SPDX-License-Identifier: MIT
// The model's values to and from JSON, for whoever builds documents of them: the native protocol's messages, reports.
// Names carry their units; durations are whole nanoseconds; what wasn't measured is null. Pure.
//
// The readers never throw, ignore unknown members, and take no more than kMostFlows flows, kMostSamples samples,
// kMostSysctls sysctls, 2 directions, and strings of kLongestText bytes. Error{peer, "read plan" (host, view, sample)}:
// a member is missing, of a wrong type or out of range (numbers: up to 2^53 - 1); the detail names it. Text that isn't
// UTF-8 is written as it is: dump with error_handler_t::replace. Reading what was written gives the same value.
#pragma once

#include <chrono>
#include <cstddef>
#include <nlohmann/json.hpp>
#include <optional>
#include <string_view>

#include "base/error.h"
#include "model/test_record.h"

namespace ttcp::codec {

inline constexpr std::size_t kMostFlows = 1024;      // in one view
inline constexpr std::size_t kMostSamples = 200000;  // in one view
inline constexpr std::size_t kMostSysctls = 64;
inline constexpr std::size_t kLongestText = 4096;  // bytes of one string

nlohmann::ordered_json json_of(const model::RunPlan& plan);
nlohmann::ordered_json json_of(const model::HostFacts& host);
nlohmann::ordered_json json_of(const model::EndView& view);
nlohmann::ordered_json json_of(const model::Sample& sample);
nlohmann::ordered_json json_of(const model::RateStep& step);
nlohmann::ordered_json json_of(const base::Error& error);  // with its sentence as "text"

// In milliseconds, as reports want it.
nlohmann::ordered_json json_of(const model::Latency& latency);

// What a result is shown with.
struct ResultContext {
  base::Duration interval{std::chrono::seconds(1)};  // of intervals[]; made longer where it is finer than the samples
  std::optional<model::Latency> idle;                // of the test
};
// An entry of a test record's results[], with the figures that follow from others: goodput, intervals, loss.
nlohmann::ordered_json json_of(const model::DirectionRecord& result, const ResultContext& context = {});

// Besides: one or two different directions, 1..kMostStreams streams, dscp at most 63, and nothing asked for is 0.
base::Result<model::RunPlan> run_plan_of(const nlohmann::json& json);
base::Result<model::HostFacts> host_facts_of(const nlohmann::json& json);
base::Result<model::EndView> end_view_of(const nlohmann::json& json);
base::Result<model::Sample> sample_of(const nlohmann::json& json);

// More than 16 levels of [ and {, counted without parsing: to be asked before any parser may build what was sent.
bool is_too_deep(std::string_view json_text);

}  // namespace ttcp::codec

// SPDX-License-Identifier: MIT
// The model's values to and from JSON.
#include "codec/values.h"

#include "codec/reading.h"
#include "codec/writing.h"

namespace ttcp::codec {
namespace {

template <class T>
base::Result<T> read_alone(const In& in, const char* attempt, const char* name) {
  return guarded(attempt, [&in, name] {
    T value;
    read(in, Place(name, kTestLimits), value);
    return value;
  });
}

template <class T>
bool is_nothing(const std::optional<T>& wish) {
  return wish == T{};
}

// Beyond what its fields alone tell; a record may hold a plan that nobody would grant.
void demand_sense(const model::RunPlan& plan) {
  const Place at("plan", kTestLimits);
  const auto& directions = plan.directions;
  const bool is_twice = directions.size() == 2 && directions[0] == directions[1];
  if (directions.empty() || is_twice) at.fail("not one or two different directions");
  const model::Traffic& traffic = plan.traffic;
  if (traffic.streams < 1 || traffic.streams > model::kMostStreams) {
    at.fail("not from 1 to " + std::to_string(model::kMostStreams) + " streams");
  }
  if (traffic.dscp.value_or(0) > 63) at.fail("dscp is above 63");
  const bool asks_for_nothing = is_nothing(traffic.time) || is_nothing(traffic.bytes) || is_nothing(traffic.rate) ||
                                is_nothing(traffic.block) || is_nothing(traffic.window) || is_nothing(traffic.mss);
  if (asks_for_nothing) at.fail("a time, size or rate is 0");
}

}  // namespace

nlohmann::ordered_json json_of(const model::RunPlan& plan) { return written(plan); }
nlohmann::ordered_json json_of(const model::HostFacts& host) { return written(host); }
nlohmann::ordered_json json_of(const model::EndView& view) { return written(view); }
nlohmann::ordered_json json_of(const model::Sample& sample) { return written(sample); }
nlohmann::ordered_json json_of(const model::RateStep& step) { return written(step); }
nlohmann::ordered_json json_of(const base::Error& error) { return written(error); }

nlohmann::ordered_json json_of(const model::Latency& latency) {
  Out out = Out::object();
  out["p50"] = milliseconds_of(latency.p50);
  out["p95"] = milliseconds_of(latency.p95);
  out["p99"] = milliseconds_of(latency.p99);
  out["max"] = milliseconds_of(latency.max);
  out["min"] = milliseconds_of(latency.min);
  out["jitter"] = milliseconds_of(latency.jitter);
  out["count"] = latency.count;
  out["lost"] = latency.lost;
  return out;
}

base::Result<model::RunPlan> run_plan_of(const nlohmann::json& json) {
  return guarded("read plan", [&json] {
    model::RunPlan plan;
    read(json, Place("plan", kTestLimits), plan);
    demand_sense(plan);
    return plan;
  });
}

base::Result<model::HostFacts> host_facts_of(const nlohmann::json& json) {
  return read_alone<model::HostFacts>(json, "read host", "host");
}

base::Result<model::EndView> end_view_of(const nlohmann::json& json) {
  return read_alone<model::EndView>(json, "read view", "view");
}

base::Result<model::Sample> sample_of(const nlohmann::json& json) {
  return read_alone<model::Sample>(json, "read sample", "sample");
}

}  // namespace ttcp::codec

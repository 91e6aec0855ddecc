// SPDX-License-Identifier: MIT
// TestRecord <-> JSON.
#include "codec/test_record_json.h"

#include <utility>

#include "codec/direction_json.h"
#include "codec/reading.h"
#include "codec/writing.h"

namespace ttcp::codec {
namespace {

bool ran_together(const model::DirectionRecord& one, const model::DirectionRecord& next) {
  return one.simultaneous && next.simultaneous && one.direction != next.direction;
}

Out results_of(const model::TestRecord& record) {
  ResultContext context;
  context.interval = record.plan.interval.value_or(context.interval);
  context.idle = record.idle;
  Out results = Out::array();
  const model::DirectionRecord* partner = nullptr;  // waits for the other direction of its run
  for (const model::DirectionRecord& result : record.results) {
    results.push_back(json_of(result, context));
    if (partner != nullptr && ran_together(*partner, result)) {
      results.push_back(both_out(*partner, result, context));
      partner = nullptr;
    } else {
      partner = &result;
    }
  }
  return results;
}

bool is_both(const In& result) {
  const auto direction = result.is_object() ? result.find("direction") : result.end();
  return result.is_object() && direction != result.end() && *direction == kBoth;
}

model::TestRecord record_in(const In& in) {
  const Place at("record", kTestLimits);
  demand_schema(in, at);
  model::TestRecord record;
  read_fields(in, at, record);
  const Place results = at.inside("results");
  const Place one = results.inside("[]");
  for (const In& result : array_in(member(in, "results", at), results, kMostSamples)) {
    if (!is_both(result)) read(result, one, record.results.emplace_back());
  }
  return record;
}

}  // namespace

std::string to_json(const model::TestRecord& record) {
  Out out = Out::object();
  out["schema"] = "ttcp.test/1";
  out["ended"] = written(record.ending);
  out["results"] = results_of(record);
  write_fields(record, out);
  return dumped(out);
}

base::Result<model::TestRecord> test_record_from_json(std::string_view text) {
  return guarded("read record", [text] { return record_in(parsed(text)); });
}

}  // namespace ttcp::codec

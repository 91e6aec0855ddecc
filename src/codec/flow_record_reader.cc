// SPDX-License-Identifier: MIT
// JSON -> FlowRecord.
#include "codec/reading.h"
#include "codec/record_json.h"

namespace ttcp::codec {
namespace {

model::FlowRecord record_in(const In& in) {
  const Limits limits;
  const Place at("record", limits);
  demand_schema(in, at);
  model::FlowRecord record;
  read_fields(in, at, record);
  const In& results = member(in, "results", at);
  if (!results.is_array() || results.size() != 1) at.inside("results").fail("not an array of one result");
  const Place all = at.inside("results");
  const Place one = all.inside("[]");
  read(member(results[0], "intervals", one), one.inside("intervals"), record.intervals);
  return record;
}

}  // namespace

base::Result<model::FlowRecord> flow_record_from_json(std::string_view text) {
  return guarded("read record", [text] { return record_in(parsed(text)); });
}

}  // namespace ttcp::codec

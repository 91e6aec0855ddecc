// SPDX-License-Identifier: MIT
// --json-lines: one JSON object per event.
#include "report/json/events.h"

#include <nlohmann/json.hpp>
#include <optional>
#include <string_view>
#include <variant>

#include "codec/record_json.h"
#include "codec/test_record_json.h"
#include "codec/values.h"

namespace ttcp::report::json {
namespace {

using Json = nlohmann::ordered_json;

Json event(std::string_view name) { return Json{{"event", name}}; }

Json in_seconds(const std::optional<base::Duration>& time) {
  return time ? Json(static_cast<double>(time->count()) / 1e9) : Json();
}
Json in_milliseconds(const std::optional<base::Duration>& time) {
  return time ? Json(static_cast<double>(time->count()) / 1e6) : Json();
}
Json in_bps(const std::optional<base::BitRate>& rate) { return rate ? Json(rate->in_bits_per_second()) : Json(); }
Json or_null(const std::optional<std::int64_t>& number) { return number ? Json(*number) : Json(); }

template <class Record>
Json record_of(const Record& record) {
  return Json::parse(codec::to_json(record));
}

Json json_of(const model::Connected& connected) {
  Json json = event("connected");
  json["peer_address"] = connected.peer_address;
  json["peer_port"] = connected.peer_port;
  json["congestion"] = connected.congestion.empty() ? Json() : Json(connected.congestion);
  json["far"] = connected.far ? codec::json_of(*connected.far) : Json();
  return json;
}

Json json_of(const model::Queued& queued) {
  Json json = event("queued");
  json["place"] = queued.place;
  return json;
}

Json json_of(const model::Noted& noted) {
  Json json = event("note");
  json["text"] = noted.text;
  return json;
}

Json json_of(const model::PhaseStarted& phase) {
  Json json = event("phase");
  json["directions"] = Json::array();
  for (const model::Direction direction : phase.directions) json["directions"].push_back(word(direction));
  json["transport"] = phase.directions.empty() ? Json() : Json(word(phase.transport));
  json["time_s"] = in_seconds(phase.time);
  json["rate_bps"] = in_bps(phase.rate);
  return json;
}

Json json_of(const model::Progress& progress) {
  Json json = event("progress");
  json["direction"] = progress.direction ? Json(word(*progress.direction)) : Json();
  json["elapsed_s"] = in_seconds(progress.elapsed);
  json["left_s"] = in_seconds(progress.left);
  json["rate_bps"] = in_bps(progress.rate_now);
  json["rtt_ms"] = in_milliseconds(progress.rtt);
  json["retransmits"] = or_null(progress.retransmits);
  return json;
}

Json json_of(const model::IntervalOver& interval) {
  const base::Duration took = interval.end - interval.start;
  Json json = event("interval");
  json["direction"] = word(interval.direction);
  json["start_s"] = in_seconds(interval.start);
  json["end_s"] = in_seconds(interval.end);
  json["bytes"] = interval.bytes.count();
  json["bps"] = took > base::Duration::zero() ? in_bps(base::rate_of(interval.bytes, took)) : Json();
  json["retransmits"] = or_null(interval.retransmits);
  json["rtt_ms"] = in_milliseconds(interval.rtt);
  return json;
}

Json json_of(const model::StepOver& over) {
  Json json = event("step");
  json["direction"] = word(over.direction);
  json.update(codec::json_of(over.step));
  return json;
}

Json json_of(const model::IdleOver& over) {
  Json json = event("idle");
  json["latency_ms"] = codec::json_of(over.idle);
  return json;
}

Json json_of(const model::DirectionOver& over) {
  Json json = event("direction");
  json["result"] = codec::json_of(over.result);
  return json;
}

Json json_of(const model::TestOver& over) {
  Json json = event("end");
  json["record"] = record_of(over.record);
  return json;
}

Json json_of(const model::Listening& listening) {
  Json json = event("listening");
  json["endpoints"] = listening.endpoints;
  return json;
}

Json json_of(const model::Refused& refused) {
  Json json = event("refused");
  json["address"] = refused.address;
  json["port"] = refused.port;
  json["why"] = codec::json_of(refused.why);
  return json;
}

Json json_of(const model::Trouble& trouble) {
  Json json = event("trouble");
  json["why"] = codec::json_of(trouble.why);
  return json;
}

Json json_of(const model::Served& served) {
  Json json = event("served");
  json["record"] = std::visit([](const auto& record) { return record_of(record); }, served.record);
  return json;
}

template <class Event>
std::string line(const Event& event) {
  const Json json = std::visit([](const auto& happened) { return json_of(happened); }, event);
  return json.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace

std::string event_line(const model::TestEvent& event) { return line(event); }
std::string event_line(const model::ServeEvent& event) { return line(event); }

}  // namespace ttcp::report::json

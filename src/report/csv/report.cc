// SPDX-License-Identifier: MIT
// --csv: one row per direction.
#include "report/csv/report.h"

#include <array>
#include <nlohmann/json.hpp>
#include <string_view>

#include "codec/test_record_json.h"

namespace ttcp::report::csv {
namespace {

using Json = nlohmann::json;

// A column and where its figure stands: in the record, or (most) in the result.
struct Column {
  std::string_view name;
  const char* place;
  bool of_record = false;
};

constexpr std::array kColumns{
    Column{"started", "/started", true},
    Column{"host", "/plan/endpoint/host", true},
    Column{"port", "/plan/endpoint/port", true},
    Column{"peer_address", "/peer_address", true},
    Column{"session", "/session", true},
    Column{"direction", "/direction"},
    Column{"simultaneous", "/simultaneous"},
    Column{"transport", "/transport"},
    Column{"streams", "/streams"},
    Column{"ended", "/ended"},
    Column{"goodput_bps", "/goodput_bps"},
    Column{"goodput_ci95_low_bps", "/goodput_ci95_bps/0"},
    Column{"goodput_ci95_high_bps", "/goodput_ci95_bps/1"},
    Column{"mean_bps", "/mean_bps"},
    Column{"ceiling_bps", "/ceiling_bps"},
    Column{"bytes", "/bytes"},
    Column{"bytes_sent", "/bytes_sent"},
    Column{"seconds", "/seconds"},
    Column{"retransmits", "/retransmits"},
    Column{"idle_p50_ms", "/latency_ms/idle/p50"},
    Column{"idle_p95_ms", "/latency_ms/idle/p95"},
    Column{"idle_p99_ms", "/latency_ms/idle/p99"},
    Column{"idle_max_ms", "/latency_ms/idle/max"},
    Column{"idle_count", "/latency_ms/idle/count"},
    Column{"loaded_p50_ms", "/latency_ms/loaded/p50"},
    Column{"loaded_p95_ms", "/latency_ms/loaded/p95"},
    Column{"loaded_p99_ms", "/latency_ms/loaded/p99"},
    Column{"loaded_max_ms", "/latency_ms/loaded/max"},
    Column{"loaded_count", "/latency_ms/loaded/count"},
    Column{"udp_sent", "/udp/sent"},
    Column{"udp_received", "/udp/received"},
    Column{"udp_lost", "/udp/lost"},
    Column{"udp_loss_ratio", "/udp/loss_ratio"},
    Column{"udp_reordered", "/udp/reordered"},
    Column{"udp_duplicated", "/udp/duplicated"},
    Column{"udp_jitter_ms", "/udp/jitter_ms"},
};

// RFC 4180, section 2, rules 5 to 7.
std::string quoted(const std::string& text) {
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string field = "\"";
  for (const char c : text) {
    if (c == '"') field += '"';
    field += c;
  }
  return field + '"';
}

std::string field(const Json& from, const char* place) {
  const Json::json_pointer pointer(place);
  if (!from.contains(pointer)) return "";
  const Json& value = from.at(pointer);
  if (value.is_null()) return "";
  return value.is_string() ? quoted(value.get<std::string>()) : value.dump();
}

std::string row(const Json& record, const Json& result) {
  std::string text;
  for (const Column& column : kColumns) {
    if (!text.empty()) text += ',';
    text += field(column.of_record ? record : result, column.place);
  }
  return text + "\n";
}

}  // namespace

std::string heading() {
  std::string text;
  for (const Column& column : kColumns) {
    if (!text.empty()) text += ',';
    text += column.name;
  }
  return text + "\n";
}

std::string rows(const model::TestRecord& record) {
  const Json json = Json::parse(codec::to_json(record));
  const Json& results = json.at("results");
  if (results.empty()) return row(json, Json{{"ended", json.at("ended")}});
  std::string text;
  for (const Json& result : results) {
    if (result.at("direction") != "both") text += row(json, result);
  }
  return text;
}

}  // namespace ttcp::report::csv

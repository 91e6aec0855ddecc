// SPDX-License-Identifier: MIT
// The parts of reading that depend on no type of the model.
#include "codec/reading.h"

#include <charconv>

namespace ttcp::codec {
namespace {

constexpr std::size_t kLongestDocument = std::size_t{16} << 20;
constexpr int kDeepest = 16;

}  // namespace

std::string Place::text() const {
  if (above_ == nullptr) return name_;
  const bool is_element = name_[0] == '[';
  return above_->text() + (is_element ? "" : ".") + name_;
}

void Place::fail(const std::string& why) const { throw Bad{text() + ": " + why}; }

std::string quoted(const std::string& text) {
  constexpr std::size_t kShown = 40;
  return In(text.substr(0, kShown)).dump(-1, ' ', true, In::error_handler_t::replace);
}

std::int64_t whole_in(const In& in, const Place& at, std::int64_t most) {
  most = std::min(most, at.limits().greatest);
  const bool is_small = in.is_number_unsigned() && in.get<std::uint64_t>() <= static_cast<std::uint64_t>(most);
  if (!is_small) at.fail("not a whole number from 0 to " + std::to_string(most));
  return in.get<std::int64_t>();
}

double share_in(const In& in, const Place& at) {
  const double value = in.is_number() ? in.get<double>() : -1;
  if (!(value >= 0 && value <= 1)) at.fail("not a number from 0 to 1");
  return value;
}

std::uint64_t address_in(const In& in, const Place& at) {
  const std::string text = text_in(in, at);
  std::uint64_t value = 0;
  const bool has_prefix = text.starts_with("0x");
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data() + (has_prefix ? 2 : 0), end, value, 16);
  if (error != std::errc{} || stop != end) at.fail("not an address such as \"0x8050000\"");
  return value;
}

std::string text_in(const In& in, const Place& at) {
  if (!in.is_string()) at.fail("not a string");
  const auto& text = in.get_ref<const std::string&>();
  if (text.size() > at.limits().longest) at.fail("longer than " + std::to_string(at.limits().longest) + " bytes");
  return text;
}

bool truth_in(const In& in, const Place& at) {
  if (!in.is_boolean()) at.fail("not true or false");
  return in.get<bool>();
}

WallTime wall_time_in(const In& in, const Place& at) {
  const auto when = from_rfc3339(text_in(in, at));
  if (!when) at.fail("not a time in UTC such as \"2026-11-30T16:39:00Z\"");
  return *when;
}

const In& member(const In& object, const char* name, const Place& at) {
  if (!object.is_object()) at.fail("not an object");
  const auto found = object.find(name);
  if (found == object.end()) at.fail(std::string(name) + " is missing");
  return *found;
}

const In& array_in(const In& in, const Place& at, std::size_t most) {
  if (!in.is_array()) at.fail("not an array");
  if (in.size() > most) at.fail("more than " + std::to_string(most) + " elements");
  return in;
}

void demand_schema(const In& document, const Place& at) {
  const std::string schema = text_in(member(document, "schema", at), at.inside("schema"));
  if (schema != "ttcp.test/1") at.inside("schema").fail(quoted(schema) + " is not \"ttcp.test/1\"");
}

bool is_too_deep(std::string_view json_text) {
  int depth = 0;
  bool in_string = false;
  for (std::size_t at = 0; at < json_text.size(); ++at) {
    const char c = json_text[at];
    if (in_string && c == '\\') {
      ++at;
    } else if (c == '"') {
      in_string = !in_string;
    } else if (!in_string) {
      depth += (c == '[' || c == '{') ? 1 : 0;
      depth -= (c == ']' || c == '}') ? 1 : 0;
    }
    if (depth > kDeepest) return true;
  }
  return false;
}

In parsed(std::string_view text) {
  if (text.size() > kLongestDocument) throw Bad{"longer than 16 MiB"};
  if (is_too_deep(text)) throw Bad{"nested more than 16 levels deep"};
  In in = In::parse(text, nullptr, false);
  if (in.is_discarded()) throw Bad{"not JSON"};
  return in;
}

}  // namespace ttcp::codec

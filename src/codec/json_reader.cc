// SPDX-License-Identifier: MIT
// JSON -> TestRecord. The library's exceptions and our own (Bad) end in from_json().
#include <algorithm>
#include <charconv>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

#include "codec/fields.h"
#include "codec/record_json.h"
#include "codec/wall_time.h"
#include "codec/words.h"

namespace ttcp::codec {
namespace {

// Sorted keys: an input of many keys costs n log n, with ordered_json it would cost n squared.
using In = nlohmann::json;

constexpr std::size_t kLongest = std::size_t{16} << 20;
constexpr int kDeepest = 16;

struct Bad {
  std::string detail;
};

// What was read there instead, short and free of control characters.
std::string quoted(const std::string& text) {
  constexpr std::size_t kShown = 40;
  return In(text.substr(0, kShown)).dump(-1, ' ', true, In::error_handler_t::replace);
}

// Before parsing, because it is cheap and bounds what the parser may build.
bool is_too_deep(std::string_view text) {
  int depth = 0;
  bool in_string = false;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const char c = text[at];
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

// A count, a time or a port: whole, and never below 0.
std::int64_t whole(const In& in, const std::string& path, std::int64_t high) {
  const bool is_small = in.is_number_unsigned() && in.get<std::uint64_t>() <= static_cast<std::uint64_t>(high);
  if (!is_small) throw Bad{path + ": not a whole number from 0 to " + std::to_string(high)};
  return in.get<std::int64_t>();
}

std::uint64_t address(const std::string& text, const std::string& path) {
  std::uint64_t value = 0;
  const bool has_prefix = text.starts_with("0x");
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data() + (has_prefix ? 2 : 0), end, value, 16);
  if (error != std::errc{} || stop != end) throw Bad{path + ": not an address such as \"0x8050000\""};
  return value;
}

std::string text_in(const In& in, const std::string& path) {
  if (!in.is_string()) throw Bad{path + ": not a string"};
  return in.get<std::string>();
}

bool truth_in(const In& in, const std::string& path) {
  if (!in.is_boolean()) throw Bad{path + ": not true or false"};
  return in.get<bool>();
}

WallTime wall_time_in(const In& in, const std::string& path) {
  const auto when = from_rfc3339(text_in(in, path));
  if (!when) throw Bad{path + ": not a time in UTC such as \"2026-11-30T16:39:00Z\""};
  return *when;
}

template <class Enum>
Enum word_in(const In& in, const std::string& path) {
  const std::string given = text_in(in, path);
  const auto known = words_of(Enum{});
  const auto* found = std::find_if(known.begin(), known.end(), [&given](const auto& k) { return k.second == given; });
  if (found == known.end()) throw Bad{path + ": " + quoted(given) + " is not one of its words"};
  return found->first;
}

const In& member(const In& object, const char* name, const std::string& path) {
  if (!object.is_object()) throw Bad{path + ": not an object"};
  const auto found = object.find(name);
  if (found == object.end()) throw Bad{path + ": " + name + " is missing"};
  return *found;
}

// Called with the value to fill, as each_field() hands it out.
template <class T>
void read(const In& in, const std::string& path, T& value);

template <class T>
void read(const In& in, const std::string& path, std::optional<T>& value) {
  value.reset();
  if (!in.is_null()) read(in, path, value.emplace());
}

template <class T>
void read(const In& in, const std::string& path, NullByDefault<T>& field) {
  field.value = T{};
  if (!in.is_null()) read(in, path, field.value);
}

template <class T>
void read(const In& in, const std::string& path, std::vector<T>& values) {
  if (!in.is_array()) throw Bad{path + ": not an array"};
  values.clear();
  for (const In& one : in) read(one, path + "[]", values.emplace_back());
}

template <class Struct>
void read_fields(const In& in, const std::string& path, Struct& value) {
  each_field([&](const char* name, auto&& field) { read(member(in, name, path), path + "." + name, field); }, value);
}

template <class T>
void read(const In& in, const std::string& path, T& value) {
  constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();
  if constexpr (std::is_same_v<T, base::Bytes> || std::is_same_v<T, base::Duration>) {
    value = T(whole(in, path, kMost));
  } else if constexpr (std::is_same_v<T, WallTime>) {
    value = wall_time_in(in, path);
  } else if constexpr (std::is_same_v<T, std::uint64_t>) {
    value = address(text_in(in, path), path);
  } else if constexpr (std::is_same_v<T, bool>) {
    value = truth_in(in, path);
  } else if constexpr (std::is_enum_v<T>) {
    value = word_in<T>(in, path);
  } else if constexpr (std::is_integral_v<T>) {
    value = static_cast<T>(whole(in, path, std::numeric_limits<T>::max()));
  } else if constexpr (std::is_same_v<T, std::string>) {
    value = text_in(in, path);
  } else {
    read_fields(in, path, value);
  }
}

model::TestRecord record_in(const In& in) {
  const std::string path = "record";
  const std::string schema = text_in(member(in, "schema", path), path + ".schema");
  if (schema != "ttcp.test/1") throw Bad{"record.schema: " + quoted(schema) + " is not \"ttcp.test/1\""};
  model::TestRecord record;
  read_fields(in, path, record);
  const In& results = member(in, "results", path);
  if (!results.is_array() || results.size() != 1) throw Bad{"record.results: not an array of one result"};
  read(member(results[0], "intervals", path + ".results[]"), path + ".results[].intervals", record.intervals);
  return record;
}

base::Error bad_record(std::string detail) {
  return base::Error{base::Error::Kind::peer, "read record", 0, std::move(detail)};
}

}  // namespace

base::Result<model::TestRecord> from_json(std::string_view text) {
  if (text.size() > kLongest) return bad_record("longer than 16 MiB");
  if (is_too_deep(text)) return bad_record("nested more than 16 levels deep");
  try {
    const In in = In::parse(text, nullptr, false);
    if (in.is_discarded()) return bad_record("not JSON");
    return record_in(in);
  } catch (const Bad& bad) {
    return bad_record(bad.detail);
  } catch (const In::exception& error) {
    return bad_record(error.what());
  }
}

}  // namespace ttcp::codec

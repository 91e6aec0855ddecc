// SPDX-License-Identifier: MIT
// JSON -> model by the field lists. Private to codec/. The library's exceptions and our own (Bad) end in guarded() and
// parsed().
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/error.h"
#include "base/units.h"
#include "codec/fields.h"
#include "codec/test_fields.h"
#include "codec/values.h"
#include "codec/wall_time.h"
#include "codec/words.h"

namespace ttcp::codec {

// Sorted keys: an input of many keys costs n log n, with ordered_json it would cost n squared.
using In = nlohmann::json;

struct Bad {
  std::string detail;
};

struct Limits {
  std::int64_t greatest = std::numeric_limits<std::int64_t>::max();  // number
  std::size_t longest = std::size_t{16} << 20;                       // text, bytes
};

// What every reader of JSON holds exactly (RFC 8259, section 6). Sums over kMostFlows of such numbers fit in 64 bits.
inline constexpr Limits kTestLimits{(std::int64_t{1} << 53) - 1, kLongestText};

// Where in the document we are, for messages; it becomes text only when there is something to say. The place above
// outlives it.
class Place {
 public:
  Place(const char* name, const Limits& limits) : name_(name), limits_(limits) {}
  Place inside(const char* name) const { return {name, *this}; }
  const Limits& limits() const { return limits_; }
  std::string text() const;                              // "record.plan.runs[].traffic"
  [[noreturn]] void fail(const std::string& why) const;  // throws Bad

 private:
  Place(const char* name, const Place& above) : above_(&above), name_(name), limits_(above.limits_) {}

  const Place* above_ = nullptr;
  const char* name_;  // "[]" for the elements of an array
  const Limits& limits_;
};

// What was read there instead, short and free of control characters.
std::string quoted(const std::string& text);

std::int64_t whole_in(const In& in, const Place& at, std::int64_t most);  // from 0 to most and at.limits().greatest
double share_in(const In& in, const Place& at);                           // from 0 to 1
std::uint64_t address_in(const In& in, const Place& at);
std::string text_in(const In& in, const Place& at);
bool truth_in(const In& in, const Place& at);
WallTime wall_time_in(const In& in, const Place& at);
const In& member(const In& object, const char* name, const Place& at);
const In& array_in(const In& in, const Place& at, std::size_t most);
void demand_schema(const In& document, const Place& at);

// Elements of an array; what isn't named here is bounded by the length of the document alone.
template <class T>
constexpr std::size_t most_of() {
  if constexpr (std::is_same_v<T, model::FlowView>) return kMostFlows;
  if constexpr (std::is_same_v<T, model::Sample>) return kMostSamples;
  if constexpr (std::is_same_v<T, model::Sysctl>) return kMostSysctls;
  if constexpr (std::is_same_v<T, model::Direction>) return 2;
  return std::numeric_limits<std::size_t>::max();
}

template <class Enum>
Enum word_in(const In& in, const Place& at) {
  const std::string given = text_in(in, at);
  const auto known = words_of(Enum{});
  const auto* found = std::find_if(known.begin(), known.end(), [&given](const auto& k) { return k.second == given; });
  if (found == known.end()) at.fail(quoted(given) + " is not one of its words");
  return found->first;
}

// Called with the value to fill, as each_field() hands it out.
template <class T>
void read(const In& in, const Place& at, T& value);

template <class T>
void read(const In& in, const Place& at, std::optional<T>& value) {
  value.reset();
  if (!in.is_null()) read(in, at, value.emplace());
}

template <class T>
void read(const In& in, const Place& at, NullByDefault<T>& field) {
  field.value = T{};
  if (!in.is_null()) read(in, at, field.value);
}

template <class T>
void read(const In& in, const Place& at, std::vector<T>& values) {
  const In& array = array_in(in, at, most_of<T>());
  const Place element = at.inside("[]");
  values.clear();
  for (const In& one : array) read(one, element, values.emplace_back());
}

template <class Struct>
void read_fields(const In& in, const Place& at, Struct& value) {
  each_field([&](const char* name, auto&& field) { read(member(in, name, at), at.inside(name), field); }, value);
}

template <class T>
void read(const In& in, const Place& at, T& value) {
  constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();
  if constexpr (std::is_same_v<T, base::Bytes> || std::is_same_v<T, base::Duration>) {
    value = T(whole_in(in, at, kMost));
  } else if constexpr (std::is_same_v<T, base::BitRate>) {
    value = base::BitRate::bits_per_second(whole_in(in, at, kMost));
  } else if constexpr (std::is_same_v<T, WallTime>) {
    value = wall_time_in(in, at);
  } else if constexpr (std::is_same_v<T, std::uint64_t>) {
    value = address_in(in, at);
  } else if constexpr (std::is_same_v<T, bool>) {
    value = truth_in(in, at);
  } else if constexpr (std::is_enum_v<T>) {
    value = word_in<T>(in, at);
  } else if constexpr (std::is_integral_v<T>) {
    value = static_cast<T>(whole_in(in, at, std::numeric_limits<T>::max()));
  } else if constexpr (std::is_floating_point_v<T>) {
    value = share_in(in, at);
  } else if constexpr (std::is_same_v<T, std::string>) {
    value = text_in(in, at);
  } else {
    read_fields(in, at, value);
  }
}

// read() for Error{peer, attempt}.
template <class Read>
auto guarded(const char* attempt, Read&& read) -> base::Result<decltype(read())> {
  const auto bad = [attempt](std::string detail) {
    return base::Error{base::Error::Kind::peer, attempt, 0, std::move(detail)};
  };
  try {
    return read();
  } catch (const Bad& refused) {
    return bad(refused.detail);
  } catch (const In::exception& error) {
    return bad(error.what());
  }
}

// A whole document that isn't longer or deeper than we bear. Throws Bad.
In parsed(std::string_view text);

}  // namespace ttcp::codec

// SPDX-License-Identifier: MIT
// Model -> JSON by the field lists. Private to codec/.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

#include "base/error.h"
#include "base/units.h"
#include "codec/fields.h"
#include "codec/test_fields.h"
#include "codec/wall_time.h"
#include "codec/words.h"

namespace ttcp::codec {

using Out = nlohmann::ordered_json;  // keeps the order in which a reader wants the fields

// As a number an address would lose bits in readers that know only doubles.
std::string hexadecimal(std::uint64_t value);

// One line, no newline; bytes that aren't UTF-8 become U+FFFD.
std::string dumped(const Out& document);

// Figures that follow from others.
Out seconds_of(base::Duration d);
Out seconds_of(const std::optional<base::Duration>& d);
Out milliseconds_of(const std::optional<base::Duration>& d);
Out bits_per_second(base::Bytes bytes, base::Duration span);  // null for an empty span

template <class T>
Out written(const T& value);

template <class T>
Out written(const std::optional<T>& value) {
  return value ? written(*value) : Out(nullptr);
}

template <class T>
Out written(const NullByDefault<T>& field) {
  return field.value == std::remove_const_t<T>{} ? Out(nullptr) : written(field.value);
}

template <class T>
Out written(const std::vector<T>& values) {
  Out array = Out::array();
  for (const T& value : values) array.push_back(written(value));
  return array;
}

template <class Enum>
Out written_word(Enum value) {
  for (const auto& [known, word] : words_of(Enum{})) {
    if (known == value) return word;
  }
  return nullptr;
}

// A field that `object` has already keeps its place.
template <class Struct>
void write_fields(const Struct& value, Out& object) {
  each_field([&object](const char* name, const auto& field) { object[name] = written(field); }, value);
}

template <class T>
Out written(const T& value) {
  if constexpr (std::is_same_v<T, base::Bytes> || std::is_same_v<T, base::Duration>) {
    return value.count();
  } else if constexpr (std::is_same_v<T, base::BitRate>) {
    return value.in_bits_per_second();
  } else if constexpr (std::is_same_v<T, WallTime>) {
    return to_rfc3339(value);
  } else if constexpr (std::is_same_v<T, std::uint64_t>) {
    return hexadecimal(value);
  } else if constexpr (std::is_enum_v<T>) {
    return written_word(value);
  } else if constexpr (std::is_arithmetic_v<T> || std::is_same_v<T, std::string>) {
    return value;
  } else {
    Out object = Out::object();
    write_fields(value, object);
    if constexpr (std::is_same_v<T, base::Error>) object["text"] = base::to_text(value);
    return object;
  }
}

}  // namespace ttcp::codec

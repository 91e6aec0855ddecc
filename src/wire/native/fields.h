// SPDX-License-Identifier: MIT
// Reads the members of one JSON object and remembers the first thing that is wrong with them. Private to decode.cc.
#pragma once

#include <cstddef>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/error.h"
#include "model/test_plan.h"

namespace ttcp::wire::native {

// Control characters (C0, DEL, C1) in every string become '?': what a stranger sends may end up on a terminal.
void make_printable(nlohmann::json& json);

// Threads: none. The object must outlive it. Where a member is missing or wrong, a read gives the smallest value that
// is allowed, and fault() says why; what was read is worth nothing then.
class Fields {
 public:
  explicit Fields(const nlohmann::json& object) : object_(object) {}

  std::int64_t whole(const char* name, std::int64_t low, std::int64_t high);
  std::string text(const char* name, std::size_t longest);  // bytes
  model::Direction direction();                             // the member "direction"
  std::vector<std::string> texts(const char* name, std::size_t most, std::size_t longest);
  std::vector<std::int64_t> wholes(const char* name, std::size_t most);  // each from 0 to 2^53 - 1
  std::vector<Fields> objects(const char* name, std::size_t most);

  // By one of codec's readers.
  template <class T>
  T value(const char* name, base::Result<T> (*reader)(const nlohmann::json&)) {
    const nlohmann::json* in = member(name);
    if (in == nullptr) return T{};
    base::Result<T> result = reader(*in);
    if (result) return std::move(*result);
    spoil("\"" + std::string(name) + "\": " + base::to_text(result.error()));
    return T{};
  }

  void spoil(std::string fault);    // the first one stays
  void adopt(const Fields& inner);  // its fault, if it has one
  const std::optional<std::string>& fault() const { return fault_; }

 private:
  const nlohmann::json* member(const char* name);
  const nlohmann::json* array(const char* name, std::size_t most);

  const nlohmann::json& object_;
  std::optional<std::string> fault_;
};

}  // namespace ttcp::wire::native

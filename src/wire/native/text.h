// SPDX-License-Identifier: MIT
// Small questions about text that several parts of the native protocol ask.
#pragma once

#include <algorithm>
#include <optional>
#include <string_view>

#include "model/test_plan.h"

namespace ttcp::wire::native {

// Nothing but 0-9 and a-f: one spelling for each value.
inline bool is_small_hexadecimal(std::string_view text) {
  return std::ranges::all_of(text, [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); });
}

inline std::optional<model::Direction> direction_of(std::string_view text) {
  using enum model::Direction;
  if (text == word(upload)) return upload;
  if (text == word(download)) return download;
  return std::nullopt;
}

}  // namespace ttcp::wire::native

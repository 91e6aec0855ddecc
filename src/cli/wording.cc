// SPDX-License-Identifier: MIT
// Quoting, and Levenshtein's distance.
#include "cli/wording.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <numeric>
#include <vector>

namespace ttcp::cli {
namespace {

constexpr std::size_t kLongestQuote = 60;
constexpr std::size_t kLongestGuess = 32;  // no name is near this long, and the distance costs length squared
constexpr std::size_t kFarthestGuess = 2;

// Insertions, deletions and replacements that turn `a` into `b`.
std::size_t distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 0; i < a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i + 1;
    for (std::size_t j = 0; j < b.size(); ++j) {
      const std::size_t replaced = diagonal + (a[i] == b[j] ? 0 : 1);
      diagonal = row[j + 1];
      row[j + 1] = std::min({replaced, row[j] + 1, row[j + 1] + 1});
    }
  }
  return row.back();
}

}  // namespace

std::string harmless(std::string_view typed) {
  std::string text;
  for (const char c : typed.substr(0, kLongestQuote)) {
    const auto byte = static_cast<unsigned char>(c);
    text += byte >= 0x20 && byte < 0x7f ? std::string(1, c) : fmt::format("\\x{:02x}", byte);
  }
  return typed.size() > kLongestQuote ? text + "..." : text;
}

std::optional<std::string_view> nearest(std::string_view typed, std::span<const std::string_view> candidates) {
  if (typed.size() > kLongestGuess) return std::nullopt;
  std::optional<std::string_view> best;
  std::size_t best_distance = std::min(kFarthestGuess + 1, (typed.size() + 1) / 2);
  for (const auto candidate : candidates) {
    const std::size_t steps = distance(typed, candidate);
    if (steps >= best_distance) continue;
    best = candidate;
    best_distance = steps;
  }
  return best;
}

base::Error complaint_with_usage(std::string_view complaint, std::string_view usage) {
  assert(usage.ends_with('\n'));
  return base::usage_error(fmt::format("{}\n{}", complaint, usage.substr(0, usage.size() - 1)));
}

model::ShowText version_text(std::string_view version) { return {fmt::format("ttcp {}\n", version), 0}; }

}  // namespace ttcp::cli

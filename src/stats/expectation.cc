// SPDX-License-Identifier: MIT
// What was measured against what was expected.
#include "stats/expectation.h"

#include "stats/goodput.h"

namespace ttcp::stats {
namespace {

Standing standing_of(double share) {
  if (share >= kGoodFrom) return Standing::good;
  return share > kProblemUpTo ? Standing::questionable : Standing::problem;
}

Verdict verdict_of(model::Direction direction, base::BitRate expected, base::BitRate measured) {
  const double share =
      static_cast<double>(measured.in_bits_per_second()) / static_cast<double>(expected.in_bits_per_second());
  return {direction, expected, measured, share, standing_of(share), measured < expected};
}

}  // namespace

std::string_view word(Standing standing) {
  switch (standing) {
    case Standing::good:
      return "good";
    case Standing::questionable:
      return "questionable";
    case Standing::problem:
      return "problem";
  }
  return "problem";
}

std::vector<Verdict> verdicts_of(const model::TestRecord& record) {
  std::vector<Verdict> verdicts;
  for (const model::DirectionRecord& result : record.results) {
    const auto& expected =
        result.direction == model::Direction::upload ? record.plan.expected_up : record.plan.expected_down;
    const auto measured = goodput_of(result);
    if (!expected || expected->in_bits_per_second() <= 0 || !measured) continue;
    verdicts.push_back(verdict_of(result.direction, *expected, *measured));
  }
  return verdicts;
}

}  // namespace ttcp::stats

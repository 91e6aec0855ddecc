// SPDX-License-Identifier: MIT
// What was measured against what was expected, in the words of the SGI page. Pure.
#pragma once

#include <string_view>
#include <vector>

#include "base/units.h"
#include "model/test_record.h"

namespace ttcp::stats {

// The page, of an Ethernet of its time: expect 700 KB/s or more; 500 or less is questionable; 400 or less may be a
// definite network problem. As shares of the expectation: good from 70 %; a problem up to 40 %; questionable between.
// The page leaves the gap between 70 and 50 % without a word: that isn't what to expect, so it is questionable here.
enum class Standing { good, questionable, problem };
inline constexpr double kGoodFrom = 0.70;
inline constexpr double kProblemUpTo = 0.40;

std::string_view word(Standing standing);

struct Verdict {
  model::Direction direction = model::Direction::upload;
  base::BitRate expected;
  base::BitRate measured;
  double share = 0;  // measured over expected; 1 is what was expected
  Standing standing = Standing::good;
  bool below = false;  // measured less than expected, be it by one bit per second
  bool operator==(const Verdict&) const = default;
};

// One for each result whose direction the plan has an expectation of, in the order of the results; none where nothing
// was measured.
std::vector<Verdict> verdicts_of(const model::TestRecord& record);

}  // namespace ttcp::stats

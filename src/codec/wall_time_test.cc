// SPDX-License-Identifier: MIT
#include "codec/wall_time.h"

#include <gtest/gtest.h>

namespace ttcp::codec {
namespace {

TEST(WallTimeTest, RoundTripsExactly) {
  for (const char* text :
       {"1970-01-01T00:00:00Z", "2026-11-30T16:39:00.000000001Z", "1969-12-31T23:59:59.999999999Z",
        "2024-02-29T23:59:59.123456789Z", "1678-01-01T00:00:00Z", "2261-12-31T23:59:59.999999999Z"}) {
    const auto when = from_rfc3339(text);
    ASSERT_TRUE(when) << text;
    EXPECT_EQ(to_rfc3339(*when), text);
  }
}

TEST(WallTimeTest, ShortFractionsCountFromThePoint) {
  EXPECT_EQ(*from_rfc3339("1970-01-01T00:00:00.5Z") - WallTime{}, std::chrono::milliseconds(500));
}

TEST(WallTimeTest, RefusesWhatIsNotUtcTime) {
  for (const char* text :
       {"", "Z", "1970-01-01", "1970-01-01T00:00:00", "1970-01-01T00:00:00+01:00", "1970-01-01 00:00:00Z",
        "2023-02-29T00:00:00Z", "1970-13-01T00:00:00Z", "1970-01-01T24:00:00Z", "1970-01-01T00:60:00Z",
        "1970-01-01T00:00:60Z", "1970-01-01T00:00:00.Z", "1970-01-01T00:00:00.1234567890Z", "1677-12-31T00:00:00Z",
        "2262-01-01T00:00:00Z", "1970-01-01T00:00:00.5xZ", "1970-01-01T00:00:0 Z"}) {
    EXPECT_FALSE(from_rfc3339(text)) << text;
  }
}

}  // namespace
}  // namespace ttcp::codec

// SPDX-License-Identifier: MIT
#include "report/rates.h"

#include <gtest/gtest.h>

#include <tuple>

namespace ttcp::report {
namespace {
using base::Bytes;
using base::Duration;
using namespace std::chrono_literals;

TEST(BinaryRateTest, EachLetterHasItsUnitAndAnyOtherIsK) {
  const Bytes gibibyte(std::int64_t{1} << 30);
  const std::tuple<char, const char*> table[] = {{'K', "1048576.00 KB"}, {'k', "8388608.00 Kbit"}, {'M', "1024.00 MB"},
                                                 {'m', "8192.00 Mbit"},  {'G', "1.00 GB"},         {'g', "8.00 Gbit"},
                                                 {'z', "1048576.00 KB"}, {'\0', "1048576.00 KB"}};
  for (const auto& [letter, text] : table) EXPECT_EQ(binary_rate(gibibyte, 1s, letter), text) << letter;
}

TEST(BinaryRateTest, RoundsAsPrintfDoesOnTheExactDouble) {
  EXPECT_EQ(binary_rate(Bytes(128), 1s, 'K'), "0.12 KB");  // 0.125: to even
  EXPECT_EQ(binary_rate(Bytes(384), 1s, 'K'), "0.38 KB");  // 0.375: to even
  EXPECT_EQ(binary_rate(Bytes(1029), 1s, 'K'), "1.00 KB");
}

TEST(DecimalRateTest, PicksTheUnitBySize) {
  EXPECT_EQ(decimal_rate(Bytes(0), 1s), "0.00 bit/s");
  EXPECT_EQ(decimal_rate(Bytes(100), 1s), "800.00 bit/s");
  EXPECT_EQ(decimal_rate(Bytes(125), 1s), "1.00 kbit/s");
  EXPECT_EQ(decimal_rate(Bytes(125'000), 1s), "1.00 Mbit/s");
  EXPECT_EQ(decimal_rate(Bytes(125'000'000), 1s), "1.00 Gbit/s");
  EXPECT_EQ(decimal_rate(Bytes(125'000'000'000'000), 1s), "1000000.00 Gbit/s");
}

TEST(DecimalRateTest, NeverPrintsAThousandOfASmallerUnit) {
  EXPECT_EQ(decimal_rate(Bytes(124'999'999), 1s), "1.00 Gbit/s");
  EXPECT_EQ(decimal_rate(Bytes(124'999'300), 1s), "999.99 Mbit/s");
}

TEST(DecimalRateTest, IsAbsentWhereNoTimePassed) {
  EXPECT_FALSE(decimal_rate(Bytes(1), 0s));
  EXPECT_FALSE(decimal_rate(Bytes(1), -1s));
}

TEST(DecimalRateTest, TheNetcatSeedsThreeSums) {
  EXPECT_EQ(decimal_rate(Bytes(87'478'392), 9993ms), "70.03 Mbit/s");
  EXPECT_EQ(decimal_rate(Bytes(1'155'325'952), 10s), "924.26 Mbit/s");
  EXPECT_EQ(decimal_rate(Bytes(8'437'760), 10s), "6.75 Mbit/s");
}

TEST(ShortestSecondsTest, HasNoTrailingZerosAndLosesNothing) {
  EXPECT_EQ(shortest_seconds(10s), "10");
  EXPECT_EQ(shortest_seconds(500ms), "0.5");
  EXPECT_EQ(shortest_seconds(Duration(1)), "0.000000001");
  EXPECT_EQ(shortest_seconds(1'000'000'000s), "1000000000");
}

}  // namespace
}  // namespace ttcp::report

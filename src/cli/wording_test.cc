// SPDX-License-Identifier: MIT
// Quotes that can't harm a terminal, and guesses that don't guess wildly.
#include "cli/wording.h"

#include <gtest/gtest.h>

#include <array>

namespace ttcp::cli {
namespace {

TEST(HarmlessTest, ControlAndForeignBytesAreSpelledOut) {
  EXPECT_EQ(harmless("a b~"), "a b~");
  EXPECT_EQ(harmless("\x1b[2J\n\x7f\x9b"), "\\x1b[2J\\x0a\\x7f\\x9b");
}

TEST(HarmlessTest, AQuoteIsCutAfterSixtyBytes) {
  EXPECT_EQ(harmless(std::string(60, 'a')), std::string(60, 'a'));
  EXPECT_EQ(harmless(std::string(61, 'a')), std::string(60, 'a') + "...");
}

TEST(NearestTest, OnlyASmallSlipIsGuessed) {
  constexpr std::array<std::string_view, 3> kKnown{"time", "bytes", "congestion"};
  EXPECT_EQ(nearest("tme", kKnown), "time");
  EXPECT_EQ(nearest("byte", kKnown), "bytes");
  EXPECT_EQ(nearest("congestoin", kKnown), "congestion");
  EXPECT_EQ(nearest("foo", kKnown), std::nullopt);
  EXPECT_EQ(nearest("t", kKnown), std::nullopt);
  EXPECT_EQ(nearest("", kKnown), std::nullopt);
  EXPECT_EQ(nearest(std::string(100000, 't'), kKnown), std::nullopt);
}

TEST(ComplaintWithUsageTest, TheComplaintComesFirstAndNoNewlineLast) {
  EXPECT_EQ(complaint_with_usage("no", "usage: x\n").detail, "no\nusage: x");
}

}  // namespace
}  // namespace ttcp::cli

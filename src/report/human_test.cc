// SPDX-License-Identifier: MIT
#include "report/human.h"

#include <gtest/gtest.h>

#include <limits>
#include <tuple>

namespace ttcp::report {
namespace {
using namespace std::chrono_literals;
using base::Bytes;

base::BitRate bps(std::int64_t n) { return base::BitRate::bits_per_second(n); }

TEST(RateTextTest, HasFourDigitsInTheUnitOfItsSize) {
  const std::tuple<std::int64_t, const char*> table[] = {
      {0, "0 bit/s"},
      {12, "12 bit/s"},
      {999, "999 bit/s"},
      {1000, "1.000 kbit/s"},
      {9'999'499, "9.999 Mbit/s"},
      {9'999'500, "10.00 Mbit/s"},
      {99'995'000, "100.0 Mbit/s"},
      {941'400'000, "941.4 Mbit/s"},
      {999'950'000, "1.000 Gbit/s"},
      {400'000'000'000, "400.0 Gbit/s"},
      {1'600'000'000'000, "1.600 Tbit/s"},
      {std::numeric_limits<std::int64_t>::max(), "9223372.0 Tbit/s"},
  };
  for (const auto& [rate, text] : table) EXPECT_EQ(rate_text(bps(rate)), text);
}

TEST(RateTextTest, TheErrorHasTheRatesUnitAndDigits) {
  EXPECT_EQ(rate_text(bps(941'400'000), bps(941'200'000), bps(941'600'000)), "941.4 Mbit/s ±0.2");
  EXPECT_EQ(rate_text(bps(1'234'000'000), bps(1'230'000'000), bps(1'236'000'000)), "1.234 Gbit/s ±0.004");
  EXPECT_EQ(rate_text(bps(12), bps(9), bps(15)), "12 bit/s ±3");
}

TEST(RateTextTest, AnErrorIsNeverRoundedAwayAndNeverMadeUp) {
  EXPECT_EQ(rate_text(bps(941'400'000), bps(941'399'990), bps(941'400'010)), "941.4 Mbit/s ±0.1");
  EXPECT_EQ(rate_text(bps(941'400'000), bps(941'400'000), bps(941'400'000)), "941.4 Mbit/s ±0.0");
  EXPECT_EQ(rate_text(bps(941'400'000), std::nullopt, bps(941'400'000)), "941.4 Mbit/s");
}

TEST(WishedRateTest, HasNoZerosAtItsEnd) {
  EXPECT_EQ(wished_rate(bps(100'000'000)), "100 Mbit/s");
  EXPECT_EQ(wished_rate(bps(2'500'000'000)), "2.5 Gbit/s");
  EXPECT_EQ(wished_rate(bps(500)), "500 bit/s");
}

TEST(BriefTimeTest, HasAFewDigits) {
  const std::tuple<base::Duration, const char*> table[] = {
      {0ns, "0 ms"},      {300ns, "0.3 us"}, {35us, "35 us"}, {99'600ns, "0.1 ms"}, {400us, "0.4 ms"},
      {2100us, "2.1 ms"}, {9960us, "10 ms"}, {31ms, "31 ms"}, {999'600us, "1.0 s"}, {1200ms, "1.2 s"},
  };
  for (const auto& [time, text] : table) EXPECT_EQ(brief_time(time), text);
}

TEST(SpanTextTest, IsSecondsUntilTheyAreTooShort) {
  EXPECT_EQ(span_text(0s), "0 s");
  EXPECT_EQ(span_text(14ms), "14 ms");
  EXPECT_EQ(span_text(140ms), "0.14 s");
  EXPECT_EQ(span_text(999ms), "1.0 s");
  EXPECT_EQ(span_text(8400ms), "8.4 s");
}

TEST(PercentTest, WhatIsNotNothingNeverReadsAsNothing) {
  const std::tuple<double, const char*> table[] = {
      {0, "0 %"},    {1, "100 %"},         {0.9999, "100 %"},           {0.65, "65 %"}, {0.045, "4.5 %"},
      {0.05, "5 %"}, {7.1e-5, "0.0071 %"}, {1e-12, "under 0.000001 %"}, {1.04, "104 %"}};
  for (const auto& [share, text] : table) EXPECT_EQ(percent(share), text);
}

TEST(SizeTextTest, IsInPowersOf1024) {
  EXPECT_EQ(size_text(Bytes(0)), "0 bytes");
  EXPECT_EQ(size_text(Bytes(1)), "1 byte");
  EXPECT_EQ(size_text(Bytes(16384)), "16 KiB");
  EXPECT_EQ(size_text(Bytes(1'258'291)), "1.2 MiB");
  EXPECT_EQ(size_text(Bytes(1'048'575)), "1 MiB");
}

TEST(JoinedTest, OnlyIpv6NeedsBrackets) {
  EXPECT_EQ(joined("192.0.2.7", 5001), "192.0.2.7:5001");
  EXPECT_EQ(joined("::1", 5001), "[::1]:5001");
}

TEST(HarmlessTest, NoControlCharacterAndNoBrokenUtf8GetsThrough) {
  EXPECT_EQ(harmless("plain ±\xE2\x82\xAC"), "plain ±\xE2\x82\xAC");
  EXPECT_EQ(harmless("a\x1b[2Jb\nc\rd\te\x7f"), "a?[2Jb?c?d?e?");
  EXPECT_EQ(harmless("\xC2\x9B"
                     "2J"),
            "??2J");                          // CSI as one C1 character
  EXPECT_EQ(harmless("x\xFFy\xC3"), "x?y?");  // no character begins so; one that is cut off
  EXPECT_EQ(harmless(std::string("a\0b", 3)), "a?b");
}

TEST(WidthTest, CountsCharactersNotBytes) {
  EXPECT_EQ(width_of("±0.2"), 4U);
  EXPECT_EQ(left("±", 3), "±  ");
  EXPECT_EQ(right("±", 3), "  ±");
  EXPECT_EQ(left("long", 2), "long");
}

}  // namespace
}  // namespace ttcp::report

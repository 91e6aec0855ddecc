// SPDX-License-Identifier: MIT
#include "base/numbers.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

namespace ttcp::base {
namespace {
using namespace std::chrono_literals;

TEST(ParseWholeTest, TakesDigitsWithinTheRange) {
  EXPECT_EQ(parse_whole("0", 0, 65535).value(), 0);
  EXPECT_EQ(parse_whole("65535", 0, 65535).value(), 65535);
  EXPECT_EQ(parse_whole("-5", -10, 10).value(), -5);
}

TEST(ParseWholeTest, RefusesEverythingElse) {
  for (const char* text : {"", " 1", "1 ", "1x", "x", "0x10", "1.5", "+1", "8K", "99999999999999999999"}) {
    EXPECT_FALSE(parse_whole(text, 0, 65535)) << text;
  }
  EXPECT_FALSE(parse_whole("-1", 0, 65535));
  EXPECT_FALSE(parse_whole("65536", 0, 65535));
}

TEST(ParseWholeTest, SaysWhetherItWasTheFormOrTheRange) {
  EXPECT_EQ(parse_whole("abc", 0, 9).error().detail, "not a whole number");
  EXPECT_EQ(parse_whole("10", 0, 9).error().detail, "out of range, 0 to 9");
  EXPECT_EQ(parse_whole("99999999999999999999", 0, 9).error().detail, "out of range, 0 to 9");
}

TEST(ParseSizeTest, SuffixesArePowersOf1024) {
  EXPECT_EQ(parse_size("8192").value(), Bytes(8192));
  EXPECT_EQ(parse_size("8K").value(), Bytes(8192));
  EXPECT_EQ(parse_size("8KiB").value(), Bytes(8192));
  EXPECT_EQ(parse_size("1M").value(), Bytes(1 << 20));
  EXPECT_EQ(parse_size("2GiB").value(), Bytes(std::int64_t{2} << 30));
  EXPECT_EQ(parse_size("0").value(), Bytes(0));
}

TEST(ParseSizeTest, RefusesWhatIsNotASize) {
  for (const char* text : {"", "K", "1KB", "1.5K", "-1", "-1K", "9999999999T", "99999999999999999999", "1 K"}) {
    EXPECT_FALSE(parse_size(text)) << text;
  }
}

TEST(ParseRateTest, SuffixesArePowersOfTen) {
  const std::vector<std::pair<std::string_view, std::int64_t>> rows{
      {"0", 0},
      {"1", 1},
      {"64k", 64'000},
      {"64K", 64'000},
      {"200M", 200'000'000},
      {"200m", 200'000'000},
      {"200Mbit", 200'000'000},
      {"200Mbit/s", 200'000'000},
      {"200Mbps", 200'000'000},
      {"1.5G", 1'500'000'000},
      {"1.1G", 1'100'000'000},
      {"10Gbit/s", 10'000'000'000},
      {"9600bit/s", 9600},
      {"0.0003K", 0},
      {"400T", 400'000'000'000'000},
      {"1000T", 1'000'000'000'000'000},
  };
  for (const auto& [text, expected] : rows) {
    EXPECT_EQ(parse_rate(text).value(), BitRate::bits_per_second(expected)) << text;
  }
}

TEST(ParseRateTest, RefusesWhatIsNotARate) {
  for (const char* text : {"",    "M",   "-1",    "+1",    " 1",   "1 M", "1 ",  "inf",  "nan",  "1e9",
                           ".5G", "1MB", "1MB/s", "1Mb/s", "1Mib", "1KK", "1/s", "0x10", "1,5G", "200M/10"}) {
    ASSERT_FALSE(parse_rate(text)) << text;
    EXPECT_EQ(parse_rate(text).error().detail, "not a rate such as 200M, 1.5G or 10Gbit/s") << text;
  }
}

TEST(ParseRateTest, RefusesWhatNoLinkCarries) {
  const std::string endless(400, '9');
  for (const std::string_view text :
       {std::string_view("1001T"), std::string_view("9999999999999999999999G"), std::string_view(endless)}) {
    ASSERT_FALSE(parse_rate(text)) << text;
    EXPECT_EQ(parse_rate(text).error().detail, "too high a rate") << text;
  }
}

TEST(ParseSecondsTest, TakesFractionsAndMilliseconds) {
  EXPECT_EQ(parse_seconds("10").value(), 10s);
  EXPECT_EQ(parse_seconds("0.5").value(), 500ms);
  EXPECT_EQ(parse_seconds("10s").value(), 10s);
  EXPECT_EQ(parse_seconds("200ms").value(), 200ms);
}

TEST(ParseSecondsTest, RefusesZeroNegativeEndlessAndText) {
  for (const char* text : {"", "0", "-1", "inf", "nan", "1e9999", "2000000000", "ten", "10m", "1 s"}) {
    EXPECT_FALSE(parse_seconds(text)) << text;
  }
}

TEST(RateOfTest, AnHourAt800GigabitsDoesNotOverflow) {
  const Bytes moved(std::int64_t{100'000'000'000} * 3600);
  EXPECT_EQ(rate_of(moved, 3600s), BitRate::bits_per_second(800'000'000'000));
}

TEST(ErrorTest, TextNamesWhatWasTriedAndWhy) {
  EXPECT_EQ(to_text({Error::Kind::connect, "connect", 111, "192.0.2.7:5001"}),
            "connect 192.0.2.7:5001: Connection refused");
  EXPECT_EQ(to_text({Error::Kind::resolve, "look up", 0, "nosuch.invalid"}), "look up: nosuch.invalid");
  EXPECT_EQ(to_text(usage_error("no host given")), "no host given");
}

}  // namespace
}  // namespace ttcp::base

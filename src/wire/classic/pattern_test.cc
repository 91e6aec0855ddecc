// SPDX-License-Identifier: MIT
// The classic pattern, against the bytes that ttcp 1.12 puts on the wire.
#include "wire/classic/pattern.h"

#include <gtest/gtest.h>

#include <string>

namespace ttcp::wire::classic {
namespace {

std::string pattern(std::size_t length) {
  std::string text(length, '\0');
  fill_pattern(std::as_writable_bytes(std::span(text)));
  return text;
}

TEST(PatternTest, RunsFromSpaceToTildeAndStartsAgain) {
  EXPECT_EQ(pattern(101),
            " !\"#$%&'()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_`abcdefghijklmnopqrstuvwxyz{|}~"
            " !\"#$%");
}

TEST(PatternTest, HasAPeriodOf95Characters) {
  const std::string text = pattern(8192);
  EXPECT_EQ(text.substr(0, 8192 - 95), text.substr(95));
  EXPECT_EQ(text.substr(0, 95).find(' ', 1), std::string::npos);
}

TEST(PatternTest, ABufferOf200EndsAsTtcp112EndsIt) { EXPECT_EQ(pattern(200).substr(192), "\"#$%&'()"); }

TEST(PatternTest, TheFirstFourBytesAreTheMarker) { EXPECT_EQ(pattern(4), " !\"#"); }

TEST(PatternTest, AnEmptyBufferStaysEmpty) { EXPECT_EQ(pattern(0), ""); }

}  // namespace
}  // namespace ttcp::wire::classic

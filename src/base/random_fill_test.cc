// SPDX-License-Identifier: MIT
// What RandomFill promises: the same bytes for the same seed, fresh ones each time, all values about equally often.
#include "base/random_fill.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <functional>
#include <vector>

namespace ttcp::base {
namespace {

std::vector<std::byte> filled(RandomFill& random, std::size_t length) {
  std::vector<std::byte> bytes(length);
  random.fill(bytes);
  return bytes;
}

TEST(RandomFillTest, GivesTheWordsThatSplitMix64IsKnownFor) {
  RandomFill random(1234567);
  std::array<std::uint64_t, 3> words{};
  random.fill(std::as_writable_bytes(std::span(words)));
  EXPECT_EQ(words, (std::array<std::uint64_t, 3>{6457827717110365317U, 3203168211198807973U, 9817491932198370423U}));
}

TEST(RandomFillTest, EqualSeedsGiveEqualBytes) {
  RandomFill one(7);
  RandomFill other(7);
  EXPECT_EQ(filled(one, 1003), filled(other, 1003));
  EXPECT_EQ(filled(one, 1003), filled(other, 1003));
}

TEST(RandomFillTest, ConsecutiveBlocksAndOtherSeedsDiffer) {
  RandomFill random(7);
  RandomFill other(8);
  const auto first = filled(random, 1003);
  EXPECT_NE(first, filled(random, 1003));
  EXPECT_NE(first, filled(other, 1003));
}

// The bits that sixteen fills of the first `length` bytes have ever set: a byte may stay 0 once by chance, not so
// often.
std::array<std::byte, 18> touched(std::size_t length) {
  RandomFill random(length);
  std::array<std::byte, 18> all{};
  for (int round = 0; round < 16; ++round) {
    std::array<std::byte, 18> buffer{};
    random.fill(std::span(buffer).first(length));
    std::transform(all.begin(), all.end(), buffer.begin(), all.begin(), std::bit_or<>());
  }
  return all;
}

TEST(RandomFillTest, FillsEachByteOfAnyLengthAndNoneBeyond) {
  for (std::size_t length = 0; length <= 17; ++length) {
    const auto bytes = touched(length);
    const auto untouched = std::find(bytes.begin(), bytes.end(), std::byte{0});
    EXPECT_EQ(static_cast<std::size_t>(untouched - bytes.begin()), length);
    EXPECT_TRUE(std::all_of(untouched, bytes.end(), [](std::byte b) { return b == std::byte{0}; }));
  }
}

TEST(RandomFillTest, EachByteValueIsAboutEquallyFrequent) {
  constexpr std::size_t kLength = 1U << 20U;
  RandomFill random(42);
  std::array<std::size_t, 256> count{};
  for (const std::byte b : filled(random, kLength)) ++count[std::to_integer<std::size_t>(b)];
  const auto [least, most] = std::minmax_element(count.begin(), count.end());
  // 4096 expected, standard deviation 64: five of them either way.
  EXPECT_GT(*least, 4096U - 320U);
  EXPECT_LT(*most, 4096U + 320U);
}

}  // namespace
}  // namespace ttcp::base

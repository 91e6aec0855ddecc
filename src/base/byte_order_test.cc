// SPDX-License-Identifier: MIT
// What BigEndianReader and BigEndianWriter promise.
#include "base/byte_order.h"

#include <gtest/gtest.h>

#include <array>
#include <limits>

namespace ttcp::base {
namespace {

TEST(ByteOrderTest, TheMostSignificantByteComesFirst) {
  std::array<std::byte, 15> buffer{};
  EXPECT_TRUE(BigEndianWriter(buffer).u8(0x01).u16(0x0203).u32(0x04050607).u64(0x08090A0B0C0D0E0F).ok());
  for (std::size_t i = 0; i < buffer.size(); ++i) EXPECT_EQ(std::to_integer<std::size_t>(buffer[i]), i + 1);
}

TEST(ByteOrderTest, WhatWasWrittenIsReadBack) {
  constexpr auto kMost = std::numeric_limits<std::uint64_t>::max();
  std::array<std::byte, 15> buffer{};
  BigEndianWriter(buffer).u64(kMost).u32(0xFFFFFFFE).u16(0x8000).u8(0xFF);
  BigEndianReader reader(buffer);
  EXPECT_EQ(reader.u64(), kMost);
  EXPECT_EQ(reader.u32(), 0xFFFFFFFEU);
  EXPECT_EQ(reader.u16(), 0x8000U);
  EXPECT_EQ(reader.u8(), 0xFFU);
  EXPECT_EQ(reader.remaining(), 0U);
}

TEST(ByteOrderTest, AReadThatDoesNotFitGivesNothingAndMovesNothing) {
  const std::array<std::byte, 3> buffer{std::byte{1}, std::byte{2}, std::byte{3}};
  BigEndianReader reader(buffer);
  EXPECT_FALSE(reader.u64());
  EXPECT_FALSE(reader.u32());
  EXPECT_FALSE(reader.bytes(4));
  EXPECT_EQ(reader.u16(), 0x0102U);
  EXPECT_FALSE(reader.u16());
  EXPECT_EQ(reader.bytes(1)->size(), 1U);
  EXPECT_FALSE(reader.u8());
}

TEST(ByteOrderTest, AWriteThatDoesNotFitAndAllAfterItWriteNothing) {
  std::array<std::byte, 3> buffer{};
  BigEndianWriter writer(buffer);
  writer.u16(0x0102).u32(0xFFFFFFFF).u8(0xFF);
  EXPECT_FALSE(writer.ok());
  EXPECT_EQ(buffer, (std::array<std::byte, 3>{std::byte{1}, std::byte{2}, std::byte{0}}));
  EXPECT_FALSE(BigEndianWriter(std::span(buffer).first(1)).bytes(buffer).ok());
}

TEST(ByteOrderTest, AnEmptySpanHoldsNothing) {
  EXPECT_FALSE(BigEndianReader({}).u8());
  EXPECT_FALSE(BigEndianWriter({}).u8(0).ok());
  EXPECT_TRUE(BigEndianWriter({}).bytes({}).ok());
}

}  // namespace
}  // namespace ttcp::base

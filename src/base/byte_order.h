// SPDX-License-Identifier: MIT
// Whole numbers as bytes, most significant first ("network order", RFC 1700), independent of this machine's order and
// alignment. Nothing here reads or writes outside the span it was given.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace ttcp::base {

// Reads from the front of a span that it doesn't own. A read that doesn't fit gives nothing and moves nothing.
class BigEndianReader {
 public:
  explicit BigEndianReader(std::span<const std::byte> from) : rest_(from) {}

  std::optional<std::uint8_t> u8() { return number<std::uint8_t>(); }
  std::optional<std::uint16_t> u16() { return number<std::uint16_t>(); }
  std::optional<std::uint32_t> u32() { return number<std::uint32_t>(); }
  std::optional<std::uint64_t> u64() { return number<std::uint64_t>(); }
  std::optional<std::span<const std::byte>> bytes(std::size_t length) {
    if (rest_.size() < length) return std::nullopt;
    const auto taken = rest_.first(length);
    rest_ = rest_.subspan(length);
    return taken;
  }
  std::size_t remaining() const { return rest_.size(); }

 private:
  template <std::unsigned_integral T>
  std::optional<T> number() {
    const auto taken = bytes(sizeof(T));
    if (!taken) return std::nullopt;
    std::uint64_t value = 0;
    for (const std::byte b : *taken) value = value << 8U | std::to_integer<std::uint64_t>(b);
    return static_cast<T>(value);
  }

  std::span<const std::byte> rest_;
};

// Writes to the front of a span that it doesn't own. The first write that doesn't fit writes nothing, and neither does
// any after it: ask ok() once, at the end.
class BigEndianWriter {
 public:
  explicit BigEndianWriter(std::span<std::byte> into) : rest_(into) {}

  BigEndianWriter& u8(std::uint8_t value) { return number(value); }
  BigEndianWriter& u16(std::uint16_t value) { return number(value); }
  BigEndianWriter& u32(std::uint32_t value) { return number(value); }
  BigEndianWriter& u64(std::uint64_t value) { return number(value); }
  BigEndianWriter& bytes(std::span<const std::byte> value) {
    ok_ = ok_ && value.size() <= rest_.size();
    if (!ok_) return *this;
    for (std::size_t i = 0; i < value.size(); ++i) rest_[i] = value[i];
    rest_ = rest_.subspan(value.size());
    return *this;
  }
  bool ok() const { return ok_; }
  std::size_t remaining() const { return rest_.size(); }

 private:
  template <std::unsigned_integral T>
  BigEndianWriter& number(T value) {
    ok_ = ok_ && sizeof(T) <= rest_.size();
    if (!ok_) return *this;
    const auto wide = static_cast<std::uint64_t>(value);
    for (std::size_t i = 0; i < sizeof(T); ++i) {
      rest_[i] = static_cast<std::byte>(wide >> 8U * (sizeof(T) - 1 - i) & 0xFFU);
    }
    rest_ = rest_.subspan(sizeof(T));
    return *this;
  }

  std::span<std::byte> rest_;
  bool ok_ = true;
};

}  // namespace ttcp::base

// SPDX-License-Identifier: MIT
// The head of a datagram, to bytes and back.
#include "wire/native/datagram.h"

#include <algorithm>
#include <cassert>
#include <limits>

#include "base/byte_order.h"
#include "wire/native/text.h"

namespace ttcp::wire::native {
namespace {

using base::BigEndianReader;
using base::BigEndianWriter;

enum class Kind : std::uint8_t { hello = 1, data = 2 };

constexpr std::size_t kHalfToken = kTokenDigits / 2;
constexpr std::string_view kDigits = "0123456789abcdef";

std::span<const std::byte> as_bytes(std::string_view text) { return std::as_bytes(std::span(text)); }

// Sixteen digits.
std::uint64_t number_of(std::string_view digits) {
  std::uint64_t value = 0;
  for (const char digit : digits) value = value << 4U | kDigits.find(digit);
  return value;
}

std::string digits_of(std::uint64_t value) {
  std::string digits(kHalfToken, '0');
  for (std::size_t i = 0; i < kHalfToken; ++i) digits[kHalfToken - 1 - i] = kDigits[value >> 4U * i & 0xFU];
  return digits;
}

void open(BigEndianWriter& writer, Kind kind, int stream) {
  assert(stream >= 0 && stream <= kHighestDatagramStream);
  writer.bytes(as_bytes(kDatagramMagic)).u8(static_cast<std::uint8_t>(kind)).u8(0);
  writer.u16(static_cast<std::uint16_t>(stream));
}

// The stream of a datagram that opens as one of `kind`; moves the reader behind the opening.
std::optional<int> read_opening(BigEndianReader& reader, Kind kind) {
  const auto magic = reader.bytes(kDatagramMagic.size());
  if (!magic || !std::ranges::equal(*magic, as_bytes(kDatagramMagic))) return std::nullopt;
  if (reader.u8() != static_cast<std::uint8_t>(kind) || reader.u8() != 0) return std::nullopt;
  const auto stream = reader.u16();
  if (!stream || *stream > kHighestDatagramStream) return std::nullopt;
  return *stream;
}

}  // namespace

bool is_token(std::string_view text) { return text.size() == kTokenDigits && is_small_hexadecimal(text); }

std::uint64_t tag_of(std::string_view token_hex) {
  assert(is_token(token_hex));
  return number_of(token_hex.substr(0, kHalfToken));
}

void stamp(std::span<std::byte, kDatagramHeader> out, const DataHeader& header) {
  assert(header.sent_at >= base::Duration(0));
  BigEndianWriter writer(out);
  open(writer, Kind::data, header.stream);
  writer.u64(header.tag).u64(header.sequence).u64(static_cast<std::uint64_t>(header.sent_at.count()));
  assert(writer.ok());
}

std::optional<DataHeader> data_header(std::span<const std::byte> datagram) {
  BigEndianReader reader(datagram);
  const auto stream = read_opening(reader, Kind::data);
  const auto tag = reader.u64();
  const auto sequence = reader.u64();
  const auto sent_at = reader.u64();
  constexpr auto kLatest = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
  if (!stream || !tag || !sequence || !sent_at || *sent_at > kLatest) return std::nullopt;
  return DataHeader{*stream, *tag, *sequence, base::Duration(static_cast<std::int64_t>(*sent_at))};
}

std::string hello_datagram(std::string_view token_hex, int stream) {
  assert(is_token(token_hex));
  std::string datagram(kDatagramHeader, '\0');
  BigEndianWriter writer(std::as_writable_bytes(std::span(datagram)));
  open(writer, Kind::hello, stream);
  writer.u64(number_of(token_hex.substr(0, kHalfToken))).u64(number_of(token_hex.substr(kHalfToken))).u64(0);
  assert(writer.ok());
  return datagram;
}

std::optional<HelloDatagram> hello_of(std::span<const std::byte> datagram) {
  BigEndianReader reader(datagram);
  const auto stream = read_opening(reader, Kind::hello);
  const auto first = reader.u64();
  const auto second = reader.u64();
  const auto zero = reader.u64();
  const bool is_exact = datagram.size() == kDatagramHeader && zero == 0U;
  if (!stream || !first || !second || !is_exact) return std::nullopt;
  return HelloDatagram{digits_of(*first) + digits_of(*second), *stream};
}

}  // namespace ttcp::wire::native

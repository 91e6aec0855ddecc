// SPDX-License-Identifier: MIT
// nettp's messages to bytes and back.
#include "wire/nettp/messages.h"

#include <algorithm>
#include <cassert>
#include <limits>
#include <span>

#include "base/byte_order.h"

namespace ttcp::wire::nettp {
namespace {

using base::BigEndianReader;
using base::BigEndianWriter;

enum class Status : std::uint8_t { complete = 1, incomplete = 2 };  // of a result

std::span<const std::byte> as_bytes(std::string_view text) { return std::as_bytes(std::span(text)); }

BigEndianWriter opened(std::string& message) {
  BigEndianWriter writer(std::as_writable_bytes(std::span(message)));
  writer.bytes(as_bytes(kMagic)).u8(kVersion);
  return writer;
}

// The version of a message that begins with the magic; moves the reader behind it.
std::optional<std::uint8_t> read_opening(BigEndianReader& reader) {
  const auto magic = reader.bytes(kMagic.size());
  if (!magic || !std::ranges::equal(*magic, as_bytes(kMagic))) return std::nullopt;
  return reader.u8();
}

// What fits into our own signed quantities.
std::optional<std::int64_t> read_amount(BigEndianReader& reader) {
  constexpr auto kMost = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
  const auto value = reader.u64();
  if (!value || *value > kMost) return std::nullopt;
  return static_cast<std::int64_t>(*value);
}

}  // namespace

bool is_within_limits(const Request& request) {
  return request.block >= base::Bytes(1) && request.block <= kLargestBlock && request.count >= 1 &&
         request.count <= kMostBlocks;
}

Opening opening_of(std::string_view arrived) {
  const std::size_t seen = std::min(arrived.size(), kMagic.size());
  if (arrived.substr(0, seen) != kMagic.substr(0, seen)) return Opening::not_nettp;
  if (arrived.size() <= kMagic.size()) return Opening::unfinished;
  return static_cast<std::uint8_t>(arrived[kMagic.size()]) == kVersion ? Opening::good : Opening::other_version;
}

std::string encode_hello(const Request& request) {
  assert(is_within_limits(request));
  std::string message(kHelloLength, '\0');
  opened(message)
      .u16(0)
      .u64(static_cast<std::uint64_t>(request.block.count()))
      .u64(static_cast<std::uint64_t>(request.count));
  return message;
}

std::string encode_answer(Answer answer) {
  std::string message(kAnswerLength, '\0');
  opened(message).u8(static_cast<std::uint8_t>(answer)).u8(0);
  return message;
}

std::string encode_result(const Request& request, const model::FarResult& counted) {
  assert(counted.bytes >= base::Bytes(0) && counted.real >= base::Duration(0));
  const Status status = counted.bytes == request.total() ? Status::complete : Status::incomplete;
  std::string message(kResultLength, '\0');
  opened(message)
      .u8(static_cast<std::uint8_t>(status))
      .u8(0)
      .u64(static_cast<std::uint64_t>(counted.bytes.count()))
      .u64(static_cast<std::uint64_t>(counted.real.count()));
  return message;
}

std::optional<Request> decode_hello(std::string_view message) {
  BigEndianReader reader(as_bytes(message));
  if (message.size() != kHelloLength || read_opening(reader) != kVersion || reader.u16() != 0) return std::nullopt;
  const auto block = read_amount(reader);
  const auto count = read_amount(reader);
  if (!block || !count) return std::nullopt;
  const Request request{base::Bytes(*block), *count};
  return is_within_limits(request) ? std::optional(request) : std::nullopt;
}

std::optional<AnswerMessage> decode_answer(std::string_view message) {
  BigEndianReader reader(as_bytes(message));
  const auto version = read_opening(reader);
  const auto status = reader.u8();
  if (message.size() != kAnswerLength || !version || !status || reader.u8() != 0) return std::nullopt;
  constexpr auto kLast = static_cast<std::uint8_t>(Answer::busy);
  if (*status < static_cast<std::uint8_t>(Answer::accepted) || *status > kLast) return std::nullopt;
  const auto answer = static_cast<Answer>(*status);
  // A server of another version can only refuse us; one of ours knows our version.
  if ((answer == Answer::unknown_version) == (*version == kVersion)) return std::nullopt;
  return AnswerMessage{*version, answer};
}

std::optional<model::FarResult> decode_result(std::string_view message, base::Bytes asked) {
  BigEndianReader reader(as_bytes(message));
  if (message.size() != kResultLength || read_opening(reader) != kVersion) return std::nullopt;
  const auto status = reader.u8();
  if (reader.u8() != 0) return std::nullopt;
  const auto bytes = read_amount(reader);
  const auto nanoseconds = read_amount(reader);
  if (!bytes || !nanoseconds) return std::nullopt;
  const Status expected = base::Bytes(*bytes) == asked ? Status::complete : Status::incomplete;
  if (status != static_cast<std::uint8_t>(expected)) return std::nullopt;
  return model::FarResult{base::Bytes(*bytes), base::Duration(*nanoseconds)};
}

}  // namespace ttcp::wire::nettp

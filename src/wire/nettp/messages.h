// SPDX-License-Identifier: MIT
// The four messages of nettp as bytes: docs/protocols/nettp.md. Pure; what is decoded is checked against every limit.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/units.h"
#include "model/flow_record.h"

namespace ttcp::wire::nettp {

inline constexpr std::string_view kMagic = "nettp";
inline constexpr std::uint8_t kVersion = 1;
inline constexpr std::size_t kHelloLength = 24;
inline constexpr std::size_t kAnswerLength = 8;
inline constexpr std::size_t kResultLength = 24;
inline constexpr base::Bytes kLargestBlock{std::int64_t{1} << 30};
inline constexpr std::int64_t kMostBlocks = std::int64_t{1} << 31;

// What a client wants to send. Within the limits, total() is at most 2^61.
struct Request {
  base::Bytes block;
  std::int64_t count = 0;
  base::Bytes total() const { return base::Bytes(block.count() * count); }
  bool operator==(const Request&) const = default;
};
bool is_within_limits(const Request& request);  // a block of 1..2^30 bytes, 1..2^31 blocks

// Never 0, so that a run of zero bytes says nothing.
enum class Answer : std::uint8_t { accepted = 1, unknown_version = 2, bad_request = 3, busy = 4 };

struct AnswerMessage {
  std::uint8_t version = kVersion;  // the server's
  Answer answer = Answer::accepted;
  bool operator==(const AnswerMessage&) const = default;
};

// The first six bytes of a hello or a result: as much of them as has come.
enum class Opening { unfinished, good, not_nettp, other_version };
Opening opening_of(std::string_view arrived);

std::string encode_hello(const Request& request);  // REQUIRES: is_within_limits(request)
std::string encode_answer(Answer answer);
// The server's last message; complete when exactly the requested bytes were counted. `counted.real`: from the first to
// the last payload byte, 0 when that can't be told (no byte came, or all in one read). REQUIRES: nothing negative.
std::string encode_result(const Request& request, const model::FarResult& counted);

// From exactly one message; nothing: nonsense. A result is nonsense, too, where it contradicts `asked`.
std::optional<Request> decode_hello(std::string_view message);
std::optional<AnswerMessage> decode_answer(std::string_view message);
std::optional<model::FarResult> decode_result(std::string_view message, base::Bytes asked);

}  // namespace ttcp::wire::nettp

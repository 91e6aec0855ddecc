// SPDX-License-Identifier: MIT
// The first line of every connection of the native protocol: docs/protocols/native.md, "Connections". Pure.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "base/error.h"
#include "model/test_plan.h"

namespace ttcp::wire::native {

inline constexpr std::string_view kOpening = "TTCP/";
inline constexpr int kVersion = 1;
inline constexpr std::size_t kLongestPreface = 128;  // with its newline
inline constexpr std::size_t kLongestSession = 64;
inline constexpr int kHighestRun = 999'999'999;

enum class Connection { control, data, probe };

// What one connection is for. `session` belongs to data and probe, the rest to data alone.
struct Preface {
  Connection connection = Connection::control;
  std::string session;  // as is_session() demands
  int run = 0;          // 0..kHighestRun
  int stream = 0;       // 0..model::kMostStreams - 1
  model::Direction direction = model::Direction::upload;
  bool operator==(const Preface&) const = default;
};

// 1..kLongestSession hexadecimal digits, letters small.
bool is_session(std::string_view text);

// With its newline. REQUIRES: every field that the connection has is within its limits.
std::string encode(const Preface& preface);

// How much of what has arrived is the preface: up to and with the newline. Nothing: its end hasn't come yet. Where the
// longest preface would have ended without one, that much: decode_preface() refuses it.
std::optional<std::size_t> preface_length(std::string_view head);

// From exactly one line with its newline. encode() of it is the same line again. Error{peer}: another version, or
// nonsense.
base::Result<Preface> decode_preface(std::string_view line);

}  // namespace ttcp::wire::native

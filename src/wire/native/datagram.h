// SPDX-License-Identifier: MIT
// The 32 bytes at the head of every datagram of the native protocol: docs/protocols/native.md, "UDP". Numbers are
// unsigned, most significant byte first. Pure; stamp() and data_header() are made for every datagram and don't
// allocate.
//
//    0-3  "TTU1"        hello, from client to server:        data:
//    4    kind 1 or 2     8-23  token                          8-15  the first half of the token
//    5    0              24-31  0                             16-23  sequence number in its flow, from 0
//    6-7  stream                                              24-31  when it was sent: ns on the sender's own clock
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "base/units.h"

namespace ttcp::wire::native {

inline constexpr std::string_view kDatagramMagic = "TTU1";
inline constexpr std::size_t kDatagramHeader = 32;
inline constexpr std::size_t kTokenDigits = 32;  // 16 random bytes
inline constexpr int kHighestDatagramStream = 255;

// 32 hexadecimal digits, letters small.
bool is_token(std::string_view text);

// What tells the datagrams of one run from all others: the first half of the token. REQUIRES: is_token(token_hex).
std::uint64_t tag_of(std::string_view token_hex);

struct DataHeader {
  int stream = 0;         // 0..kHighestDatagramStream
  std::uint64_t tag = 0;  // tag_of() the run's token
  std::uint64_t sequence = 0;
  base::Duration sent_at{0};  // on the sender's monotonic clock, whose zero is anywhere; never negative
  bool operator==(const DataHeader&) const = default;
};

// REQUIRES: the limits above.
void stamp(std::span<std::byte, kDatagramHeader> out, const DataHeader& header);
// Nothing: not a datagram of data, whatever follows its head.
std::optional<DataHeader> data_header(std::span<const std::byte> datagram);

struct HelloDatagram {
  std::string token_hex;
  int stream = 0;
  bool operator==(const HelloDatagram&) const = default;
};

// Exactly kDatagramHeader bytes. REQUIRES: is_token(token_hex), a stream within the limits.
std::string hello_datagram(std::string_view token_hex, int stream);
// Nothing: not exactly a hello.
std::optional<HelloDatagram> hello_of(std::span<const std::byte> datagram);

}  // namespace ttcp::wire::native

// SPDX-License-Identifier: MIT
// Bytes to frames.
#include "wire/native/frame_reader.h"

#include <cassert>
#include <cstdint>
#include <limits>
#include <span>

#include "base/byte_order.h"
#include "wire/native/peer_error.h"

namespace ttcp::wire::native {
namespace {

std::size_t length_in(std::string_view head) {
  return base::BigEndianReader(std::as_bytes(std::span(head))).u32().value_or(0);
}

}  // namespace

std::string framed(std::string_view json) {
  assert(json.size() <= std::numeric_limits<std::uint32_t>::max());
  std::string frame(kLengthBytes, '\0');
  base::BigEndianWriter(std::as_writable_bytes(std::span(frame))).u32(static_cast<std::uint32_t>(json.size()));
  frame += json;
  return frame;
}

void FrameReader::add(std::string_view chunk) {
  if (broken_) return;
  held_.erase(0, taken_);
  taken_ = 0;
  held_ += chunk;
}

base::Result<std::optional<std::string>> FrameReader::next() {
  if (broken_) return *broken_;
  const std::string_view rest = std::string_view(held_).substr(taken_);
  if (!length_) {
    if (rest.size() < kLengthBytes) return std::optional<std::string>();
    const std::size_t length = length_in(rest);
    if (length == 0 || length > longest_) {
      broken_ = peer_error("a message of " + std::to_string(length) + " bytes; 1 to " + std::to_string(longest_) +
                           " are allowed here");
      held_.clear();
      return *broken_;
    }
    length_ = length;
  }
  if (rest.size() < kLengthBytes + *length_) return std::optional<std::string>();
  std::string json(rest.substr(kLengthBytes, *length_));
  taken_ += kLengthBytes + *length_;
  length_.reset();
  return std::optional(std::move(json));
}

}  // namespace ttcp::wire::native

// SPDX-License-Identifier: MIT
// Payload that no link can compress, made faster than a link can carry it. Not for secrets.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace ttcp::base {

// A 64-bit counter, mixed: SplitMix64. Its period is 2^64 words of 8 bytes, so no two blocks of a test are alike. Equal
// seeds and equal lengths give equal bytes on machines of equal byte order. Threads: one at a time.
class RandomFill {
 public:
  explicit RandomFill(std::uint64_t seed) : counter_(seed) {}
  // Fresh bytes each time. Doesn't allocate.
  void fill(std::span<std::byte> into) noexcept;

 private:
  std::uint64_t counter_;
};

}  // namespace ttcp::base

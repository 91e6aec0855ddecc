// SPDX-License-Identifier: MIT
// SplitMix64 into a buffer.
#include "base/random_fill.h"

#include <cstring>

namespace ttcp::base {
namespace {

// 2^64 divided by the golden ratio, made odd: Steele, Lea, Flood, "Fast Splittable Pseudorandom Number Generators",
// OOPSLA 2014.
constexpr std::uint64_t kGoldenGamma = 0x9E3779B97F4A7C15;
// The finalizer that the paper calls mix64variant13: variant 13 of D. Stafford's improvements on MurmurHash3's.
constexpr std::uint64_t kFirstFactor = 0xBF58476D1CE4E5B9;
constexpr std::uint64_t kSecondFactor = 0x94D049BB133111EB;

std::uint64_t mixed(std::uint64_t word) {
  word = (word ^ word >> 30U) * kFirstFactor;
  word = (word ^ word >> 27U) * kSecondFactor;
  return word ^ word >> 31U;
}

}  // namespace

void RandomFill::fill(std::span<std::byte> into) noexcept {
  // A copy that lives in a register: for all that the compiler knows, a std::byte may be part of the member.
  std::uint64_t counter = counter_;
  std::byte* at = into.data();
  std::size_t left = into.size();
  for (; left >= sizeof counter; at += sizeof counter, left -= sizeof counter) {
    counter += kGoldenGamma;
    const std::uint64_t word = mixed(counter);
    std::memcpy(at, &word, sizeof word);
  }
  if (left > 0) {  // also keeps memcpy away from the null pointer of an empty span
    counter += kGoldenGamma;
    const std::uint64_t word = mixed(counter);
    std::memcpy(at, &word, left);
  }
  counter_ = counter;
}

}  // namespace ttcp::base

// SPDX-License-Identifier: MIT
// The quantities that everything else is written in. A public function never takes a bare number that has a unit.
#pragma once

#include <chrono>
#include <cmath>
#include <compare>
#include <cstdint>

namespace ttcp::base {

using Duration = std::chrono::nanoseconds;
using TimePoint = std::chrono::time_point<std::chrono::steady_clock, Duration>;

// The monotonic clock. Only engine/ and session/ call it; everything that decides takes the moment as an argument.
inline TimePoint now() { return std::chrono::steady_clock::now(); }

constexpr long double in_seconds(Duration d) { return static_cast<long double>(d.count()) / 1e9L; }

// Payload bytes; never bits, never bytes on the wire.
class Bytes {
 public:
  constexpr Bytes() = default;
  constexpr explicit Bytes(std::int64_t n) : n_(n) {}
  constexpr std::int64_t count() const { return n_; }
  auto operator<=>(const Bytes&) const = default;  // NOLINT(modernize-use-nullptr): a 0 of the compiler's own
  constexpr Bytes& operator+=(Bytes other) {
    n_ += other.n_;
    return *this;
  }
  friend constexpr Bytes operator+(Bytes a, Bytes b) { return Bytes(a.n_ + b.n_); }
  friend constexpr Bytes operator-(Bytes a, Bytes b) { return Bytes(a.n_ - b.n_); }

 private:
  std::int64_t n_ = 0;
};

// Payload bits per second; never bytes, never "per interval".
class BitRate {
 public:
  constexpr BitRate() = default;
  static constexpr BitRate bits_per_second(std::int64_t n) { return BitRate(n); }
  constexpr std::int64_t in_bits_per_second() const { return n_; }
  auto operator<=>(const BitRate&) const = default;  // NOLINT(modernize-use-nullptr): a 0 of the compiler's own

 private:
  constexpr explicit BitRate(std::int64_t n) : n_(n) {}
  std::int64_t n_ = 0;
};

// Rounds to nearest. REQUIRES: elapsed > 0. In long double, because 8 * bytes * 1e9 leaves int64 at 1.15 GB.
inline BitRate rate_of(Bytes moved, Duration elapsed) {
  const long double bits = 8e9L * static_cast<long double>(moved.count());
  return BitRate::bits_per_second(std::llround(bits / static_cast<long double>(elapsed.count())));
}

}  // namespace ttcp::base

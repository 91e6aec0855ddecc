// SPDX-License-Identifier: MIT
// Made-up samples for the tests of this folder, the same ones on every run.
#pragma once

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <functional>
#include <random>
#include <vector>

#include "base/units.h"
#include "model/test_record.h"

namespace ttcp::stats::tests {

using std::chrono_literals::operator""ms;
using std::chrono_literals::operator""s;
using std::chrono_literals::operator""us;
using std::chrono_literals::operator""ns;
using std::chrono_literals::operator""h;

constexpr double kMega = 1e6;

// What a counter shows that is read every `spacing` until `length`, the first time after one spacing. rate(seconds) is
// the mean rate in bit/s of the spacing that ends then; below 0 counts as 0.
inline std::vector<model::Sample> sampled(base::Duration length, base::Duration spacing,
                                          const std::function<double(double)>& rate) {
  std::vector<model::Sample> samples;
  const auto step = static_cast<double>(base::in_seconds(spacing));
  double bits = 0;
  for (base::Duration at = spacing; at <= length; at += spacing) {
    bits += std::max(0.0, rate(static_cast<double>(base::in_seconds(at)))) * step;
    samples.push_back({at, base::Bytes(static_cast<std::int64_t>(bits / 8)), {}, {}, {}});
  }
  return samples;
}

inline std::vector<model::Sample> constant(base::Duration length, base::Duration spacing, double bits_per_second) {
  return sampled(length, spacing, [=](double) { return bits_per_second; });
}

// A rate that misses `mean` by `noise` (a share of it, one standard deviation) anew in each spacing.
class Noise {
 public:
  explicit Noise(std::uint64_t seed, double noise) : random_(seed), spread_(1.0, noise) {}
  double operator()() { return spread_(random_); }

 private:
  std::mt19937_64 random_;
  std::normal_distribution<double> spread_;
};

inline double mean_rate(const model::Steady& steady) {
  return static_cast<double>(base::rate_of(steady.bytes, steady.end - steady.start).in_bits_per_second());
}

}  // namespace ttcp::stats::tests

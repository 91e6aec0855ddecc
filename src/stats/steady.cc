// SPDX-License-Identifier: MIT
// Where warm-up ends, how sure the rate after it is, and when it is known well enough to stop.
#include "stats/steady.h"

#include <algorithm>
#include <array>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>
#include <vector>

#include "stats/quantiles.h"
#include "stats/series.h"

namespace ttcp::stats {
namespace {

using base::Duration;
using Points = std::span<const Point>;

constexpr std::size_t kBatches = 10;
constexpr std::size_t kFewestSamples = 5;       // of a steady part
constexpr std::int64_t kGroups = 40;            // of a run, about; 5 samples each at 10 ms in 2 s, hence "MSER-5"
constexpr long double kGrowth = 1.25L;          // BBR's: a full pipe doesn't grow by a quarter any more
constexpr std::size_t kGroupsOfAPlateau = 3;    // BBR's rounds
constexpr long double kSameRate = 0.005L;       // rates closer than this share of the mean aren't told apart
constexpr long double kAboutAsGood = 1.2L;      // of squared errors: a tenth more
constexpr long double kKnownWithin = 0.02L;     // half width of the interval of confidence over the mean
constexpr long double kTrendIsVisible = 1.64L;  // standard deviations of Mann-Kendall's score
constexpr long double kDriftAllowed = 0.005L;   // between the halves of the plateau, over the mean
constexpr long double kReached = 0.9L;

// The part to judge: from `omit`, or the last sample before anything came, to the last sample before all bytes were
// there.
Points judged(const std::vector<Point>& points, Duration omit) {
  const auto end = std::ranges::find(points, points.back().bytes, &Point::bytes);
  auto begin = std::find_if(points.begin(), end, [](const Point& p) { return p.bytes > base::Bytes(0); });
  if (begin != points.begin()) --begin;
  begin = std::find_if(begin, end, [&](const Point& p) { return p.at >= omit; });
  return Points(points).subspan(static_cast<std::size_t>(begin - points.begin()),
                                static_cast<std::size_t>(end - begin));
}

// Neighbouring samples together, so that there are about kGroups groups of about equal length: edges[i] to edges[i + 1]
// are indices into the points.
struct Groups {
  std::vector<std::size_t> edges;
  std::vector<long double> rates;
};

// REQUIRES: at least two points.
Groups groups_of(Points points) {
  const Duration length = (points.back().at - points.front().at) / kGroups;
  Groups groups{{0}, {}};
  for (std::size_t i = 1; i < points.size(); ++i) {
    if (points[i].at - points[groups.edges.back()].at >= length) groups.edges.push_back(i);
  }
  groups.edges.back() = points.size() - 1;  // the rest belongs to the last group
  for (std::size_t i = 1; i < groups.edges.size(); ++i) {
    groups.rates.push_back(rate_between(points[groups.edges[i - 1]], points[groups.edges[i]]));
  }
  return groups;
}

struct Cut {
  std::size_t group = 0;  // the first one after warm-up
  bool found = false;
};

long double middle_of(long double a, long double b, long double c) {
  return std::max(std::min(a, b), std::min(std::max(a, b), c));
}

// The last time that the rate grew by a quarter over all before. The middle of three, because a hole in the stream and
// the burst that fills it are no growth.
Cut plateau_of(std::span<const long double> rates) {
  if (rates.size() < kGroupsOfAPlateau) return {};
  long double full = std::min(rates[0], rates[1]);
  std::size_t start = 0;
  for (std::size_t i = 1; i + 1 < rates.size(); ++i) {
    const long double now = middle_of(rates[i - 1], rates[i], rates[i + 1]);
    if (now <= 0 || now < kGrowth * full) continue;
    full = now;
    start = i;
  }
  const bool found = full > 0 && rates.size() - start >= kGroupsOfAPlateau;
  return {found ? start : 0, found};
}

// The squared standard error of the mean of rates[i] and all after it, for each i up to half of them. kSameRate keeps
// differences that mean nothing from deciding.
std::vector<long double> errors_from(std::span<const long double> rates) {
  const std::size_t n = rates.size();
  long double sum = 0;
  for (const long double rate : rates) sum += rate;
  const long double least = std::pow(kSameRate * sum / static_cast<long double>(n), 2.0L);
  std::vector<long double> errors(n / 2 + 1);
  long double mean = 0, squares = 0;  // of the rates from i on (Welford's recurrence, backwards)
  for (std::size_t i = n; i-- > 0;) {
    const auto count = static_cast<long double>(n - i);
    const long double off = rates[i] - mean;
    mean += off / count;
    squares += off * (rates[i] - mean);
    if (i < errors.size()) errors[i] = (squares + count * least) / (count * count);
  }
  return errors;
}

// MSER: the cut that makes the error of the rest smallest, at most half of all. There it is a limit and no minimum, so
// nothing was found. Of cuts that are about as good the earliest: to take always the best one picks the calmest part of
// mere noise, and the interval of confidence comes out too narrow.
Cut mser_cut(std::span<const long double> rates) {
  const std::vector<long double> errors = errors_from(rates);
  const auto best = std::min_element(errors.begin(), errors.end());
  const auto cut = std::find_if(errors.begin(), best, [&](long double e) { return e <= kAboutAsGood * *best; });
  return {static_cast<std::size_t>(cut - errors.begin()), best + 1 != errors.end() || errors.size() == 1};
}

struct Batches {
  std::array<long double, kBatches> rates{}, seconds{};
};

// REQUIRES: more than kBatches points.
Batches batches_of(Points points) {
  Batches batches;
  for (std::size_t i = 0; i < kBatches; ++i) {
    const Point& from = points[i * (points.size() - 1) / kBatches];
    const Point& to = points[(i + 1) * (points.size() - 1) / kBatches];
    batches.rates.at(i) = rate_between(from, to);
    batches.seconds.at(i) = base::in_seconds(to.at - from.at);
  }
  return batches;
}

// Of the 95 % confidence interval of `mean`. Batches of unequal length count by their length, which for equal ones is
// the usual formula.
long double half_width(const Batches& batches, long double mean) {
  long double squares = 0, seconds = 0;
  for (std::size_t i = 0; i < kBatches; ++i) {
    squares += batches.seconds.at(i) * std::pow(batches.rates.at(i) - mean, 2.0L);
    seconds += batches.seconds.at(i);
  }
  const boost::math::students_t student(kBatches - 1);
  const auto t = static_cast<long double>(boost::math::quantile(boost::math::complement(student, 0.025)));
  return t * std::sqrt(squares / (static_cast<long double>(kBatches - 1) * seconds));
}

// Whether the rates go on rising or falling (Mann-Kendall's test, two-sided at 10 %, because stopping on a slope is the
// worse error), and by an amount that matters between the first half and the second. Ranks, so that the foot of a ramp
// or the burst of a full bucket is no trend.
bool drifts(std::span<const long double> rates) {
  const std::size_t n = rates.size();
  long double score = 0, first = 0, second = 0;
  for (std::size_t i = 0; i < n; ++i) {
    (i < n / 2 ? first : second) += rates[i];
    for (std::size_t j = i + 1; j < n; ++j) score += (rates[j] > rates[i] ? 1 : 0) - (rates[j] < rates[i] ? 1 : 0);
  }
  const auto count = static_cast<long double>(n), half = static_cast<long double>(n / 2);
  const long double spread = std::sqrt(count * (count - 1) * (2 * count + 5) / 18);
  const long double change = std::fabs(second / (count - half) - first / half);
  return std::fabs(score) > kTrendIsVisible * spread && change > kDriftAllowed * (first + second) / count;
}

// The interval of confidence, and whether it is narrow enough.
void add_confidence(model::Steady& steady, Points points) {
  if (points.size() <= kBatches) return;
  const long double mean = rate_between(points.front(), points.back());
  const Batches batches = batches_of(points);
  const long double half = half_width(batches, mean);
  steady.low = base::BitRate::bits_per_second(to_whole(std::max(0.0L, mean - half)));
  steady.high = base::BitRate::bits_per_second(to_whole(mean + half));
  steady.settled = half <= kKnownWithin * mean;
}

}  // namespace

std::optional<model::Steady> steady_of(std::span<const model::Sample> receiver_samples, Duration omit) {
  const std::vector<Point> points = points_of(receiver_samples);
  const Points all = judged(points, omit);
  if (all.size() <= kFewestSamples) return std::nullopt;
  const Groups groups = groups_of(all);
  const Cut plateau = plateau_of(groups.rates);
  const Cut mser = mser_cut(groups.rates);
  std::size_t first = groups.edges[std::max(plateau.group, mser.group)];
  const bool is_long = all.size() - first > kFewestSamples;
  if (!is_long) first = groups.edges[mser.group];
  const Points rest = all.subspan(first);
  if (rest.size() <= kFewestSamples || rest.back().bytes == rest.front().bytes) return std::nullopt;

  model::Steady steady{rest.front().at, rest.back().at, rest.back().bytes - rest.front().bytes, {}, {}, false};
  add_confidence(steady, rest);
  const bool takes_half = steady.end - steady.start >= (all.back().at - all.front().at) / 2;
  const bool is_level = plateau.found && !drifts(std::span(groups.rates).subspan(plateau.group));
  steady.settled = steady.settled && is_level && mser.found && is_long && takes_half;
  return steady;
}

bool is_known(std::span<const model::Sample> receiver_samples, Duration omit,
              std::span<const Duration> loaded_latencies) {
  const auto steady = steady_of(receiver_samples, omit);
  return steady && steady->settled && (loaded_latencies.empty() || p95_is_settled(loaded_latencies));
}

std::optional<Ramp> ramp_of(std::span<const model::Sample> receiver_samples, const model::Steady& steady) {
  const std::vector<Point> points = points_of(receiver_samples);
  if (points.size() < 2 || steady.start < Duration(0) || steady.end <= steady.start ||
      steady.start > points.back().at) {
    return std::nullopt;
  }
  const long double mean =
      8 * static_cast<long double>(steady.bytes.count()) / base::in_seconds(steady.end - steady.start);
  const Groups groups = groups_of(points);
  const auto reached =
      std::find_if(groups.rates.begin(), groups.rates.end(), [&](long double r) { return r >= kReached * mean; });
  const auto group = static_cast<std::size_t>(reached - groups.rates.begin());
  return Ramp{std::min(points[groups.edges[group]].at, steady.start), Course(points).at(steady.start), steady.start};
}

}  // namespace ttcp::stats

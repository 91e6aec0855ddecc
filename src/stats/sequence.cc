// SPDX-License-Identifier: MIT
// What became of one flow's datagrams.
#include "stats/sequence.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "stats/series.h"

namespace ttcp::stats {
namespace {

constexpr long double kUnit = 64;  // ns, the finest cell
constexpr unsigned kFineBits = 7;  // 128 cells for each doubling
constexpr std::uint64_t kFine = std::uint64_t{1} << (kFineBits + 1);
constexpr long double kFurthest = 1e11L;  // units: 1.8 hours

// The cell of a distance >= 0, and the middle of a cell, both in units. Below kFine each whole unit has its own.
std::size_t cell_of(long double units) {
  const auto whole = static_cast<std::uint64_t>(std::min(units, kFurthest) + 0.5L);
  if (whole < kFine) return whole;
  const unsigned shift = static_cast<unsigned>(std::bit_width(whole)) - kFineBits - 1;
  return (std::size_t{shift} << kFineBits) + (whole >> shift);
}

long double middle_of(std::size_t cell) {
  if (cell < kFine) return static_cast<long double>(cell);
  const std::size_t shift = (cell >> kFineBits) - 1;
  const std::uint64_t low = ((cell & ((std::size_t{1} << kFineBits) - 1)) + (kFine >> 1U)) << shift;
  return static_cast<long double>(low) + static_cast<long double>(std::uint64_t{1} << shift) / 2;
}

}  // namespace

SequenceTracker::SequenceTracker() : memory_(std::make_unique<Memory>()) {}

void SequenceTracker::took(std::uint64_t sequence, base::Duration sent_at, base::Duration arrived_at) noexcept {
  const Place place = place_of(sequence);
  if (place == Place::again) {
    ++duplicated_;
    return;
  }
  if (place == Place::late) ++reordered_;
  time(sent_at, arrived_at);
  ++received_;
}

SequenceTracker::Place SequenceTracker::place_of(std::uint64_t sequence) noexcept {
  const std::size_t cell = sequence % kWindow;
  const bool is_first = received_ == 0;
  if (is_first || sequence > highest_) {
    if (!is_first) forget_up_to(sequence);
    highest_ = sequence;
    memory_->seen.set(cell);
    return is_first ? Place::first : Place::next;
  }
  if (highest_ - sequence >= kWindow) return Place::late;
  if (memory_->seen.test(cell)) return Place::again;
  memory_->seen.set(cell);
  return Place::late;
}

// The cells of the numbers after highest_ up to this one still hold those of kWindow before.
void SequenceTracker::forget_up_to(std::uint64_t sequence) noexcept {
  if (sequence - highest_ >= kWindow) {
    memory_->seen.reset();
    return;
  }
  for (std::uint64_t number = sequence; number != highest_; --number) memory_->seen.reset(number % kWindow);
}

void SequenceTracker::time(base::Duration sent_at, base::Duration arrived_at) noexcept {
  const long double delay = static_cast<long double>(arrived_at.count()) - static_cast<long double>(sent_at.count());
  if (received_ == 0) {
    reference_ = delay;
    smallest_ = delay;
  } else {
    jitter_ += (std::fabs(delay - delay_) - jitter_) / 16;
    smallest_ = std::min(smallest_, delay);
  }
  delay_ = delay;
  const long double units = (delay - reference_) / kUnit;
  const std::size_t cell = std::min(cell_of(std::fabs(units)), kCells - 1);
  std::uint32_t& count = memory_->cells[units < 0 ? kCells - 1 - cell : kCells + cell];
  if (count != std::numeric_limits<std::uint32_t>::max()) ++count;
}

std::optional<base::Duration> SequenceTracker::rise_p95() const {
  std::uint64_t all = 0, up_to = 0;
  for (const std::uint32_t count : memory_->cells) all += count;
  if (all == 0) return std::nullopt;
  const std::uint64_t rank = all - all / 20;  // nearest rank of 0.95
  std::size_t index = 0;
  while ((up_to += memory_->cells[index]) < rank) ++index;
  const long double distance = kUnit * (index < kCells ? -middle_of(kCells - 1 - index) : middle_of(index - kCells));
  return base::Duration(to_whole(std::max(0.0L, reference_ + distance - smallest_)));
}

model::UdpCount SequenceTracker::count(std::optional<std::int64_t> sent) const {
  model::UdpCount count;
  count.received = received_;
  count.reordered = reordered_;
  count.duplicated = duplicated_;
  if (sent && *sent >= 0) {
    count.sent = sent;
    count.lost = std::max<std::int64_t>(0, *sent - received_);
  }
  if (received_ > 1) count.jitter = base::Duration(to_whole(jitter_));
  count.one_way_rise_p95 = rise_p95();
  return count;
}

}  // namespace ttcp::stats

// SPDX-License-Identifier: MIT
// The one line that is redrawn while a test runs, as text.
#include "report/live/line.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "report/human.h"

namespace ttcp::report::live {
namespace {

constexpr int kBar = 20;
constexpr std::size_t kRateWidth = 12;  // "941.4 Mbit/s": what follows doesn't jump

// One piece of the line; pieces of the highest rank are the first to go.
struct Piece {
  std::string text;
  int rank = 0;
};

std::string name_of(const model::PhaseStarted& phase, const std::optional<model::Direction>& direction) {
  if (!direction) return phase.directions.empty() ? "latency" : "";
  return std::string(word(*direction));
}

std::string seconds(base::Duration time) {
  return fmt::format("{:.1f} s", static_cast<double>(std::max(time, base::Duration(0)).count()) / 1e9);
}

std::string bar(const model::Progress& progress) {
  const auto all = static_cast<double>((progress.elapsed + *progress.left).count());
  const double share = all > 0 ? static_cast<double>(progress.elapsed.count()) / all : 1;
  const auto done = static_cast<std::size_t>(std::clamp(std::lround(share * kBar), 0L, static_cast<long>(kBar)));
  return fmt::format("[{}{}]", std::string(done, '#'), std::string(kBar - done, '.'));
}

std::string rate_words(const model::Progress& progress) {
  return right(progress.rate_now ? rate_text(*progress.rate_now) : "-", kRateWidth);
}

// Over all directions: the sum of what is known.
std::optional<std::int64_t> retransmits_in(const std::vector<model::Progress>& newest) {
  std::optional<std::int64_t> all;
  for (const model::Progress& progress : newest) {
    if (progress.retransmits) all = all.value_or(0) + *progress.retransmits;
  }
  return all;
}

std::optional<base::Duration> rtt_in(const std::vector<model::Progress>& newest) {
  std::optional<base::Duration> worst;
  for (const model::Progress& progress : newest) {
    if (progress.rtt) worst = std::max(worst.value_or(base::Duration(0)), *progress.rtt);
  }
  return worst;
}

const model::Progress& furthest(const std::vector<model::Progress>& newest) {
  return *std::ranges::max_element(newest, {}, &model::Progress::elapsed);
}

std::string phase_words(const model::PhaseStarted& phase) {
  std::string words;
  for (const model::Direction direction : phase.directions) {
    words += (words.empty() ? "" : " and ") + std::string(word(direction));
  }
  return words.empty() ? "latency" : words;
}

std::string joined_pieces(const std::vector<Piece>& pieces) {
  std::string text;
  for (const Piece& piece : pieces) {
    if (!piece.text.empty()) text += "  " + piece.text;
  }
  return text;
}

void drop_least(std::vector<Piece>& pieces) { pieces.erase(std::ranges::max_element(pieces, {}, &Piece::rank)); }

std::vector<Piece> pieces_of(const model::PhaseStarted& phase, const std::vector<model::Progress>& newest) {
  if (newest.empty()) return {{phase_words(phase), 0}};
  std::vector<Piece> pieces;
  const bool is_alone = newest.size() == 1;
  for (const model::Progress& progress : newest) {
    const std::string name = name_of(phase, progress.direction);
    pieces.push_back({is_alone ? left(name, 8) : name, 0});
    if (progress.direction) pieces.push_back({rate_words(progress), 1});
  }
  const model::Progress& leader = furthest(newest);
  if (is_alone && leader.left) pieces.insert(pieces.begin() + 1, {bar(leader), 3});
  if (phase.rate && is_alone) pieces.push_back({"of " + wished_rate(*phase.rate), 4});
  if (const auto rtt = rtt_in(newest)) pieces.push_back({"rtt " + brief_time(*rtt), 5});
  if (const auto again = retransmits_in(newest)) pieces.push_back({fmt::format("retransmits {}", *again), 6});
  pieces.push_back({leader.left ? seconds(*leader.left) + " left" : seconds(leader.elapsed), 2});
  return pieces;
}

}  // namespace

std::string line(const model::PhaseStarted& phase, const std::vector<model::Progress>& newest, const Look& look) {
  std::vector<Piece> pieces = pieces_of(phase, newest);
  // A character in the last column makes some terminals begin a new line.
  const auto room = static_cast<std::size_t>(std::max(look.columns - 1, 0));
  while (pieces.size() > 1 && width_of(joined_pieces(pieces)) > room) drop_least(pieces);
  if (width_of(joined_pieces(pieces)) > room) return "";
  if (look.colour) pieces.front().text = fmt::format("\x1b[1m{}\x1b[0m", pieces.front().text);
  return joined_pieces(pieces);
}

std::string queue_words(const model::Queued& queued) {
  return fmt::format("the server is busy: place {} in its queue", queued.place);
}

}  // namespace ttcp::report::live

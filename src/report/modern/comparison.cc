// SPDX-License-Identifier: MIT
// Several tests side by side.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "report/facts.h"
#include "report/human.h"
#include "report/modern/report.h"
#include "stats/goodput.h"

namespace ttcp::report::modern {
namespace {

// bit/s and nanoseconds, so that one rule finds every column's median.
using Figure = std::optional<std::int64_t>;
constexpr std::size_t kFigures = 4;
using Figures = std::array<Figure, kFigures>;  // upload, download, idle p95, loaded p95

struct Line {
  std::string host;
  Figures figures;
  std::string ended;
};
using Cells = std::array<std::string, kFigures + 2>;

Figure rate_of(const model::TestRecord& record, model::Direction direction) {
  for (const model::DirectionRecord& result : record.results) {
    if (result.direction != direction) continue;
    const auto goodput = stats::goodput_of(result);
    return goodput ? Figure(goodput->in_bits_per_second()) : std::nullopt;
  }
  return std::nullopt;
}

// The worst: that is what users feel.
Figure loaded_p95(const model::TestRecord& record) {
  Figure worst;
  for (const model::DirectionRecord& result : record.results) {
    if (result.loaded) worst = std::max(worst.value_or(0), result.loaded->p95.count());
  }
  return worst;
}

Line line_of(const model::TestRecord& record, bool with_port) {
  const model::Endpoint& to = record.plan.endpoint;
  const Figure idle = record.idle ? Figure(record.idle->p95.count()) : std::nullopt;
  const bool is_complete = record.ending == model::Ending::complete;
  return {.host = harmless(with_port ? joined(to.host, to.port) : to.host),
          .figures = {rate_of(record, model::Direction::upload), rate_of(record, model::Direction::download), idle,
                      loaded_p95(record)},
          .ended = is_complete ? "complete" : why_ended(record.ending, record.failure, record.interrupted_by)};
}

std::vector<std::int64_t> sorted_column(const std::vector<Line>& lines, std::size_t column) {
  std::vector<std::int64_t> values;
  for (const Line& line : lines) {
    if (line.figures[column]) values.push_back(*line.figures[column]);
  }
  std::ranges::sort(values);
  return values;
}

// Of an even number: the mean of the middle two.
std::int64_t median(const std::vector<std::int64_t>& sorted) {
  const std::int64_t low = sorted[(sorted.size() - 1) / 2];
  return low + (sorted[sorted.size() / 2] - low) / 2;
}

std::vector<Line> summary(const std::vector<Line>& lines) {
  std::vector<Line> rows{{"  median", {}, ""}, {"  min", {}, ""}, {"  max", {}, ""}};
  for (std::size_t column = 0; column < kFigures; ++column) {
    const std::vector<std::int64_t> values = sorted_column(lines, column);
    if (values.empty()) continue;
    rows[0].figures[column] = median(values);
    rows[1].figures[column] = values.front();
    rows[2].figures[column] = values.back();
  }
  return rows;
}

Cells cells_of(const Line& line) {
  Cells cells;
  cells.front() = line.host;
  cells.back() = line.ended;
  for (std::size_t column = 0; column < kFigures; ++column) {
    const Figure& figure = line.figures[column];
    std::string& cell = cells[column + 1];
    if (!figure) {
      cell = "-";
    } else if (column < 2) {
      cell = rate_text(base::BitRate::bits_per_second(*figure));
    } else {
      cell = brief_time(base::Duration(*figure));
    }
  }
  return cells;
}

std::string aligned(const std::vector<Cells>& rows) {
  std::array<std::size_t, kFigures + 2> widths{};
  for (const Cells& row : rows) {
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], width_of(row[i]));
  }
  std::string text;
  for (const Cells& row : rows) {
    std::string line = "  " + left(row.front(), widths.front());
    for (std::size_t i = 1; i <= kFigures; ++i) line += "   " + right(row[i], widths[i]);
    if (!row.back().empty()) line += "   " + row.back();
    text += line + "\n";
  }
  return text;
}

// Keeps the order of first appearance.
std::vector<std::vector<Line>> grouped(std::span<const model::TestRecord> records) {
  const auto port = [](const model::TestRecord& record) { return record.plan.endpoint.port; };
  const bool with_port = std::ranges::adjacent_find(records, std::ranges::not_equal_to{}, port) != records.end();
  std::vector<std::vector<Line>> groups;
  for (const model::TestRecord& record : records) {
    Line line = line_of(record, with_port);
    const auto same = std::ranges::find_if(groups, [&line](const auto& group) { return group[0].host == line.host; });
    auto& group = same == groups.end() ? groups.emplace_back() : *same;
    group.push_back(std::move(line));
  }
  return groups;
}

}  // namespace

std::string comparison(std::span<const model::TestRecord> records) {
  if (records.size() < 2) return "";
  std::vector<Cells> rows{{"host", "upload", "download", "idle p95", "loaded p95", "ended"}};
  for (const std::vector<Line>& group : grouped(records)) {
    for (const Line& line : group) rows.push_back(cells_of(line));
    if (group.size() < 2) continue;
    for (const Line& line : summary(group)) rows.push_back(cells_of(line));
  }
  return aligned(rows);
}

}  // namespace ttcp::report::modern

// SPDX-License-Identifier: MIT
// The rows at the top of a report.
#include "report/modern/rows.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "report/facts.h"
#include "report/human.h"
#include "report/modern/ceiling.h"
#include "stats/goodput.h"

namespace ttcp::report::modern {
namespace {

constexpr std::size_t kNameWidth = 8;
constexpr std::size_t kShareWidth = 5;
constexpr double kHeld = 0.97;  // of the rate asked for

struct Row {
  std::string_view name;
  std::string rate;     // or why there is none
  std::string share;    // "100 %"
  std::string of_what;  // share of what
  std::string marks;    // what else there is to say
  bool measured = false;
};

void add(std::string& text, std::string_view part) {
  if (part.empty()) return;
  if (!text.empty()) text += ", ";
  text += part;
}

double ratio(base::BitRate part, base::BitRate whole) {
  return static_cast<double>(part.in_bits_per_second()) / static_cast<double>(whole.in_bits_per_second());
}

std::string search_words(const model::TestRecord& record, const model::DirectionRecord& result) {
  if (!record.plan.search_rate) return "";
  const bool found = std::ranges::any_of(result.search, &model::RateStep::accepted);
  if (found) return "the highest rate with at most 0.1 % loss";
  return result.search.empty() ? "no rate was tried" : "no rate had at most 0.1 % loss";
}

void set_share(Row& row, const model::TestRecord& record, const model::DirectionRecord& result, base::BitRate goodput) {
  constexpr base::BitRate kNone;
  if (result.granted.rate && *result.granted.rate > kNone) {
    const double share = ratio(goodput, *result.granted.rate);
    row.share = percent(share);
    row.of_what =
        fmt::format("of the {} asked for, {}", wished_rate(*result.granted.rate), share >= kHeld ? "held" : "not held");
  } else if (result.ceiling && *result.ceiling > kNone) {
    row.share = percent(ratio(goodput, *result.ceiling));
    row.of_what = ceiling_words(record, result);
  }
}

Row row_of(const model::TestRecord& record, const model::DirectionRecord& result) {
  Row row;
  row.name = word(result.direction);
  const auto goodput = stats::goodput_of(result);
  if (!goodput) {
    row.rate = "not measured: " + why_not_measured(result);
    return row;
  }
  row.measured = true;
  const bool has_interval = result.steady.has_value();
  row.rate = has_interval ? rate_text(*goodput, result.steady->low, result.steady->high) : rate_text(*goodput);
  set_share(row, record, result, *goodput);
  add(row.marks, search_words(record, result));
  add(row.marks, cut_mark(result));
  return row;
}

std::vector<Row> rows_of(const model::TestRecord& record) {
  std::vector<Row> rows;
  for (const model::DirectionRecord& result : record.results) rows.push_back(row_of(record, result));
  for (const model::Direction direction : directions_of(record.plan)) {
    const bool ran = std::ranges::count(record.results, direction, &model::DirectionRecord::direction) > 0;
    if (ran) continue;
    Row& row = rows.emplace_back();
    row.name = word(direction);
    row.rate = "not measured: the test ended before it";
  }
  return rows;
}

// The explanation stands once where it is the same for all.
void leave_out_repeated(std::vector<Row>& rows) {
  std::string_view before;
  for (Row& row : rows) {
    if (row.of_what.empty()) continue;
    const bool repeats =
        std::exchange(before, row.of_what) == row.of_what && row.of_what.find("held") == std::string::npos;
    if (repeats) row.of_what.clear();
  }
}

std::string text_of(const Row& row, std::size_t width) {
  const std::string start = fmt::format("  {}   ", left(row.name, kNameWidth));
  if (!row.measured) return start + row.rate + "\n";
  std::string rest = row.share.empty() ? "" : right(row.share, kShareWidth);
  if (!row.of_what.empty()) rest += " " + row.of_what;
  add(rest, row.marks);
  return start + (rest.empty() ? row.rate : left(row.rate, width) + "   " + rest) + "\n";
}

std::string few(const model::Latency& latency) {
  constexpr std::int64_t kEnough = 20;
  std::string text;
  if (latency.count < kEnough) {
    add(text, fmt::format("only {} {}", latency.count, latency.count == 1 ? "reply" : "replies"));
  }
  if (latency.lost > 0) add(text, fmt::format("{} unanswered", latency.lost));
  return text.empty() ? "" : fmt::format(" ({})", text);
}

std::string latency_of(const model::Latency& latency, std::string_view when) {
  return fmt::format("{} {}{}", brief_time(latency.p95), when, few(latency));
}

// Both directions of a simultaneous run are probed by the same probes.
bool is_same_as_before(const std::vector<model::DirectionRecord>& results, std::size_t i) {
  return i > 0 && results[i].simultaneous && results[i - 1].simultaneous && results[i].loaded == results[i - 1].loaded;
}

}  // namespace

std::string direction_rows(const model::TestRecord& record) {
  std::vector<Row> rows = rows_of(record);
  leave_out_repeated(rows);
  std::size_t width = 0;
  for (const Row& row : rows) width = std::max(width, row.measured ? width_of(row.rate) : 0);
  std::string text;
  for (const Row& row : rows) text += text_of(row, width);
  return text;
}

std::string latency_row(const model::TestRecord& record) {
  std::string text;
  if (record.idle) add(text, latency_of(*record.idle, "idle"));
  for (std::size_t i = 0; i < record.results.size(); ++i) {
    const model::DirectionRecord& result = record.results[i];
    if (!result.loaded || is_same_as_before(record.results, i)) continue;
    const bool shared = i + 1 < record.results.size() && is_same_as_before(record.results, i + 1);
    add(text, latency_of(*result.loaded, shared ? "during both" : fmt::format("during {}", word(result.direction))));
  }
  const std::string start = fmt::format("  {}   ", left("latency", kNameWidth));
  if (!text.empty()) return start + text + " (p95)\n";
  return record.plan.idle_latency > base::Duration::zero() ? start + "not measured\n" : "";
}

}  // namespace ttcp::report::modern

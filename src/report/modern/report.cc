// SPDX-License-Identifier: MIT
// What `ttcp test` prints.
#include "report/modern/report.h"

#include <fmt/format.h>

#include <algorithm>

#include "report/facts.h"
#include "report/human.h"
#include "report/modern/details.h"
#include "report/modern/rows.h"
#include "stats/goodput.h"

namespace ttcp::report::modern {
namespace {

std::string notes(const model::TestRecord& record, const Shown& shown) {
  std::string text;
  for (const std::string& note : record.notes) {
    if (std::ranges::count(shown.notes, note) == 0) text += note_line(note);
  }
  return text;
}

std::string ended_line(const model::TestRecord& record) {
  if (record.ending == model::Ending::complete) return "";
  const bool has_figures = std::ranges::any_of(
      record.results, [](const model::DirectionRecord& result) { return stats::goodput_of(result).has_value(); });
  return fmt::format("  incomplete: {}{}\n", why_ended(record.ending, record.failure, record.interrupted_by),
                     has_figures ? "; the figures are of what was measured until then" : "");
}

// What isn't empty, after a blank line.
std::string paragraph(const std::string& lines) { return lines.empty() ? "" : "\n" + lines; }

}  // namespace

std::string text(const model::TestRecord& record, const Shown& shown) {
  std::string details;
  for (const model::DirectionRecord& result : record.results) details += detail_lines(record, result);
  return (shown.heading ? "" : heading(record)) + paragraph(direction_rows(record) + latency_row(record)) +
         paragraph(details) + paragraph(verdict_lines(record)) + paragraph(notes(record, shown)) + findings(record) +
         paragraph(ended_line(record));
}

std::string failure_line(std::string_view host, const base::Error& error) {
  return fmt::format("ttcp: {}: {}\n", harmless(host), harmless(base::to_text(error)));
}

}  // namespace ttcp::report::modern

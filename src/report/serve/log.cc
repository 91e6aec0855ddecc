// SPDX-License-Identifier: MIT
// What `ttcp serve` prints.
#include "report/serve/log.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <span>
#include <variant>

#include "codec/goodput.h"
#include "report/facts.h"
#include "report/human.h"
#include "report/marks.h"
#include "stats/goodput.h"

namespace ttcp::report::serve {
namespace {

std::string result_words(const model::DirectionRecord& result) {
  const auto goodput = stats::goodput_of(result);
  const std::string text = fmt::format("{} {}", word(result.direction), goodput ? rate_text(*goodput) : "not measured");
  const auto count = stats::datagrams_of(result);
  const auto loss = count ? loss_of(*count) : std::nullopt;
  return loss ? fmt::format("{} ({} lost)", text, percent(*loss)) : text;
}

std::string ended_words(const model::TestRecord& record) {
  const std::string time = span_text(record.real);
  if (record.ending == model::Ending::complete) return "complete in " + time;
  return fmt::format("{} after {}", why_ended(record.ending, record.failure, record.interrupted_by), time);
}

// A client that looks for a rate makes many runs, of which the last one counts.
bool is_last_of_its_direction(const model::TestRecord& record, std::size_t index) {
  const auto later = std::span(record.results).subspan(index + 1);
  return std::ranges::find(later, record.results[index].direction, &model::DirectionRecord::direction) == later.end();
}

std::string line_of(const model::TestRecord& record) {
  std::string text;
  for (std::size_t index = 0; index < record.results.size(); ++index) {
    if (is_last_of_its_direction(record, index)) text += result_words(record.results[index]) + ", ";
  }
  text += ended_words(record);
  for (const model::Finding& finding : record.findings) text += "; " + finding.cause;
  return harmless(fmt::format("{} test: {}", joined(record.peer_address, record.peer_port), text)) + "\n";
}

// What it took where a goodput is known, else the classic clock.
std::string line_of(const model::FlowRecord& record) {
  const bool sends = record.plan.role == model::Role::transmit;
  const auto goodput = codec::goodput(record);
  std::string text =
      fmt::format("{} {}: {} {} in {}", joined(record.peer_address, record.peer_port), word(record.plan.protocol),
                  sends ? "sent" : "received", counted(record.bytes.count(), "byte"),
                  span_text(goodput ? goodput->span : record.real));
  if (goodput) text += ", " + rate_text(base::rate_of(goodput->bytes, goodput->span));
  if (record.ending != model::Ending::complete) text += ", incomplete: " + why_incomplete(record);
  return harmless(text) + "\n";
}

std::string lines_of(const model::Listening& listening) {
  std::string lines;
  for (const std::string& endpoint : listening.endpoints) lines += fmt::format("listening on {}\n", harmless(endpoint));
  return lines;
}

std::string lines_of(const model::Refused& refused) {
  return fmt::format("{} refused: {}\n", joined(refused.address, refused.port), harmless(base::to_text(refused.why)));
}

std::string lines_of(const model::Trouble& trouble) {
  return fmt::format("trouble: {}\n", harmless(base::to_text(trouble.why)));
}

std::string lines_of(const model::Served& served) {
  return std::visit([](const auto& record) { return line_of(record); }, served.record);
}

}  // namespace

std::string log_lines(const model::ServeEvent& event) {
  return std::visit([](const auto& happened) { return lines_of(happened); }, event);
}

}  // namespace ttcp::report::serve

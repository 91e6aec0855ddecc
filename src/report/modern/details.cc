// SPDX-License-Identifier: MIT
// The lines under the rows, which explain them.
#include "report/modern/details.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "codec/direction_figures.h"
#include "report/facts.h"
#include "report/human.h"
#include "stats/expectation.h"
#include "stats/goodput.h"
#include "stats/steady.h"

namespace ttcp::report::modern {
namespace {

std::string line(model::Direction direction, std::string_view text) {
  return fmt::format("  {}: {}\n", word(direction), text);
}

std::string whole_run(const model::DirectionRecord& result) {
  const auto mean = stats::mean_of(result);
  const auto span = stats::span_of(result);
  return mean && span ? fmt::format("{} over the whole {}", rate_text(*mean), span_text(*span)) : "";
}

// The mean of the whole run differs from the steady part's by more than a twentieth.
bool mean_differs(const model::DirectionRecord& result) {
  const auto goodput = stats::goodput_of(result);
  const auto mean = stats::mean_of(result);
  if (!goodput || !mean) return false;
  const auto steady = static_cast<double>(goodput->in_bits_per_second());
  return std::abs(static_cast<double>(mean->in_bits_per_second()) - steady) > steady / 20;
}

std::string ramp_line(const model::DirectionRecord& result) {
  const std::string whole = whole_run(result);
  if (!result.steady || !result.receiver || whole.empty()) return "";
  const auto ramp = stats::ramp_of(result.receiver->samples, *result.steady);
  const bool slow = ramp && ramp->to_90_percent * 10 > *stats::span_of(result);
  if (!slow && !mean_differs(result)) return "";
  const bool has_time = ramp && ramp->to_90_percent > base::Duration::zero();
  const std::string took = has_time ? fmt::format("ramp-up took {}; ", span_text(ramp->to_90_percent)) : "";
  return line(result.direction, took + whole);
}

// A search's rate comes from its steps, and a direction that was cut has other excuses.
std::string unsteady_line(const model::TestRecord& record, const model::DirectionRecord& result) {
  if (record.plan.search_rate || result.ending != model::Ending::complete || !stats::goodput_of(result)) return "";
  if (!result.steady) {
    const auto span = stats::span_of(result);
    if (!span) return "";
    return line(result.direction,
                fmt::format("no steady part was found; that is the mean of all {}", span_text(*span)));
  }
  const bool may_end_early = !result.granted.time && !result.granted.bytes;
  if (result.steady->settled || !may_end_early) return "";
  return line(result.direction, "the rate or its latency did not settle in the time there was");
}

std::string retransmit_line(const model::DirectionRecord& result) {
  const std::int64_t again = codec::retransmits_of(result).value_or(0);
  if (again <= 0) return "";
  std::int64_t segments = 0;
  for (const model::FlowView& flow : result.sender->flows) {
    segments += flow.tcp ? flow.tcp->segments_out.value_or(0) : 0;
  }
  const double share = segments > 0 ? static_cast<double>(again) / static_cast<double>(segments) : 0;
  const std::string of_all = segments > 0 ? fmt::format(" ({} of all segments)", percent(share)) : "";
  return line(result.direction, fmt::format("{} retransmitted{}", counted(again, "segment"), of_all));
}

// Whichever end noticed.
std::string broken_line(const model::DirectionRecord& result) {
  std::int64_t broken = 0;
  std::string why;
  for (const auto* view : {&result.sender, &result.receiver}) {
    if (!*view || broken > 0) continue;
    for (const model::FlowView& flow : (*view)->flows) {
      if (!flow.failure) continue;
      ++broken;
      if (why.empty()) why = harmless(base::to_text(*flow.failure));
    }
  }
  if (broken == 0) return "";
  return line(result.direction,
              fmt::format("{} of {} broke off: {}", broken, counted(result.granted.streams, "stream"), why));
}

std::string loss_words(const model::UdpCount& count) {
  const auto loss = loss_of(count);
  if (loss) return fmt::format("lost {} of {} ({})", *count.lost, counted(*count.sent, "datagram"), percent(*loss));
  return fmt::format("{} received, loss unknown", counted(count.received, "datagram"));
}

std::string datagram_line(const model::DirectionRecord& result) {
  const auto count = stats::datagrams_of(result);
  if (!count) return "";
  const std::string text =
      fmt::format("{}, {} reordered, {} duplicated", loss_words(*count), count->reordered, count->duplicated);
  return line(result.direction, count->jitter ? text + ", jitter " + brief_time(*count->jitter) : text);
}

std::string maybe(const std::optional<base::BitRate>& rate) { return rate ? rate_text(*rate) : "-"; }

std::string step_table(const model::DirectionRecord& result) {
  if (result.search.empty()) return "";
  constexpr std::size_t kWidth = 12;
  std::string text = fmt::format("  {}:   {}   {}   {}   loss\n", word(result.direction), right("offered", kWidth),
                                 right("sent", kWidth), right("received", kWidth));
  const std::string margin(width_of(word(result.direction)) + 6, ' ');
  for (const model::RateStep& step : result.search) {
    const std::string loss = step.loss ? percent(*step.loss) : "-";
    text += fmt::format("{}{}   {}   {}   {}{}\n", margin, right(wished_rate(step.offered), kWidth),
                        right(maybe(step.sent), kWidth), right(maybe(step.received), kWidth), loss, step_mark(step));
  }
  return text;
}

}  // namespace

std::string detail_lines(const model::TestRecord& record, const model::DirectionRecord& result) {
  return ramp_line(result) + unsteady_line(record, result) + retransmit_line(result) + broken_line(result) +
         datagram_line(result) + step_table(result);
}

std::string verdict_lines(const model::TestRecord& record) {
  std::string text;
  for (const stats::Verdict& verdict : stats::verdicts_of(record)) {
    text += line(verdict.direction,
                 fmt::format("{} is {} of the {} expected: {}", rate_text(verdict.measured), percent(verdict.share),
                             wished_rate(verdict.expected), stats::word(verdict.standing)));
  }
  return text;
}

std::string findings(const model::TestRecord& record) {
  std::string text;
  for (const model::Finding& finding : record.findings) {
    text += fmt::format("\n  {} ({} confidence)\n", harmless(finding.cause), harmless(finding.confidence));
    if (!finding.evidence.empty()) text += fmt::format("    {}\n", harmless(finding.evidence));
    if (!finding.next_step.empty()) text += fmt::format("    try: {}\n", harmless(finding.next_step));
  }
  return text;
}

}  // namespace ttcp::report::modern

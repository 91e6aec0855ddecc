// SPDX-License-Identifier: MIT
// What several modern reports read off a test record in the same way.
#include "report/facts.h"

#include <fmt/format.h>

#include <cstring>

#include "codec/direction_figures.h"
#include "report/human.h"
#include "report/marks.h"
#include "stats/goodput.h"

namespace ttcp::report {
namespace {

// The kernel's word for it, or what the far end or the session said.
std::string reason_of(const base::Error& failure) {
  if (failure.os_errno != 0) return std::strerror(failure.os_errno);
  return failure.detail.empty() ? failure.attempt : harmless(failure.detail);
}

std::string in_brackets(const std::optional<base::Error>& failure) {
  const std::string reason = failure ? reason_of(*failure) : "";
  return reason.empty() ? "" : fmt::format(" ({})", reason);
}

std::string sent_in_vain(const model::DirectionRecord& result) {
  const auto sent = stats::sent_bytes(result);
  return sent && sent->count() > 0 ? fmt::format("; {} were sent", size_text(*sent)) : "";
}

}  // namespace

std::optional<double> loss_of(const model::UdpCount& count) {
  if (!count.lost || count.sent.value_or(0) <= 0) return std::nullopt;
  return static_cast<double>(*count.lost) / static_cast<double>(*count.sent);
}

std::string step_mark(const model::RateStep& step) {
  if (step.accepted) return "";
  constexpr double kLittleLoss = 0.001;
  if (step.loss && *step.loss > kLittleLoss) return ", too much";
  return step.sent && *step.sent < step.offered ? ", the sender came no further" : "";
}

std::optional<base::Duration> length_of(const model::DirectionRecord& result) {
  for (const auto* view : {&result.receiver, &result.sender}) {
    if (*view && (*view)->real > base::Duration::zero()) return (*view)->real;
  }
  return std::nullopt;
}

std::string congestion_of(const model::DirectionRecord& result) {
  return harmless(codec::congestion_of(result.sender).value_or(result.granted.congestion));
}

std::vector<model::Direction> directions_of(const model::TestPlan& plan) {
  std::vector<model::Direction> all;
  for (const model::RunPlan& run : plan.runs) all.insert(all.end(), run.directions.begin(), run.directions.end());
  return all;
}

std::string why_ended(model::Ending ending, const std::optional<base::Error>& failure, std::optional<int> signal) {
  switch (ending) {
    case model::Ending::interrupted:
      return signal ? fmt::format("interrupted by {}", signal_name(*signal)) : "interrupted" + in_brackets(failure);
    case model::Ending::peer_lost:
      return "the far end was lost" + in_brackets(failure);
    case model::Ending::timed_out:
      return "nothing came for too long" + in_brackets(failure);
    case model::Ending::failed:
    case model::Ending::complete:
      break;
  }
  const std::string text = failure ? harmless(base::to_text(*failure)) : "";
  return text.empty() ? "a call failed" : text;
}

std::string cut_mark(const model::DirectionRecord& result) {
  if (result.ending == model::Ending::complete) return "";
  const bool failed = result.ending == model::Ending::failed;
  const std::string what = failed ? "failed" : why_ended(result.ending, std::nullopt);
  const auto length = length_of(result);
  const std::string when = length ? " after " + span_text(*length) : "";
  return what + when + (failed ? ": " + why_ended(result.ending, result.failure) : in_brackets(result.failure));
}

std::string why_not_measured(const model::DirectionRecord& result) {
  if (result.ending != model::Ending::complete) {
    return why_ended(result.ending, result.failure) + (result.receiver ? "" : sent_in_vain(result));
  }
  if (!result.receiver) return "the receiver's count never came" + sent_in_vain(result);
  const base::Bytes received = stats::received_bytes(result).value_or(base::Bytes(0));
  if (received.count() == 0) return "nothing arrived" + sent_in_vain(result);
  return fmt::format("{} arrived in too short a time", size_text(received));
}

}  // namespace ttcp::report

// SPDX-License-Identifier: MIT
// What every text report says in the same words.
#include "report/marks.h"

#include <fmt/format.h>

#include <cerrno>
#include <csignal>
#include <cstring>

#include "report/rates.h"

namespace ttcp::report {
namespace {

std::string why_peer_lost(const model::FlowRecord& record) {
  if (!record.failure) return "the far end was lost";
  const base::Error& failure = *record.failure;
  if (failure.os_errno == ECONNRESET) return "the far end reset the connection";
  if (failure.os_errno == EPIPE) return "the far end closed before everything was sent";
  if (failure.os_errno != 0) return fmt::format("the far end was lost ({})", std::strerror(failure.os_errno));
  return failure.detail.empty() ? "the far end was lost" : fmt::format("the far end was lost ({})", failure.detail);
}

std::string why_timed_out(const model::FlowRecord& record) {
  if (record.plan.patience) return fmt::format("nothing moved for {} s", shortest_seconds(*record.plan.patience));
  if (record.failure && !record.failure->detail.empty()) return record.failure->detail;
  return "nothing moved for too long";
}

bool end_marker_missing(const model::FlowRecord& record) {
  using model::Ending;
  const bool ran_out = record.ending == Ending::complete || record.ending == Ending::timed_out;
  return ran_out && record.markers && !record.markers->end && record.bytes > base::Bytes(0);
}

std::string incomplete_line(const model::FlowRecord& record) {
  if (record.ending == model::Ending::complete) {
    const bool stopped_by_limit = record.plan.extent.bytes || record.plan.extent.time;
    if (stopped_by_limit || !end_marker_missing(record)) return "";
    return fmt::format("{}: the end marker was missing; the rate is up to the last datagram\n", prefix(record.plan));
  }
  if (end_marker_missing(record)) {
    return fmt::format("{}: incomplete: the end marker was missing, {}; the rate is up to the last datagram\n",
                       prefix(record.plan), why_incomplete(record));
  }
  return fmt::format("{}: incomplete: {}; what follows is what was moved until then\n", prefix(record.plan),
                     why_incomplete(record));
}

std::string start_marker_line(const model::FlowRecord& record) {
  // A pipe has no start marker: its transmitter sends trailing ends alone.
  const bool has_one = record.markers && record.plan.sink == model::PayloadSink::discard;
  if (!has_one || record.markers->start || record.bytes == base::Bytes(0)) return "";
  return fmt::format("{}: the start marker was missing; the clock started at the first datagram\n",
                     prefix(record.plan));
}

std::string refused_line(const model::FlowRecord& record) {
  const std::int64_t refused = record.refused_datagrams.value_or(0);
  if (refused <= 0) return "";
  return fmt::format("{}: the host answered \"port unreachable\" {} time{}: nobody receives there\n",
                     prefix(record.plan), refused, refused == 1 ? "" : "s");
}

// The classic programs call every failure of the transfer "IO", the one of writing to standard output too. These come
// only from a write.
bool comes_from_output(int os_errno) {
  return os_errno == EPIPE || os_errno == ENOSPC || os_errno == EFBIG || os_errno == EDQUOT || os_errno == EIO;
}

}  // namespace

std::string_view prefix(const model::FlowPlan& plan) {
  return plan.role == model::Role::transmit ? "ttcp-t" : "ttcp-r";
}

std::string signal_name(int number) {
  if (number == SIGINT) return "SIGINT";
  if (number == SIGTERM) return "SIGTERM";
  if (number == SIGHUP) return "SIGHUP";
  return fmt::format("signal {}", number);
}

std::string note_line(const model::FlowPlan& plan, std::string_view text) {
  return fmt::format("{}: note: {}\n", prefix(plan), text);
}

std::string interrupted_line(std::string_view who, int signal) {
  return fmt::format("{}: interrupted by {} before anything was moved\n", who, signal_name(signal));
}

std::string why_incomplete(const model::FlowRecord& record) {
  using model::Ending;
  switch (record.ending) {
    case Ending::interrupted:
      return record.interrupted_by ? "interrupted by " + signal_name(*record.interrupted_by) : "interrupted";
    case Ending::peer_lost:
      return why_peer_lost(record);
    case Ending::timed_out:
      return why_timed_out(record);
    case Ending::failed:
    case Ending::complete:
      break;
  }
  return record.failure ? base::to_text(*record.failure) : "a call failed here";
}

std::string marks(const model::FlowRecord& record) {
  std::string lines = incomplete_line(record) + start_marker_line(record) + refused_line(record);
  for (const std::string& note : record.notes) lines += note_line(record.plan, note);
  return lines;
}

std::string failure_lines(const model::FlowPlan& plan, const base::Error& error) {
  if (error.os_errno == 0) return fmt::format("{}: {}\n", prefix(plan), base::to_text(error));
  const std::string reason = std::strerror(error.os_errno);
  const bool failed_read = plan.role == model::Role::receive && plan.buffer.full_blocks && error.attempt == "IO" &&
                           !comes_from_output(error.os_errno);
  return fmt::format("{}{}: {}: {}\nerrno={}\n", failed_read ? fmt::format("ttcp_mread: {}\n", reason) : "",
                     prefix(plan), error.attempt, reason, error.os_errno);
}

}  // namespace ttcp::report

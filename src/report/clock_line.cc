// SPDX-License-Identifier: MIT
#include "report/clock_line.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string_view>

#include "codec/goodput.h"
#include "report/marks.h"
#include "report/rates.h"

namespace ttcp::report {
namespace {
using base::Duration;

// More than a hundredth of the clock: enough to make line 6 misleading.
bool matters(Duration part, Duration real) { return part > real / 100; }

std::string_view clock_start(const model::FlowRecord& record) {
  if (record.plan.transport == model::Transport::tcp) return "accept";
  return record.markers && record.markers->start ? "the start marker" : "the start of the clock";
}

std::string flowing_line(const model::FlowRecord& record) {
  if (!record.first_byte_after || !record.last_byte_after) return "";
  const Duration idle = *record.first_byte_after + std::max(Duration::zero(), record.real - *record.last_byte_after);
  if (!matters(idle, record.real)) return "";
  const std::string when =
      fmt::format("{}: first byte {} s after {}, last {} s after it", prefix(record.plan),
                  plain_seconds(*record.first_byte_after), clock_start(record), plain_seconds(*record.last_byte_after));
  const auto flow = codec::goodput(record);
  const auto rate = flow ? decimal_rate(flow->bytes, flow->span) : std::nullopt;
  return rate ? fmt::format("{}: {} while data flowed (powers of ten)\n", when, *rate) : when + "\n";
}

std::string acknowledged_line(const model::FlowRecord& record) {
  if (!record.acknowledged_after || !matters(*record.acknowledged_after - record.real, record.real)) return "";
  const auto rate = decimal_rate(record.bytes, *record.acknowledged_after);
  if (!rate) return "";
  return fmt::format("{}: last byte acknowledged after {} s: {} until then (powers of ten)\n", prefix(record.plan),
                     plain_seconds(*record.acknowledged_after), *rate);
}

}  // namespace

std::string clock_line(const model::FlowRecord& record) {
  return record.plan.role == model::Role::transmit ? acknowledged_line(record) : flowing_line(record);
}

}  // namespace ttcp::report

// SPDX-License-Identifier: MIT
// The report of ttcp 1.12, byte for byte.
#include "report/classic/report.h"

#include <fmt/format.h>

#include <algorithm>

#include "codec/goodput.h"
#include "report/clock_line.h"
#include "report/lines.h"
#include "report/marks.h"
#include "report/rates.h"

namespace ttcp::report::classic {
namespace {
using base::Duration;
using std::chrono::microseconds;
using std::chrono::milliseconds;

// Section 2.3: real seconds of 0 or less read as 0.001, CPU seconds below 0.00001 as that.
Duration counted_real(const model::FlowRecord& record) {
  return record.real > Duration::zero() ? record.real : milliseconds(1);
}

Duration counted_cpu(const model::Usage& usage) {
  return std::max<Duration>(usage.user + usage.system, microseconds(10));
}

std::string real_line(const model::FlowRecord& record, char unit) {
  const Duration real = counted_real(record);
  return fmt::format("{}: {} bytes in {:.2f} real seconds = {}/sec +++\n", prefix(record.plan), record.bytes.count(),
                     seconds_of(real), binary_rate(record.bytes, real, unit));
}

std::string cpu_line(const model::FlowRecord& record, char unit) {
  const Duration cpu = counted_cpu(record.usage);
  return fmt::format("{}: {} bytes in {:.2f} CPU seconds = {}/cpu sec\n", prefix(record.plan), record.bytes.count(),
                     seconds_of(cpu), binary_rate(record.bytes, cpu, unit));
}

std::string calls_line(const model::FlowRecord& record) {
  const double real = seconds_of(counted_real(record));
  const auto calls = static_cast<double>(record.calls);
  // 1024, not 1000: the old programs multiply so, and their readers compare (docs/protocols/classic.md, "I/O calls").
  // No calls: "inf".
  return fmt::format("{}: {} I/O calls, msec/call = {:.2f}, calls/sec = {:.2f}\n", prefix(record.plan), record.calls,
                     1024.0 * real / calls, calls / real);
}

// The sum that the netcat recipe leaves to its reader.
std::string decimal_line(const model::FlowRecord& record) {
  const auto rate = decimal_rate(record.bytes, record.real);
  if (!rate) return "";
  return fmt::format("{}: {} bytes x 8 / {} s = {} (powers of ten)\n", prefix(record.plan), record.bytes.count(),
                     plain_seconds(record.real), *rate);
}

// The rule is not in 1.12, so these lines only come with -v, and before the buffer address, which stays last.
std::string modern_lines(const model::FlowRecord& record) { return decimal_line(record) + clock_line(record); }

// Whole seconds, a point and one truncated digit.
std::string tenths(Duration d) {
  const auto n = d / milliseconds(100);
  return fmt::format("{}.{}", n / 10, n % 10);
}

std::string clock_time(Duration d) {
  const auto seconds = d / std::chrono::seconds(1);
  if (seconds >= 3600) return fmt::format("{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60);
  return fmt::format("{}:{:02}", seconds / 60, seconds % 60);
}

}  // namespace

std::string progress_line(const model::FlowPlan& plan, const model::Event& event) {
  const bool connects = event.kind == model::Event::Kind::connected;
  const bool accepts = event.kind == model::Event::Kind::accepted;
  if (!connects && !accepts) return socket_line(plan, event);
  if (plan.transport == model::Transport::udp) return "";
  return connects ? fmt::format("{}: connect\n", prefix(plan))
                  : fmt::format("{}: accept from {}\n", prefix(plan), event.address);
}

std::string usage_text(const model::Usage& usage, Duration real) {
  // Each term is cut to hundredths before they are added, and nothing is divided by 0.
  const std::int64_t cpu = usage.user / milliseconds(10) + usage.system / milliseconds(10);
  const std::int64_t elapsed = std::max<std::int64_t>(1, real / milliseconds(10));
  const std::int64_t divisor = std::max<std::int64_t>(1, cpu);
  return fmt::format("{}user {}sys {}real {}% {}i+{}d {}maxrss {}+{}pf {}+{}csw", tenths(usage.user),
                     tenths(usage.system), clock_time(real), cpu * 100 / elapsed, usage.integral_shared / divisor,
                     usage.integral_unshared / divisor,
                     usage.max_rss_kib / 2,  // once a count of half-kilobyte pages
                     usage.major_faults, usage.minor_faults, usage.voluntary_switches, usage.involuntary_switches);
}

std::string report(const model::FlowRecord& record, const model::ReportChoice& choice) {
  std::string text = marks(record) + real_line(record, choice.unit);
  if (choice.verbose) text += cpu_line(record, choice.unit);
  text += calls_line(record);
  text += fmt::format("{}: {}\n", prefix(record.plan), usage_text(record.usage, record.real));
  if (!choice.verbose) return text;
  return text + modern_lines(record) +
         fmt::format("{}: buffer address {:#x}\n", prefix(record.plan), record.buffer_address);
}

Form form() { return {&banner, &progress_line, &report}; }

}  // namespace ttcp::report::classic

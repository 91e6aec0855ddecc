// SPDX-License-Identifier: MIT
// `ttcp test`, each host as often as asked, one after another; and `ttcp serve`.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <thread>

#include "app/run.h"
#include "base/standard_streams.h"
#include "base/text_sink.h"
#include "report/measure_output.h"
#include "report/serve_output.h"
#include "session/to_the_end.h"
#include "stats/expectation.h"

namespace ttcp::app {
namespace {

enum Exit { kMeasured = 0, kBelow = 1, kUsage = 2, kNotReached = 3, kBroken = 4, kSignal = 128 };

report::live::Terminal shown_by(int fd) {
  const auto terminal = base::terminal_behind(fd);
  return {terminal.is_terminal, terminal.columns, terminal.colour};
}

int status_of(const model::TestRecord& record) {
  if (record.ending != model::Ending::complete) return kBroken;
  const auto verdicts = stats::verdicts_of(record);
  return std::ranges::any_of(verdicts, &stats::Verdict::below) ? kBelow : kMeasured;
}

// One test, printed. 128 + N after signal N.
int test_once(const model::TestPlan& plan, report::MeasureOutput& output, const Program& program) {
  const auto ended = session::measure_to_the_end(plan, output.watch(plan), program.version);
  if (ended.record) {
    output.measured(*ended.record);
  } else {
    output.failed(session::record_without_test(plan, ended, program.version));
  }
  if (ended.signal) return kSignal + *ended.signal;
  return ended.record ? status_of(*ended.record) : kNotReached;
}

// The worst of all.
int measure_all(const model::Measure& command, report::MeasureOutput& output, const Program& program) {
  int worst = kMeasured;
  for (const auto& plan : command.plans) {
    for (int round = 0; round < command.repeat; ++round) {
      // Nothing is under way: an interruption ends the program as it always does.
      if (round > 0) std::this_thread::sleep_for(command.pause);
      const int status = test_once(plan, output, program);
      worst = std::max(worst, status);
      if (status > kSignal) return status;
    }
  }
  return worst;
}

}  // namespace

int run(const model::Measure& command, const Program& program) {
  base::FdSink err(STDERR_FILENO);
  base::OwnedFd file;
  if (!command.file.empty()) {
    auto opened = base::open_result(command.file);
    if (!opened) err.write(fmt::format("ttcp: --output: {}\n", base::to_text(opened.error())));
    if (!opened) return kUsage;
    file = std::move(*opened);
  }
  const int fd = file.is_open() ? file.get() : STDOUT_FILENO;
  base::FdSink out(fd);
  report::MeasureOutput output(command, {out, err, shown_by(fd), shown_by(STDERR_FILENO)});
  const int status = measure_all(command, output, program);
  output.close();
  if (!out.failure()) return status;
  err.write(fmt::format("ttcp: the report could not be written: {}\n", base::to_text(*out.failure())));
  return kBroken;
}

int run(const model::Serve& command, const Program& program) {
  base::FdSink out(STDOUT_FILENO);
  base::FdSink err(STDERR_FILENO);
  report::ServeLog log(command.output, out, err);
  const auto served = session::serve_to_the_end(command.plan, log, program.version);
  if (served) return 0;
  const bool taken = served.error().os_errno == EADDRINUSE;
  err.write(fmt::format("ttcp: {}{}\n", base::to_text(served.error()),
                        taken ? "; another server has this port, --listen chooses others" : ""));
  return kNotReached;
}

}  // namespace ttcp::app

// SPDX-License-Identifier: MIT
// `ttcp test`: each host as often as asked, one after another.
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <thread>

#include "app/run.h"
#include "base/owned_fd.h"
#include "report/measure_output.h"
#include "session/to_the_end.h"
#include "stats/expectation.h"

namespace ttcp::app {
namespace {

enum Exit { kMeasured = 0, kBelow = 1, kNotReached = 3, kBroken = 4 };

report::live::Terminal terminal_of(int fd) {
  report::live::Terminal terminal;
  terminal.is_terminal = isatty(fd) == 1;
  winsize size{};
  if (terminal.is_terminal && ioctl(fd, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) terminal.columns = size.ws_col;
  const char* no_colour = std::getenv("NO_COLOR");
  terminal.colour = terminal.is_terminal && (no_colour == nullptr || *no_colour == '\0');
  return terminal;
}

int status_of(const model::TestRecord& record) {
  if (record.ending != model::Ending::complete) return kBroken;
  const auto verdicts = stats::verdicts_of(record);
  return std::ranges::any_of(verdicts, &stats::Verdict::below) ? kBelow : kMeasured;
}

model::TestRecord unmeasured(const model::TestPlan& plan, const base::Error& why, const Program& program) {
  model::TestRecord record;
  record.plan = plan;
  record.version = program.version;
  record.started = std::chrono::system_clock::now();
  record.ending = model::Ending::failed;
  record.failure = why;
  return record;
}

// One test, printed. Absent: interrupted; `status` has by what.
bool test_once(const model::TestPlan& plan, report::MeasureOutput& output, const Program& program, int& status) {
  const auto ended = session::measure_to_the_end(plan, output.watch(plan), program.version);
  if (ended.record) {
    output.measured(*ended.record);
    status = std::max(status, status_of(*ended.record));
  } else {
    auto record = unmeasured(plan, ended.record.error(), program);
    record.interrupted_by = ended.signal;
    if (ended.signal) record.ending = model::Ending::interrupted;
    output.failed(record);
    status = std::max<int>(status, kNotReached);
  }
  if (ended.signal) status = 128 + *ended.signal;
  return !ended.signal;
}

int measure_all(const model::Measure& command, report::MeasureOutput& output, const Program& program) {
  int status = kMeasured;
  for (const auto& plan : command.plans) {
    for (int round = 0; round < command.repeat; ++round) {
      // Nothing is under way: an interruption ends the program as it always does.
      if (round > 0) std::this_thread::sleep_for(command.pause);
      if (!test_once(plan, output, program, status)) return status;
    }
  }
  return status;
}

}  // namespace

int run(const model::Measure& command, const Program& program) {
  base::FdSink err(STDERR_FILENO);
  base::OwnedFd file;
  if (!command.file.empty()) {
    file = base::OwnedFd(open(command.file.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666));
    if (!file.is_open()) {
      err.write(fmt::format("ttcp: --output: {}\n", base::to_text(base::os_error("open", command.file))));
      return 2;
    }
  }
  const int fd = file.is_open() ? file.get() : STDOUT_FILENO;
  base::FdSink out(fd);
  report::MeasureOutput output(command, {out, err, terminal_of(fd), terminal_of(STDERR_FILENO)});
  const int status = measure_all(command, output, program);
  output.close();
  if (!out.failure()) return status;
  err.write(fmt::format("ttcp: the report could not be written: {}\n", base::to_text(*out.failure())));
  return kBroken;
}

}  // namespace ttcp::app

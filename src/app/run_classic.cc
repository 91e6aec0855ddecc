// SPDX-License-Identifier: MIT
// One classic test, in 1.12's words or in IOS's.
#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include "app/run.h"
#include "base/text_sink.h"
#include "report/classic/report.h"
#include "report/ios/report.h"
#include "report/json/report.h"
#include "report/marks.h"
#include "report/progress.h"
#include "session/classic.h"
#include "session/to_the_end.h"

namespace ttcp::app {
namespace {

report::Form form_of(const model::ReportChoice& choice) {
  return choice.style == model::ReportStyle::ios ? report::ios::form() : report::classic::form();
}

// Where the payload or the JSON record has standard output, the report goes to standard error.
bool report_leaves_stdout(const model::RunTest& command) {
  return model::payload_owns_stdout(command.plan) || command.report.json_fd == STDOUT_FILENO;
}

}  // namespace

int run(const model::RunTest& command, const Program& program) {
  base::FdSink out(STDOUT_FILENO);
  base::FdSink err(STDERR_FILENO);
  base::TextSink& report_sink = report_leaves_stdout(command) ? err : out;
  const auto& choice = command.report;
  if (choice.json_fd && fcntl(*choice.json_fd, F_GETFD) < 0) {
    err.write(fmt::format("ttcp: --json={}: that descriptor is not open\n", *choice.json_fd));
    return 1;
  }
  const auto form = form_of(choice);
  report::Progress progress(form, choice, report_sink, err);
  const auto ended = session::test_to_the_end(command.plan, progress, program.version, &session::run_classic);
  if (ended.record) {
    if (ended.record->failure) err.write(report::failure_lines(command.plan, *ended.record->failure));
    report_sink.write(form.report(*ended.record, choice));
  } else {
    err.write(ended.signal ? report::interrupted_line(report::prefix(command.plan), *ended.signal)
                           : report::failure_lines(command.plan, ended.record.error()));
  }
  auto record =
      ended.record ? *ended.record : session::record_without_flow(command.plan, ended.record.error(), ended.signal);
  record.version = program.version;
  base::FdSink json(choice.json_fd.value_or(-1));
  if (choice.json_fd) json.write(report::json::record_line(record));
  for (const auto* sink : {&out, &json}) {
    if (!sink->failure()) continue;
    err.write(fmt::format("ttcp: the report could not be written: {}\n", base::to_text(*sink->failure())));
    return 1;
  }
  if (ended.signal && record.ending == model::Ending::interrupted) return 128 + *ended.signal;
  return record.ending == model::Ending::complete ? 0 : 1;
}

}  // namespace ttcp::app

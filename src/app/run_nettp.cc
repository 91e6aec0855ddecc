// SPDX-License-Identifier: MIT
// nettp's client and server.
#include <unistd.h>

#include "app/run.h"
#include "base/text_sink.h"
#include "report/marks.h"
#include "report/nettp/progress.h"
#include "report/nettp/report.h"
#include "report/nettp/server_log.h"
#include "session/nettp.h"
#include "session/to_the_end.h"

namespace ttcp::app {
namespace {

enum Exit { kMeasured = 0, kNotReached = 3, kBroken = 4 };

}  // namespace

int run(const model::NettpSend& command, const Program& program) {
  base::FdSink out(STDOUT_FILENO);
  base::FdSink err(STDERR_FILENO);
  report::nettp::ClientProgress progress(out);
  const auto ended = session::test_to_the_end(command.plan, progress, program.version, &session::run_nettp_client);
  if (!ended.record) {
    err.write(ended.signal ? report::interrupted_line("nettp", *ended.signal)
                           : report::nettp::failure_line(ended.record.error()));
    return ended.signal ? 128 + *ended.signal : kNotReached;
  }
  const auto& record = *ended.record;
  out.write(report::nettp::result_lines(record));
  if (out.failure()) err.write(report::nettp::failure_line(*out.failure()));
  if (ended.signal) return 128 + *ended.signal;
  const bool whole = record.ending == model::Ending::complete && record.far && record.far->bytes == record.bytes;
  return whole && !out.failure() ? kMeasured : kBroken;
}

int run(const model::NettpServe& command, const Program& program) {
  base::FdSink out(STDOUT_FILENO);
  base::FdSink err(STDERR_FILENO);
  report::nettp::ServerLog log(command.listen.bind_address, out, err);
  const auto served = session::serve_nettp_to_the_end(command.listen, log, program.version);
  if (served) return kMeasured;
  err.write(report::nettp::failure_line(served.error()));
  return kNotReached;
}

}  // namespace ttcp::app

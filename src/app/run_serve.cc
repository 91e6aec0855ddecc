// SPDX-License-Identifier: MIT
// `ttcp serve`: one server for every client.
#include <fmt/format.h>
#include <unistd.h>

#include "app/run.h"
#include "base/text_sink.h"
#include "report/serve_output.h"
#include "session/to_the_end.h"

namespace ttcp::app {

int run(const model::Serve& command, const Program& program) {
  base::FdSink out(STDOUT_FILENO);
  base::FdSink err(STDERR_FILENO);
  report::ServeLog log(command.output, out, err);
  const auto served = session::serve_to_the_end(command.plan, log, program.version);
  if (served) return 0;
  err.write(fmt::format("ttcp: {}\n", base::to_text(served.error())));
  return 3;
}

}  // namespace ttcp::app

// SPDX-License-Identifier: MIT
#include "report/serve_output.h"

#include "report/json/events.h"
#include "report/serve/log.h"

namespace ttcp::report {

void ServeLog::on_event(const model::ServeEvent& event) {
  switch (form_) {
    case model::ServeOutput::lines:
      out_.write(serve::log_lines(event));
      break;
    case model::ServeOutput::json_lines:
      out_.write(json::event_line(event));
      break;
    case model::ServeOutput::quiet:
      if (std::holds_alternative<model::Trouble>(event)) err_.write(serve::log_lines(event));
      break;
  }
}

}  // namespace ttcp::report

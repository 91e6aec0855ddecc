// SPDX-License-Identifier: MIT
#include "report/nettp/server_log.h"

#include "report/nettp/report.h"

namespace ttcp::report::nettp {

void ServerLog::on_listening(std::uint16_t port) { out_.write(listening_line({host_, port})); }

void ServerLog::on_refused(const std::string& address, std::uint16_t port, const base::Error& why) {
  out_.write(refused_line({address, port}, base::to_text(why)));
}

void ServerLog::on_trouble(const base::Error& why) { err_.write(failure_line(why)); }

void ServerLog::on_finished(const model::FlowRecord& record) { out_.write(served_line(record)); }

}  // namespace ttcp::report::nettp

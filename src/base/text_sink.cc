// SPDX-License-Identifier: MIT
#include "base/text_sink.h"

#include "base/write_all.h"

namespace ttcp::base {

void FdSink::write(std::string_view text) {
  if (failure_) return;
  if (auto written = write_all(fd_, text); !written) failure_ = written.error();
}

}  // namespace ttcp::base

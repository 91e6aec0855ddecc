// SPDX-License-Identifier: MIT
#include "session/signals.h"

#include <csignal>

namespace ttcp::session {

void SignalStop::arm() {
  if (armed_) return;
  armed_ = true;
  signals_.add(SIGINT);
  signals_.add(SIGTERM);
  signals_.async_wait([this](const boost::system::error_code& error, int signal) {
    if (error) return;
    signal_ = signal;
    signals_.clear();
    stop_.request_stop();
  });
}

void SignalStop::disarm() { signals_.cancel(); }

}  // namespace ttcp::session

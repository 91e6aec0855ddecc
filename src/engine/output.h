// SPDX-License-Identifier: MIT
// Received payload on its way out of the program.
#pragma once

#include <cstddef>
#include <span>
#include <stop_token>

#include "base/error.h"

namespace ttcp::engine {

// Writes the whole block to a blocking descriptor. Error{cancelled}: stopped; Error{system, "IO"}: the reader is gone
// or the disk is full. A write(2) that blocks is left only by a signal: whoever requests the stop calls wake() until
// the thread is done.
base::Result<void> put_block(int output, std::span<const std::byte> block, const std::stop_token& stop);

// Interrupts a blocked write of `thread` with SIGURG (which is ignored by default, so a stray one does no harm). The
// handler is installed by install_wake_handler(), once per process, before the thread starts.
void install_wake_handler();
void wake(pthread_t thread);

}  // namespace ttcp::engine

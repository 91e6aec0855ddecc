// SPDX-License-Identifier: MIT
// Text to a descriptor, whole or not at all.
#pragma once

#include <string_view>

#include "base/error.h"

namespace ttcp::base {

// Writes all of `text`, going on after short writes, EINTR and (by waiting) EAGAIN. Unbuffered on purpose: a line that
// was printed is seen at once, in a pipe too. Error{system, "write"}: the reader is gone or the disk is full.
Result<void> write_all(int fd, std::string_view text);

}  // namespace ttcp::base

// SPDX-License-Identifier: MIT
// "show tcp information at end": what this host's kernel says of the connection, in the kernel's words. IOS prints its
// own fields there; Linux has others, so the labels are those of TCP_INFO (tcp(7), linux/tcp.h). Pure.
#pragma once

#include <string>

#include "model/flow_record.h"

namespace ttcp::report::ios {

// A value that the kernel didn't give is "unknown". Where there is no connection, one line says so.
std::string tcp_block(const model::FlowRecord& record);

}  // namespace ttcp::report::ios

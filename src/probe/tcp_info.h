// SPDX-License-Identifier: MIT
// What the kernel knows of one TCP connection. Source: tcp(7), struct tcp_info in the kernel's linux/tcp.h.
#pragma once

#include <cstddef>
#include <span>

#include "base/error.h"
#include "model/flow_record.h"

namespace ttcp::probe {

// Reads the bytes that getsockopt(TCP_INFO) returned. The kernel appends fields over the years and returns as many
// bytes as it knows, so each field is present exactly when it lies within `raw`. Doesn't fill `congestion_control`.
model::TcpFacts parse_tcp_info(std::span<const std::byte> raw);

// Both of TCP_INFO and TCP_CONGESTION. About a microsecond.
base::Result<model::TcpFacts> read_tcp_facts(int socket);

}  // namespace ttcp::probe

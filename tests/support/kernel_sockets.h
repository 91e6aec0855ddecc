// SPDX-License-Identifier: MIT
// The kernel's tables of sockets, proc(5) "/proc/net/tcp": what is bound, what listens, what waits to be read.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <string>
#include <vector>

namespace ttcp::test {

enum class Table { tcp, udp };

struct KernelSocket {
  std::uint16_t own_port = 0;
  std::uint16_t far_port = 0;
  bool listens = false;
  unsigned long unsent_bytes = 0;  // or not acknowledged yet
  unsigned long unread_bytes = 0;
};

// IPv4 and IPv6, of the network namespace that `pid` is in; empty when that process has gone.
std::vector<KernelSocket> kernel_sockets(Table table, pid_t pid);

}  // namespace ttcp::test

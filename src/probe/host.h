// SPDX-License-Identifier: MIT
// What this machine says of itself. Sources: uname(2), os-release(5), sched_getaffinity(2), tcp(7) and udp(7) for the
// sysctls. Threads: any; reads some thirty small files, a millisecond or less.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "model/host_facts.h"

namespace ttcp::probe {

// `program`: name and version of ourselves. `interface`: the one that the traffic uses; absent: unknown, and so is the
// link.
model::HostFacts read_host_facts(std::string program, std::optional<std::string> interface);

// The interface that a connected socket's packets leave by, told from its addresses: that of its own address, or the
// loopback where the far end is this machine as well. nullopt: not connected, or no interface has the address now.
std::optional<std::string> interface_of(int socket);

// "Debian GNU/Linux 12 (bookworm)": PRETTY_NAME, else NAME and VERSION_ID, of an os-release file.
std::optional<std::string> system_name(std::string_view os_release);

// "net.ipv4.tcp_rmem" is "net/ipv4/tcp_rmem" under /proc/sys (sysctl(8)).
std::string sysctl_path(std::string_view name);

}  // namespace ttcp::probe

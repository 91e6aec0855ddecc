// SPDX-License-Identifier: MIT
// What one end knows of the machine that it runs on. A value that can't be read is absent, never 0 or "".
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace ttcp::model {

// The interface that the test's traffic uses. Sources: /sys/class/net/IF (sysfs-class-net), netdevice(7).
struct LinkFacts {
  std::string name;                        // "eth0"
  std::optional<std::int64_t> mtu;         // bytes of an IP packet
  std::optional<std::int64_t> speed_mbps;  // absent where the driver doesn't tell or the figure means nothing
  std::optional<std::string> duplex;       // "full", "half"
  std::optional<bool> wireless;
  std::optional<bool> loopback;
  std::optional<bool> physical;           // has a device; false: veth, bridge, tunnel, VLAN
  std::optional<std::int64_t> vlan_tags;  // 802.1Q tags that this interface adds
  bool operator==(const LinkFacts&) const = default;
};

struct Sysctl {
  std::string name;   // "net.ipv4.tcp_rmem"
  std::string value;  // as /proc/sys has it, blanks made single: "4096 131072 6291456"
  bool operator==(const Sysctl&) const = default;
};

struct HostFacts {
  std::string name;                               // of the host, as it calls itself
  std::string program;                            // "ttcp 0.1.0"
  std::optional<std::string> system;              // "Debian GNU/Linux 12 (bookworm)"
  std::optional<std::string> kernel;              // "Linux 6.1.0-18-amd64"
  std::optional<std::string> architecture;        // "x86_64"
  std::optional<std::int64_t> cpus;               // that this process may use
  std::optional<std::string> congestion_control;  // the system's default
  std::optional<LinkFacts> link;
  std::vector<Sysctl> sysctls;  // those that bear on throughput and can be read
  bool operator==(const HostFacts&) const = default;
};

}  // namespace ttcp::model

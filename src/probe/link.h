// SPDX-License-Identifier: MIT
// What the kernel says of one network interface. Sources: sysfs-class-net and netdevice(7).
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "model/host_facts.h"

namespace ttcp::probe {

// The files of /sys/class/net/IF as they are, and what isn't in any of them. Absent: can't be read.
struct LinkValues {
  std::string name;
  std::optional<std::string> mtu, speed, duplex, uevent;
  std::optional<std::string> driver;  // the last part of the link device/driver
  bool has_device = false;            // device/ exists
  bool has_wireless = false;          // wireless/ or phy80211/ exists
  std::optional<bool> loopback;       // IFF_LOOPBACK
  int vlans_below = 0;                // VLAN interfaces that this one stands on
};

// Speed and duplex mean something only for real ports and what adds to them (VLAN, bond, bridge): a veth says 10 Gbit/s
// whatever it carries, and a driver of a virtual machine says what its host was told to claim.
model::LinkFacts link_facts(const LinkValues& values);

// "DEVTYPE=vlan" among the lines of a uevent file gives "vlan".
std::optional<std::string> device_type(std::string_view uevent);

// Where /sys shows another network namespace than ours, only what the interface's own calls tell is present.
model::LinkFacts read_link(const std::string& name);

}  // namespace ttcp::probe

// SPDX-License-Identifier: MIT
#include "probe/link.h"

#include <net/if.h>
#include <sys/ioctl.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstring>
#include <filesystem>
#include <system_error>

#include "base/owned_fd.h"
#include "probe/text_file.h"

namespace ttcp::probe {
namespace {
namespace fs = std::filesystem;

constexpr std::array<std::string_view, 6> kVirtualDrivers{"virtio_net", "vmxnet3",      "hv_netvsc",
                                                          "netvsc",     "xen-netfront", "vif"};
constexpr std::array<std::string_view, 4> kAddsToPorts{"vlan", "bond", "bridge", "team"};
constexpr int kDeepestVlan = 4;  // nobody stacks more; ends a loop that shouldn't be there

template <class List>
bool is_among(const List& list, std::string_view word) {
  return std::find(list.begin(), list.end(), word) != list.end();
}

std::optional<std::int64_t> positive(const std::optional<std::string>& text) {
  if (!text) return std::nullopt;
  std::int64_t value = 0;
  const auto [end, status] = std::from_chars(text->data(), text->data() + text->size(), value);
  if (status != std::errc() || end != text->data() + text->size() || value <= 0) return std::nullopt;
  return value;
}

bool tells_its_speed(const LinkValues& values, std::string_view type) {
  if (values.loopback.value_or(false) || values.has_wireless) return false;
  if (is_among(kAddsToPorts, type)) return true;
  return values.has_device && !is_among(kVirtualDrivers, values.driver.value_or(""));
}

ifreq request_of(const std::string& name) {
  ifreq request{};
  name.copy(request.ifr_name, sizeof request.ifr_name - 1);
  return request;
}

// The interface's own calls answer for our network namespace, whatever /sys shows.
void ask_the_interface(LinkValues& values) {
  const base::OwnedFd socket(::socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0));
  if (!socket.is_open()) return;
  ifreq request = request_of(values.name);
  if (::ioctl(socket.get(), SIOCGIFMTU, &request) == 0) values.mtu = std::to_string(request.ifr_mtu);
  request = request_of(values.name);
  if (::ioctl(socket.get(), SIOCGIFFLAGS, &request) == 0) values.loopback = (request.ifr_flags & IFF_LOOPBACK) != 0;
}

bool is_there(const fs::path& path) {
  std::error_code unimportant;
  return fs::exists(path, unimportant);
}

std::string device_type_at(const fs::path& link) {
  return device_type(read_text(link / "uevent").value_or("")).value_or("");
}

// The interface that a VLAN interface stands on: its one "lower_NAME" (sysfs-class-net).
std::optional<fs::path> lower_of(const fs::path& link) {
  std::error_code failed;
  fs::directory_iterator entry(link, failed);
  while (!failed && entry != fs::directory_iterator()) {
    const std::string name = entry->path().filename().string();
    if (name.starts_with("lower_")) return link.parent_path() / name.substr(6);
    entry.increment(failed);
  }
  return std::nullopt;
}

int vlans_below(const fs::path& link) {
  int count = 0;
  auto below = lower_of(link);
  while (below && count < kDeepestVlan && device_type_at(*below) == "vlan") {
    ++count;
    below = lower_of(*below);
  }
  return count;
}

}  // namespace

std::optional<std::string> device_type(std::string_view uevent) { return value_of_key(uevent, "DEVTYPE"); }

model::LinkFacts link_facts(const LinkValues& values) {
  model::LinkFacts facts;
  facts.name = values.name;
  facts.mtu = positive(values.mtu);
  facts.loopback = values.loopback;
  if (!values.uevent) return facts;  // nothing of /sys is known
  const std::string type = device_type(*values.uevent).value_or("");
  facts.physical = values.has_device;
  facts.wireless = values.has_wireless || type == "wlan";
  facts.vlan_tags = type == "vlan" ? 1 + values.vlans_below : 0;
  if (!tells_its_speed(values, type) || *facts.wireless) return facts;
  facts.speed_mbps = positive(values.speed);
  if (values.duplex == "full" || values.duplex == "half") facts.duplex = values.duplex;
  return facts;
}

model::LinkFacts read_link(const std::string& name) {
  LinkValues values;
  values.name = name;
  ask_the_interface(values);
  const fs::path link = fs::path("/sys/class/net") / name;
  const auto index = positive(read_text(link / "ifindex"));
  if (!index || *index != if_nametoindex(name.c_str())) return link_facts(values);
  values.speed = read_text(link / "speed");
  values.duplex = read_text(link / "duplex");
  values.uevent = read_text(link / "uevent");
  values.has_device = is_there(link / "device");
  values.has_wireless = is_there(link / "wireless") || is_there(link / "phy80211");
  std::error_code absent;
  const auto driver = fs::read_symlink(link / "device" / "driver", absent);
  if (!absent) values.driver = driver.filename().string();
  if (device_type(values.uevent.value_or("")) == "vlan") values.vlans_below = vlans_below(link);
  return link_facts(values);
}

}  // namespace ttcp::probe

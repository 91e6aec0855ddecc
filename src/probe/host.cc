// SPDX-License-Identifier: MIT
#include "probe/host.h"

#include <sched.h>
#include <sys/utsname.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <utility>

#include "probe/link.h"
#include "probe/text_file.h"

namespace ttcp::probe {
namespace {

// Those that bound or shape what a transfer can reach.
constexpr std::array<std::string_view, 25> kSysctls{
    "net.core.rmem_max",
    "net.core.wmem_max",
    "net.core.rmem_default",
    "net.core.wmem_default",
    "net.core.netdev_max_backlog",
    "net.core.netdev_budget",
    "net.core.default_qdisc",
    "net.core.busy_poll",
    "net.core.optmem_max",
    "net.ipv4.tcp_rmem",
    "net.ipv4.tcp_wmem",
    "net.ipv4.tcp_mem",
    "net.ipv4.udp_mem",
    "net.ipv4.tcp_moderate_rcvbuf",
    "net.ipv4.tcp_window_scaling",
    "net.ipv4.tcp_timestamps",
    "net.ipv4.tcp_sack",
    "net.ipv4.tcp_ecn",
    "net.ipv4.tcp_adv_win_scale",
    "net.ipv4.tcp_limit_output_bytes",
    "net.ipv4.tcp_notsent_lowat",
    "net.ipv4.tcp_slow_start_after_idle",
    "net.ipv4.tcp_no_metrics_save",
    "net.ipv4.tcp_mtu_probing",
    "net.ipv4.tcp_available_congestion_control",
};

std::optional<std::string> plain(const std::optional<std::string>& text) {
  if (!text) return std::nullopt;
  return one_plain_line(*text);
}

std::optional<std::string> read_sysctl(std::string_view name) {
  return plain(read_text(std::filesystem::path("/proc/sys") / sysctl_path(name)));
}

std::optional<std::string> read_system() {
  for (const char* path : {"/etc/os-release", "/usr/lib/os-release"}) {
    const auto text = read_text(path);
    if (text) return plain(system_name(*text));
  }
  return std::nullopt;
}

std::optional<std::int64_t> usable_cpus() {
  cpu_set_t set;
  CPU_ZERO(&set);
  // Fails with EINVAL on more than 1024 CPUs: unknown.
  if (::sched_getaffinity(0, sizeof set, &set) != 0) return std::nullopt;
  return CPU_COUNT(&set);
}

void take_uname(model::HostFacts& facts) {
  utsname names{};
  if (::uname(&names) != 0) return;
  facts.name = one_plain_line(names.nodename);
  facts.kernel = one_plain_line(std::string(names.sysname) + " " + names.release);
  facts.architecture = one_plain_line(names.machine);
}

}  // namespace

std::optional<std::string> system_name(std::string_view os_release) {
  if (auto pretty = value_of_key(os_release, "PRETTY_NAME")) return pretty;
  auto name = value_of_key(os_release, "NAME");
  const auto version = value_of_key(os_release, "VERSION_ID");
  if (name && version) *name += " " + *version;
  return name;
}

std::string sysctl_path(std::string_view name) {
  std::string path(name);
  std::replace(path.begin(), path.end(), '.', '/');
  return path;
}

model::HostFacts read_host_facts(std::string program, std::optional<std::string> interface) {
  model::HostFacts facts;
  facts.program = std::move(program);
  take_uname(facts);
  facts.system = read_system();
  facts.cpus = usable_cpus();
  facts.congestion_control = read_sysctl("net.ipv4.tcp_congestion_control");
  if (interface) facts.link = read_link(*interface);
  for (const auto name : kSysctls) {
    if (auto value = read_sysctl(name)) facts.sysctls.push_back({std::string(name), std::move(*value)});
  }
  return facts;
}

}  // namespace ttcp::probe

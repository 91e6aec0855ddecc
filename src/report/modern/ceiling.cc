// SPDX-License-Identifier: MIT
// What a direction's share of its ceiling is a share of.
#include "report/modern/ceiling.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <optional>

#include "report/human.h"

namespace ttcp::report::modern {
namespace {

using Number = std::optional<std::int64_t>;

Number smaller(Number a, Number b) { return a && b ? std::min(*a, *b) : a ? a : b; }

struct Links {
  Number speed_mbps, mtu, vlan_tags;
};

Links links_of(const model::TestRecord& record) {
  Links links;
  const auto look_at = [&links](const std::optional<model::LinkFacts>& link) {
    if (!link) return;
    // As stats/ceiling does: the speed of a bridge or a tunnel is made up.
    const bool carries = link->physical.value_or(false) || link->vlan_tags.value_or(0) > 0;
    if (carries) links.speed_mbps = smaller(links.speed_mbps, link->speed_mbps);
    links.mtu = smaller(links.mtu, link->mtu);
    if (link->vlan_tags) links.vlan_tags = std::max(links.vlan_tags.value_or(0), *link->vlan_tags);
  };
  look_at(record.near.link);
  if (record.far) look_at(record.far->link);
  return links;
}

const model::TcpFacts* tcp_of(const std::optional<model::EndView>& view) {
  if (!view) return nullptr;
  const auto found =
      std::ranges::find_if(view->flows, [](const model::FlowView& flow) { return flow.tcp.has_value(); });
  return found == view->flows.end() ? nullptr : &*found->tcp;
}

// "10 GbE", "2.5 GbE"; what is slower is called by its rate.
std::string link_name(std::int64_t mbps) {
  if (mbps < 1000) return fmt::format("{} Mbit/s Ethernet", mbps);
  const std::string rate = wished_rate(base::BitRate::bits_per_second(mbps * 1'000'000));
  return rate.substr(0, rate.find(' ')) + (mbps < 1'000'000 ? " GbE" : " TbE");
}

}  // namespace

std::string ceiling_words(const model::TestRecord& record, const model::DirectionRecord& result) {
  const Links links = links_of(record);
  const model::TcpFacts* tcp = tcp_of(result.sender) != nullptr ? tcp_of(result.sender) : tcp_of(result.receiver);
  std::string details;
  const auto add = [&details](const std::string& part) { details += (details.empty() ? "" : ", ") + part; };
  if (const Number mtu = smaller(links.mtu, tcp != nullptr ? tcp->path_mtu : Number{})) {
    add(fmt::format("MTU {}", *mtu));
  }
  if (record.peer_address.find(':') != std::string::npos) add("IPv6");
  if (result.granted.transport == model::Transport::udp) add("UDP");
  if (tcp != nullptr && tcp->timestamps) add(*tcp->timestamps ? "timestamps" : "no timestamps");
  if (links.vlan_tags.value_or(0) > 0) add("VLAN");
  const std::string what = links.speed_mbps && *links.speed_mbps > 0 ? link_name(*links.speed_mbps) : "the slower link";
  return fmt::format("of what {} carries{}", what, details.empty() ? "" : " (" + details + ")");
}

}  // namespace ttcp::report::modern

// SPDX-License-Identifier: MIT
// The most goodput that the slower end's link can carry.
#include "stats/ceiling.h"

#include <algorithm>

#include "stats/series.h"

namespace ttcp::stats {
namespace {

constexpr std::int64_t kAroundPacket = 38;   // preamble and SFD 8, header 14, FCS 4, gap 12
constexpr std::int64_t kTag = 4;             // 802.1Q
constexpr std::int64_t kShortestFrame = 84;  // 64, and preamble, SFD and gap
constexpr std::int64_t kTcpHeader = 20, kTimestamps = 12, kUdpHeader = 8, kFragmentHeader6 = 8;
constexpr std::int64_t kSmallestMtu = 68, kLargestMtu = 1'000'000, kLargestPayload = 65'535;
constexpr std::int64_t kFastestMbps = 100'000'000, kMostTags = 8;

std::int64_t ip_header(const PathShape& path) { return path.ipv6 ? 40 : 20; }

bool hides_its_speed(const std::optional<model::LinkFacts>& link) {
  return link && (link->wireless.value_or(false) || link->loopback.value_or(false));
}

std::int64_t tags_of(const model::LinkFacts& link) {
  return std::clamp<std::int64_t>(link.vlan_tags.value_or(0), 0, kMostTags);
}

std::optional<std::int64_t> speed_of(const std::optional<model::LinkFacts>& link) {
  if (!link || !link->speed_mbps) return std::nullopt;
  const bool carries = link->physical.value_or(false) || tags_of(*link) > 0;
  const bool is_sane = *link->speed_mbps > 0 && *link->speed_mbps <= kFastestMbps;
  return carries && is_sane ? link->speed_mbps : std::nullopt;
}

std::optional<std::int64_t> mtu_of(const PathShape& path) {
  std::optional<std::int64_t> smallest;
  for (const auto* link : {&path.near, &path.far}) {
    if (!*link || !(*link)->mtu || *(*link)->mtu < kSmallestMtu || *(*link)->mtu > kLargestMtu) continue;
    smallest = std::min(smallest.value_or(kLargestMtu), *(*link)->mtu);
  }
  return smallest;
}

// What one unit of payload costs: packets on the wire, and bytes of them at the IP layer.
struct Cost {
  std::int64_t payload = 0, packets = 1, ip_bytes = 0;
};

std::optional<Cost> tcp_cost(const PathShape& path) {
  const std::int64_t headers = ip_header(path) + kTcpHeader + (path.timestamps.value_or(true) ? kTimestamps : 0);
  std::int64_t payload = path.mss.value_or(0);
  if (!path.mss) payload = mtu_of(path).value_or(0) - headers;
  if (payload <= 0 || payload > kLargestPayload) return std::nullopt;
  return Cost{payload, 1, payload + headers};
}

std::optional<Cost> udp_cost(const PathShape& path) {
  const auto mtu = mtu_of(path);
  const std::int64_t room = mtu.value_or(0) - ip_header(path);  // for UDP's header and payload
  if (room <= kUdpHeader) return std::nullopt;
  const std::int64_t payload = path.datagram.value_or(std::min(room - kUdpHeader, kLargestPayload));
  if (payload <= 0 || payload > kLargestPayload) return std::nullopt;
  const std::int64_t whole = payload + kUdpHeader;
  if (whole <= room) return Cost{payload, 1, whole + ip_header(path)};
  const std::int64_t extra = path.ipv6 ? kFragmentHeader6 : 0;
  const std::int64_t piece = (room - extra) / 8 * 8;  // fragments are cut at multiples of 8 (RFC 791, RFC 8200)
  if (piece <= 0) return std::nullopt;
  const std::int64_t pieces = (whole + piece - 1) / piece;
  return Cost{payload, pieces, whole + pieces * (ip_header(path) + extra)};
}

// Bit/s on one link.
std::optional<long double> carried(const std::optional<model::LinkFacts>& link, const Cost& cost) {
  const auto speed = speed_of(link);
  if (!speed) return std::nullopt;
  const std::int64_t wire =
      std::max(cost.ip_bytes + cost.packets * (kAroundPacket + kTag * tags_of(*link)), cost.packets * kShortestFrame);
  return 1e6L * static_cast<long double>(*speed) * static_cast<long double>(cost.payload) /
         static_cast<long double>(wire);
}

}  // namespace

std::optional<base::BitRate> ceiling_of(const PathShape& path) {
  if (hides_its_speed(path.near) || hides_its_speed(path.far)) return std::nullopt;
  const auto cost = path.transport == model::Transport::tcp ? tcp_cost(path) : udp_cost(path);
  if (!cost) return std::nullopt;
  const auto near = carried(path.near, *cost), far = carried(path.far, *cost);
  if (!near && !far) return std::nullopt;
  const long double slower = std::min(near ? *near : *far, far ? *far : *near);
  return base::BitRate::bits_per_second(to_whole(slower));
}

}  // namespace ttcp::stats

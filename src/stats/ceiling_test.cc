// SPDX-License-Identifier: MIT
#include "stats/ceiling.h"

#include <gtest/gtest.h>

#include <limits>

namespace ttcp::stats {
namespace {
using model::LinkFacts;
using model::Transport;

constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();

LinkFacts ethernet(std::int64_t mbps, std::int64_t mtu) {
  LinkFacts link;
  link.name = "eth0";
  link.mtu = mtu;
  link.speed_mbps = mbps;
  link.physical = true;
  return link;
}

PathShape path(Transport transport, bool ipv6, bool timestamps, const LinkFacts& link) {
  PathShape shape;
  shape.transport = transport;
  shape.ipv6 = ipv6;
  shape.timestamps = timestamps;
  shape.near = link;
  shape.far = link;
  return shape;
}

double percent(const PathShape& shape, std::int64_t mbps) {
  return static_cast<double>(ceiling_of(shape).value().in_bits_per_second()) / (1e4 * static_cast<double>(mbps));
}

// The table of measurement.md, section 10.
struct Row {
  std::int64_t mtu;
  Transport transport;
  bool ipv6, timestamps;
  double untagged, tagged;  // percent
};

TEST(CeilingTest, IsWhatTheTableSays) {
  constexpr auto kTcp = Transport::tcp, kUdp = Transport::udp;
  for (const Row& row : {Row{1500, kTcp, false, true, 94.148, 93.904}, Row{1500, kTcp, false, false, 94.928, 94.682},
                         Row{1500, kTcp, true, true, 92.848, 92.607}, Row{1500, kTcp, true, false, 93.628, 93.385},
                         Row{1500, kUdp, false, true, 95.709, 95.460}, Row{1500, kUdp, true, true, 94.408, 94.163},
                         Row{9000, kTcp, false, true, 99.004, 98.960}, Row{9000, kTcp, true, false, 98.916, 98.872},
                         Row{9000, kUdp, false, true, 99.270, 99.226}}) {
    for (const std::int64_t mbps : {1000, 10000, 100000}) {
      LinkFacts link = ethernet(mbps, row.mtu);
      EXPECT_NEAR(percent(path(row.transport, row.ipv6, row.timestamps, link), mbps), row.untagged, 0.0006) << row.mtu;
      link.vlan_tags = 1;
      EXPECT_NEAR(percent(path(row.transport, row.ipv6, row.timestamps, link), mbps), row.tagged, 0.0006) << row.mtu;
    }
  }
}

TEST(CeilingTest, TheNegotiatedSegmentCountsMoreThanTheMtu) {
  auto shape = path(Transport::tcp, false, true, ethernet(1000, 1500));
  shape.mss = 1448;
  EXPECT_NEAR(percent(shape, 1000), 94.148, 0.001);
  shape.mss = 536;
  EXPECT_NEAR(percent(shape, 1000), 100.0 * 536 / (536 + 52 + 38), 0.001);
  shape.near->mtu.reset();
  shape.far.reset();
  EXPECT_NEAR(percent(shape, 1000), 100.0 * 536 / (536 + 52 + 38), 0.001);
}

TEST(CeilingTest, TheSlowerEndDecidesAndTheSmallerMtu) {
  auto shape = path(Transport::tcp, false, true, ethernet(10000, 9000));
  shape.far = ethernet(1000, 1500);
  EXPECT_NEAR(percent(shape, 1000), 94.148, 0.001);
  std::swap(shape.near, shape.far);
  EXPECT_NEAR(percent(shape, 1000), 94.148, 0.001);
}

TEST(CeilingTest, OneKnownLinkIsEnough) {
  auto shape = path(Transport::tcp, false, true, ethernet(1000, 1500));
  shape.far.reset();
  EXPECT_NEAR(percent(shape, 1000), 94.148, 0.001);
  LinkFacts virtio = ethernet(1, 1500);
  virtio.speed_mbps.reset();
  shape.far = virtio;
  EXPECT_NEAR(percent(shape, 1000), 94.148, 0.001);
}

TEST(CeilingTest, WhereNoSpeedMeansAnythingItIsUnknown) {
  EXPECT_FALSE(ceiling_of({}));
  const LinkFacts good = ethernet(1000, 1500);
  LinkFacts radio = good, loopback = good, veth = good, silent = good;
  radio.wireless = true;
  loopback.loopback = true;
  veth.physical = false;
  silent.physical.reset();
  for (const LinkFacts& link : {radio, loopback, veth, silent}) {
    EXPECT_FALSE(ceiling_of(path(Transport::tcp, false, true, link)));
  }
  auto shape = path(Transport::tcp, false, true, good);
  shape.far = radio;
  EXPECT_FALSE(ceiling_of(shape));
}

TEST(CeilingTest, AVlanHasTheSpeedOfItsCarrier) {
  LinkFacts vlan = ethernet(1000, 1500);
  vlan.physical = false;
  vlan.vlan_tags = 1;
  EXPECT_NEAR(percent(path(Transport::tcp, false, true, vlan), 1000), 93.904, 0.001);
}

TEST(CeilingTest, DatagramsOfAnySizeAreReckonedWithTheirFragments) {
  auto shape = path(Transport::udp, false, true, ethernet(1000, 1500));
  shape.datagram = 1000;
  EXPECT_NEAR(percent(shape, 1000), 100.0 * 1000 / 1066, 0.001);
  shape.datagram = 1;  // in a frame of 64 bytes
  EXPECT_NEAR(percent(shape, 1000), 100.0 / 84, 0.001);
  shape.datagram = 1473;  // 1480 and 1 bytes
  EXPECT_NEAR(percent(shape, 1000), 100.0 * 1473 / (1481 + 40 + 76), 0.001);
  shape.datagram = 65507;
  EXPECT_NEAR(percent(shape, 1000), 100.0 * 65507 / (65515 + 45 * 58), 0.001);
  shape.ipv6 = true;
  shape.datagram = 2000;  // 1448 and 560 bytes
  EXPECT_NEAR(percent(shape, 1000), 100.0 * 2000 / (2008 + 2 * (48 + 38)), 0.001);
}

TEST(CeilingTest, AbsurdFactsGiveNothingOrSomethingInRange) {
  for (const std::int64_t value :
       {-kMost, std::int64_t{-1}, std::int64_t{0}, std::int64_t{1}, std::int64_t{68}, kMost}) {
    for (const bool ipv6 : {false, true}) {
      for (const Transport transport : {Transport::tcp, Transport::udp}) {
        auto shape = path(transport, ipv6, true, ethernet(value, value));
        shape.near->vlan_tags = value;
        EXPECT_FALSE(ceiling_of(shape) && ceiling_of(shape)->in_bits_per_second() < 0);
        shape.near = ethernet(100000, 1500);
        shape.mss = value;
        shape.datagram = value;
        EXPECT_FALSE(ceiling_of(shape) && ceiling_of(shape)->in_bits_per_second() > 100'000'000'000);
      }
    }
  }
}

}  // namespace
}  // namespace ttcp::stats

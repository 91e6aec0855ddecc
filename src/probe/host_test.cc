// SPDX-License-Identifier: MIT
// Host and link facts from texts as Linux gives them, and of the machine that the test runs on.
#include "probe/host.h"

#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include "base/owned_fd.h"
#include "probe/link.h"
#include "probe/text_file.h"

namespace ttcp::probe {
namespace {

constexpr std::string_view kDebian =
    "PRETTY_NAME=\"Debian GNU/Linux 12 (bookworm)\"\nNAME=\"Debian GNU/Linux\"\nVERSION_ID=\"12\"\nID=debian\n";

LinkValues port() {
  LinkValues values;
  values.name = "eth0";
  values.mtu = "1500";
  values.speed = "1000";
  values.duplex = "full";
  values.uevent = "INTERFACE=eth0\nIFINDEX=2";
  values.driver = "e1000e";
  values.has_device = true;
  values.loopback = false;
  return values;
}

TEST(SystemNameTest, IsThePrettyNameOrNameAndVersion) {
  EXPECT_EQ(system_name(kDebian), "Debian GNU/Linux 12 (bookworm)");
  EXPECT_EQ(system_name("NAME=Alpine\nVERSION_ID=3.19.1\n"), "Alpine 3.19.1");
  EXPECT_EQ(system_name("NAME='Void Linux'\n"), "Void Linux");
  EXPECT_EQ(system_name("ID=x\n"), std::nullopt);
  EXPECT_EQ(system_name(""), std::nullopt);
}

TEST(KeyValueTest, OnlyTheWholeKeyCountsAndQuotesAndEscapesGo) {
  EXPECT_EQ(value_of_key("MY_NAME=a\nNAME_2=b\nNAME=\"c \\\"d\\\" \\$\"\n", "NAME"), "c \"d\" $");
  EXPECT_EQ(value_of_key("NAME=\n", "NAME"), std::nullopt);
  EXPECT_EQ(value_of_key("NAME=last", "NAME"), "last");
  EXPECT_EQ(value_of_key("NAME=\"", "NAME"), "\"");
}

TEST(PlainLineTest, BlanksBecomeOneAndWhatIsNotPrintableAQuestionMark) {
  EXPECT_EQ(one_plain_line("4096\t131072\t6291456\n"), "4096 131072 6291456");
  EXPECT_EQ(one_plain_line("\x1b[31mred\xff"), "?[31mred?");
  EXPECT_EQ(one_plain_line(std::string(1000, 'x')).size(), 256u);
  EXPECT_EQ(one_plain_line(" \n"), "");
}

TEST(SysctlTest, DotsOfTheNameAreTheSlashesOfThePath) {
  EXPECT_EQ(sysctl_path("net.ipv4.tcp_rmem"), "net/ipv4/tcp_rmem");
}

TEST(LinkFactsTest, ARealPortTellsMtuSpeedAndDuplex) {
  const auto facts = link_facts(port());
  EXPECT_EQ(facts.mtu, 1500);
  EXPECT_EQ(facts.speed_mbps, 1000);
  EXPECT_EQ(facts.duplex, "full");
  EXPECT_EQ(facts.physical, true);
  EXPECT_EQ(facts.wireless, false);
  EXPECT_EQ(facts.vlan_tags, 0);
}

TEST(LinkFactsTest, UnknownSpeedAndDuplexAreAbsentNotMinusOne) {
  for (const char* nothing : {"-1", "0", "", "fast", "10 ", "99999999999999999999"}) {
    auto values = port();
    values.speed = nothing;
    values.duplex = "unknown";
    EXPECT_EQ(link_facts(values).speed_mbps, std::nullopt) << nothing;
    EXPECT_EQ(link_facts(values).duplex, std::nullopt);
  }
}

TEST(LinkFactsTest, SpeedsThatDriversMakeUpAreAbsent) {
  auto veth = port();
  veth.has_device = false;
  veth.driver.reset();
  veth.speed = "10000";
  EXPECT_EQ(link_facts(veth).speed_mbps, std::nullopt);
  EXPECT_EQ(link_facts(veth).physical, false);
  auto virtio = port();
  virtio.driver = "virtio_net";
  EXPECT_EQ(link_facts(virtio).speed_mbps, std::nullopt);
  EXPECT_EQ(link_facts(virtio).physical, true);
}

TEST(LinkFactsTest, AWirelessPortHasNoSpeedThatMeansAnything) {
  auto values = port();
  values.uevent = "DEVTYPE=wlan\nINTERFACE=wlan0\nIFINDEX=3";
  EXPECT_EQ(link_facts(values).wireless, true);
  EXPECT_EQ(link_facts(values).speed_mbps, std::nullopt);
}

TEST(LinkFactsTest, AVlanHasThePortsSpeedAndItsTagsCountThoseBelow) {
  auto values = port();
  values.uevent = "DEVTYPE=vlan\nINTERFACE=eth0.5\nIFINDEX=7";
  values.has_device = false;
  EXPECT_EQ(link_facts(values).speed_mbps, 1000);
  EXPECT_EQ(link_facts(values).vlan_tags, 1);
  values.vlans_below = 1;
  EXPECT_EQ(link_facts(values).vlan_tags, 2);
}

TEST(LinkFactsTest, WithoutSysfsOnlyTheInterfacesOwnAnswersAreKnown) {
  auto values = port();
  values.uevent.reset();
  model::LinkFacts expected;
  expected.name = "eth0";
  expected.mtu = 1500;
  expected.loopback = false;
  EXPECT_EQ(link_facts(values), expected);
}

TEST(HostFactsTest, ThisMachineHasANameAKernelAndCpus) {
  const auto facts = read_host_facts("ttcp 0", "lo");
  EXPECT_FALSE(facts.name.empty());
  EXPECT_EQ(facts.program, "ttcp 0");
  ASSERT_TRUE(facts.kernel);
  EXPECT_TRUE(facts.kernel->starts_with("Linux "));
  EXPECT_GT(facts.cpus.value_or(0), 0);
  ASSERT_TRUE(facts.link);
  EXPECT_EQ(facts.link->loopback, true);
  EXPECT_EQ(facts.link->speed_mbps, std::nullopt);
  EXPECT_LE(facts.sysctls.size(), 64u);
}

TEST(HostFactsTest, AnInterfaceThatDoesNotExistHasNothingButItsName) {
  model::LinkFacts expected;
  expected.name = "nosuch0";
  EXPECT_EQ(read_link("nosuch0"), expected);
}

// A datagram socket "connects" without a packet and so has both of its addresses.
TEST(InterfaceOfTest, ASocketToThisMachineUsesTheLoopbackAndOneWithoutAddressesNone) {
  const base::OwnedFd socket(::socket(AF_INET, SOCK_DGRAM, 0));
  EXPECT_EQ(interface_of(socket.get()), std::nullopt);
  sockaddr_in far{};
  far.sin_family = AF_INET;
  far.sin_port = htons(9);
  far.sin_addr.s_addr = htonl(INADDR_LOOPBACK + 4);
  ASSERT_EQ(::connect(socket.get(), static_cast<sockaddr*>(static_cast<void*>(&far)), sizeof far), 0);
  EXPECT_EQ(interface_of(socket.get()), "lo");
  EXPECT_EQ(interface_of(-1), std::nullopt);
}

}  // namespace
}  // namespace ttcp::probe

// SPDX-License-Identifier: MIT
// Hosts and networks against what they must read as.
#include "cli/modern/addresses.h"

#include <gtest/gtest.h>

#include <utility>
#include <vector>

namespace ttcp::cli::modern {
namespace {

using model::Family;

constexpr std::string_view kNoHost = "neither a name nor an address such as lab2, lab2:5001, 192.0.2.7 or [::1]:5001";

TEST(FamilyTest, OnlyNumericAddressesHaveOne) {
  EXPECT_EQ(family_of("192.0.2.1"), Family::ipv4);
  EXPECT_EQ(family_of("::"), Family::ipv6);
  EXPECT_EQ(family_of("::ffff:192.0.2.1"), Family::ipv6);
  EXPECT_EQ(family_of("fe80::1%eth0"), Family::ipv6);
  for (const std::string_view text :
       {"", "lab2", "192.0.2", "192.0.2.256", "[::1]", "::1%", "192.0.2.1%eth0", "::1%a/b"}) {
    EXPECT_EQ(family_of(text), Family::any) << text;
  }
  EXPECT_EQ(family_of(std::string_view("::1\0x", 5)), Family::any);
}

TEST(PlaceTest, HostsAreNamesOrAddressesWithAPortOrWithout) {
  const std::vector<std::pair<std::string_view, Place>> rows{
      {"lab2", {"lab2", {}}},
      {"a.b-c_d.example", {"a.b-c_d.example", {}}},
      {"lab2:1", {"lab2", 1}},
      {"lab2:65535", {"lab2", 65535}},
      {"192.0.2.7", {"192.0.2.7", {}}},
      {"192.0.2.7:80", {"192.0.2.7", 80}},
      {"::1", {"::1", {}}},
      {"2001:db8::7", {"2001:db8::7", {}}},
      {"[::1]", {"::1", {}}},
      {"[::1]:80", {"::1", 80}},
      {"[fe80::1%eth0]:80", {"fe80::1%eth0", 80}},
      {"fe80::1%eth0", {"fe80::1%eth0", {}}},
      {"ttcp://lab2", {"lab2", {}}},
      {"TTCP://lab2:80/", {"lab2", 80}},
      {"ttcp://[::1]:80", {"::1", 80}},
  };
  for (const auto& [text, place] : rows) {
    const auto read = place_of(text);
    ASSERT_TRUE(read) << text << ": " << read.error().detail;
    EXPECT_EQ(*read, place) << text;
  }
}

TEST(PlaceTest, WhatIsNoHostIsRefused) {
  for (const std::string_view text : {":80", "a b", "-h", "a/b", "a@b", "a:b:c", "[lab2]", "[192.0.2.7]", "[::1",
                                      "[::1]80", "::1]", "ttcp://", "ttcp://a/b", "\xc3\xa4.example"}) {
    const auto place = place_of(text);
    ASSERT_FALSE(place) << text;
    EXPECT_TRUE(place.error().detail.ends_with(kNoHost)) << place.error().detail;
  }
  EXPECT_EQ(place_of("").error().detail, "HOST '': " + std::string(kNoHost));
  EXPECT_FALSE(place_of(std::string(254, 'a')));
  EXPECT_TRUE(place_of(std::string(253, 'a')));
}

TEST(PlaceTest, AWrongPortIsNamed) {
  EXPECT_EQ(place_of("h:").error().detail, "HOST h:: the port is not a whole number");
  EXPECT_EQ(place_of("h:0").error().detail, "HOST h:0: the port is out of range, 1 to 65535");
  EXPECT_EQ(place_of("[::1]:65536").error().detail, "HOST [::1]:65536: the port is out of range, 1 to 65535");
}

TEST(PlaceTest, OtherProgramsUrlsAreRefusedByName) {
  for (const std::string scheme : {"iperf3", "ndt7", "tcp", "nettp"}) {
    EXPECT_EQ(
        place_of(scheme + "://h").error().detail,
        "HOST " + scheme + "://h: this version doesn't measure against " + scheme + ":// yet, only against ttcp serve");
  }
  EXPECT_EQ(place_of("http://h").error().detail, "HOST http://h: no such kind of URL; ttcp://HOST[:PORT] is one");
}

TEST(NetworkTest, PrefixesAndSingleAddressesAreNetworks) {
  const std::vector<std::pair<std::string_view, model::Network>> rows{
      {"192.0.2.0/24", {"192.0.2.0", 24}},     {"192.0.2.7", {"192.0.2.7", 32}},
      {"192.0.2.7/32", {"192.0.2.7", 32}},     {"0.0.0.0/0", {"0.0.0.0", 0}},
      {"192.0.2.4/31", {"192.0.2.4", 31}},     {"2001:db8::/32", {"2001:db8::", 32}},
      {"2001:DB8:0::1", {"2001:db8::1", 128}}, {"::/0", {"::", 0}},
  };
  for (const auto& [text, network] : rows) {
    const auto read = network_of("--allow", text);
    ASSERT_TRUE(read) << text << ": " << read.error().detail;
    EXPECT_EQ(*read, network) << text;
  }
}

TEST(NetworkTest, WhatIsNoNetworkIsRefused) {
  const std::string none = ": not a network such as 192.0.2.0/24 or 2001:db8::/32, nor one address";
  const std::vector<std::pair<std::string_view, std::string>> rows{
      {"lab2", "--allow lab2" + none},
      {"192.0.2/24", "--allow 192.0.2/24" + none},
      {"fe80::1%eth0", "--allow fe80::1%eth0" + none},
      {"192.0.2.0/33", "--allow 192.0.2.0/33: the prefix is out of range, 0 to 32"},
      {"::/129", "--allow ::/129: the prefix is out of range, 0 to 128"},
      {"192.0.2.0/", "--allow 192.0.2.0/: the prefix is not a whole number"},
      {"192.0.2.0/255.255.255.0", "--allow 192.0.2.0/255.255.255.0: the prefix is not a whole number"},
      {"192.0.2.7/24", "--allow 192.0.2.7/24: has bits past its prefix; the network is 192.0.2.0/24"},
      {"2001:db8::1/33", "--allow 2001:db8::1/33: has bits past its prefix; the network is 2001:db8::/33"},
  };
  for (const auto& [text, message] : rows) {
    const auto read = network_of("--allow", text);
    ASSERT_FALSE(read) << text;
    EXPECT_EQ(read.error().detail, message);
  }
}

}  // namespace
}  // namespace ttcp::cli::modern

// SPDX-License-Identifier: MIT
// Token buckets on the veth ends of namespaces, and what they say of the packets that came by.
#pragma once

#include <cstdint>
#include <string>

#include "support/namespaces.h"

namespace ttcp::test {

// The kernel counts a packet with its 14 bytes of Ethernet header, each segment of a packet that is still to be cut
// (TSO) with headers of its own: so the ends may leave TSO on.
struct Bucket {
  std::int64_t bits_per_second = 0;
  std::int64_t burst_bytes = 0;  // what an idle or held-up bucket may make up for at once
  std::int64_t queue_bytes = 0;  // what waits; all beyond is dropped
};

// Everything that leaves there goes through a bucket (tc-tbf(8)). Empty: so it is from now on. Otherwise why not.
std::string shape(const Device& device, const Bucket& bucket);

// What a bucket of shape() has let through so far, in its own count.
std::int64_t bytes_through(const Device& device);

// Only IPv4 UDP packets of exactly this length, IP header included, go through a bucket (tc-htb(8)); the rest has a way
// of its own, so that no count below has anything else in it and nothing else is dropped.
std::string shape_datagrams(const Device& device, const Bucket& bucket, int ip_length);

// Of the datagrams of shape_datagrams().
struct Passed {
  std::int64_t packets = -1;
  std::int64_t dropped = -1;
};
Passed passed(const Device& device);

// A line of /proc/net/snmp, "Udp" in there: the whole namespace's, since it began.
std::int64_t udp_counter(const Surroundings& where, const std::string& name);

}  // namespace ttcp::test

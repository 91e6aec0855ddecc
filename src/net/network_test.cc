// SPDX-License-Identifier: MIT
#include "net/network.h"

#include <gtest/gtest.h>

namespace ttcp::net {
namespace {

Address address_of(const std::string& host) {
  model::Endpoint endpoint;
  endpoint.host = host;
  endpoint.port = 5001;
  return resolve(endpoint, model::Transport::tcp).value().front();
}

TEST(NetworkTest, AnAddressIsInItWhenItsFirstBitsAgree) {
  struct Row {
    model::Network network;
    const char* address;
    bool is_in;
  };
  for (const auto& [network, address, is_in] : {
           Row{{"192.0.2.0", 24}, "192.0.2.255", true},
           Row{{"192.0.2.0", 24}, "192.0.3.0", false},
           Row{{"192.0.2.77", 24}, "192.0.2.1", true},
           Row{{"192.0.2.128", 25}, "192.0.2.127", false},
           Row{{"192.0.2.128", 25}, "192.0.2.128", true},
           Row{{"192.0.2.1", 32}, "192.0.2.1", true},
           Row{{"192.0.2.1", 32}, "192.0.2.0", false},
           Row{{"0.0.0.0", 0}, "203.0.113.9", true},
           Row{{"0.0.0.0", 0}, "2001:db8::1", false},
           Row{{"2001:db8::", 32}, "2001:db8:ffff::1", true},
           Row{{"2001:db8::", 32}, "2001:db9::1", false},
           Row{{"2001:db8::1", 128}, "2001:db8::1", true},
           Row{{"::", 0}, "2001:db8::1", true},
           Row{{"::", 0}, "192.0.2.1", false},
           // An IPv4 peer of an IPv6 socket, and a network written that way.
           Row{{"192.0.2.0", 24}, "::ffff:192.0.2.9", true},
           Row{{"::", 0}, "::ffff:192.0.2.9", false},
           Row{{"::ffff:192.0.2.0", 120}, "192.0.2.9", true},
           // Not networks.
           Row{{"192.0.2.0", 33}, "192.0.2.0", false},
           Row{{"192.0.2.0", -1}, "192.0.2.0", false},
           Row{{"2001:db8::", 129}, "2001:db8::", false},
           Row{{"example.com", 0}, "192.0.2.0", false},
           Row{{"", 0}, "192.0.2.0", false},
       }) {
    EXPECT_EQ(contains(network, address_of(address)), is_in)
        << network.address << '/' << network.prefix << ' ' << address;
  }
}

}  // namespace
}  // namespace ttcp::net

// SPDX-License-Identifier: MIT
#include "net/network.h"

#include <arpa/inet.h>
#include <netinet/in.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>

namespace ttcp::net {
namespace {

// The first 96 bits of an IPv4-mapped IPv6 address. With it in front, IPv4 is a part of IPv6 and one rule does.
constexpr std::array<std::uint8_t, 12> kMapped{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff};
constexpr int kMappedBits = 96;
using Bits = std::array<std::uint8_t, 16>;

Bits mapped(const in_addr& v4) {
  Bits bits{};
  std::copy(kMapped.begin(), kMapped.end(), bits.begin());
  std::memcpy(bits.data() + kMapped.size(), &v4, sizeof v4);
  return bits;
}

std::optional<Bits> bits_of(const Address& address) {
  if (address.family() == AF_INET) {
    sockaddr_in v4{};
    std::memcpy(&v4, &address.storage, sizeof v4);
    return mapped(v4.sin_addr);
  }
  if (address.family() != AF_INET6) return std::nullopt;
  sockaddr_in6 v6{};
  std::memcpy(&v6, &address.storage, sizeof v6);
  Bits bits{};
  std::memcpy(bits.data(), &v6.sin6_addr, bits.size());
  return bits;
}

struct Prefix {
  Bits bits;
  int length;
};

std::optional<Prefix> prefix_of(const model::Network& network) {
  in_addr v4{};
  if (::inet_pton(AF_INET, network.address.c_str(), &v4) == 1) {
    if (network.prefix < 0 || network.prefix > 32) return std::nullopt;
    return Prefix{mapped(v4), kMappedBits + network.prefix};
  }
  Bits bits{};
  if (::inet_pton(AF_INET6, network.address.c_str(), bits.data()) != 1) return std::nullopt;
  if (network.prefix < 0 || network.prefix > 128) return std::nullopt;
  return Prefix{bits, network.prefix};
}

bool agree(const Bits& a, const Bits& b, int length) {
  const auto whole = static_cast<std::size_t>(length) / 8;
  if (!std::equal(a.begin(), a.begin() + static_cast<std::ptrdiff_t>(whole), b.begin())) return false;
  const int rest = length % 8;
  return rest == 0 || ((a[whole] ^ b[whole]) >> (8 - rest)) == 0;
}

}  // namespace

bool contains(const model::Network& network, const Address& address) {
  const auto prefix = prefix_of(network);
  const auto bits = bits_of(address);
  if (!prefix || !bits) return false;
  // "::/0" and its like are networks of IPv6: an IPv4 peer is not in them.
  const bool is_v4 = std::equal(kMapped.begin(), kMapped.end(), bits->begin());
  if (is_v4 && prefix->length < kMappedBits) return false;
  return agree(prefix->bits, *bits, prefix->length);
}

}  // namespace ttcp::net

// SPDX-License-Identifier: MIT
#include <ifaddrs.h>
#include <net/if.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include <array>
#include <cstdint>
#include <cstring>
#include <memory>

#include "probe/host.h"

namespace ttcp::probe {
namespace {

// An address of either family as 16 bytes; IPv4 in its mapped form (RFC 4291, 2.5.5.2).
using Bits = std::array<std::uint8_t, 16>;

std::optional<Bits> bits_of(const sockaddr* address) {
  if (address == nullptr) return std::nullopt;
  Bits bits{};
  if (address->sa_family == AF_INET) {
    sockaddr_in v4{};
    std::memcpy(&v4, address, sizeof v4);
    bits[10] = bits[11] = 0xff;
    std::memcpy(bits.data() + 12, &v4.sin_addr, sizeof v4.sin_addr);
    return bits;
  }
  if (address->sa_family != AF_INET6) return std::nullopt;
  sockaddr_in6 v6{};
  std::memcpy(&v6, address, sizeof v6);
  std::memcpy(bits.data(), &v6.sin6_addr, bits.size());
  return bits;
}

bool is_wildcard(const Bits& bits) {
  constexpr Bits kV4{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff, 0, 0, 0, 0};
  return bits == Bits{} || bits == kV4;
}

// Every address of 127.0.0.0/8 is the loopback's, though it lists only one.
bool is_loopback(const Bits& bits) {
  return bits[10] == 0xff && bits[11] == 0xff && bits[12] == 127 && bits[0] == 0 && bits[1] == 0;
}

struct Interfaces {
  std::unique_ptr<ifaddrs, decltype(&freeifaddrs)> list{nullptr, &freeifaddrs};

  template <class Holds>
  std::optional<std::string> first(Holds holds) const {
    for (const ifaddrs* entry = list.get(); entry != nullptr; entry = entry->ifa_next) {
      if (holds(*entry)) return entry->ifa_name;
    }
    return std::nullopt;
  }
  std::optional<std::string> with(const Bits& bits) const {
    return first([&bits](const ifaddrs& entry) { return bits_of(entry.ifa_addr) == bits; });
  }
  std::optional<std::string> loopback() const {
    return first([](const ifaddrs& entry) { return (entry.ifa_flags & IFF_LOOPBACK) != 0; });
  }
};

Interfaces read_interfaces() {
  Interfaces interfaces;
  ifaddrs* raw = nullptr;
  if (::getifaddrs(&raw) == 0) interfaces.list.reset(raw);
  return interfaces;
}

struct End {
  Bits bits{};
  unsigned scope = 0;  // index of the interface of a link-local IPv6 address; 0: not one
};

template <class Ask>
std::optional<End> ask_end(int socket, Ask ask) {
  sockaddr_storage storage{};
  socklen_t length = sizeof storage;
  auto* address = static_cast<sockaddr*>(static_cast<void*>(&storage));
  if (ask(socket, address, &length) != 0) return std::nullopt;
  const auto bits = bits_of(address);
  if (!bits || is_wildcard(*bits)) return std::nullopt;
  End end{*bits, 0};
  if (storage.ss_family == AF_INET6) {
    sockaddr_in6 v6{};
    std::memcpy(&v6, &storage, sizeof v6);
    end.scope = v6.sin6_scope_id;
  }
  return end;
}

std::optional<std::string> name_of(unsigned index) {
  std::array<char, IF_NAMESIZE> name{};
  if (::if_indextoname(index, name.data()) == nullptr) return std::nullopt;
  return name.data();
}

}  // namespace

std::optional<std::string> interface_of(int socket) {
  const auto own = ask_end(socket, ::getsockname);
  const auto peer = ask_end(socket, ::getpeername);
  if (!own) return std::nullopt;
  const auto interfaces = read_interfaces();
  const bool stays_here = is_loopback(own->bits) || (peer && interfaces.with(peer->bits));
  // Two of our interfaces may well have the same link-local address; the far end's then says nothing.
  if (stays_here && own->scope == 0) return interfaces.loopback();
  return own->scope != 0 ? name_of(own->scope) : interfaces.with(own->bits);
}

}  // namespace ttcp::probe

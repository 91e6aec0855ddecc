// SPDX-License-Identifier: MIT
#include "net/address.h"

#include <fmt/format.h>
#include <net/if.h>
#include <netdb.h>
#include <netinet/in.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <memory>

namespace ttcp::net {
namespace {

int family_number(model::Family family) {
  if (family == model::Family::ipv4) return AF_INET;
  return family == model::Family::ipv6 ? AF_INET6 : AF_UNSPEC;
}

template <class Kind>
Kind as(const Address& address) {
  Kind kind{};
  std::memcpy(&kind, &address.storage, sizeof kind);
  return kind;
}

Address unmapped(const Address& address) {
  if (address.family() != AF_INET6) return address;
  const auto v6 = as<sockaddr_in6>(address);
  if (!IN6_IS_ADDR_V4MAPPED(&v6.sin6_addr)) return address;
  sockaddr_in v4{};
  v4.sin_family = AF_INET;
  v4.sin_port = v6.sin6_port;
  std::memcpy(&v4.sin_addr, &v6.sin6_addr.s6_addr[12], sizeof v4.sin_addr);
  Address result;
  std::memcpy(&result.storage, &v4, sizeof v4);
  result.length = sizeof v4;
  return result;
}

base::Result<std::vector<Address>> look_up(const char* host, std::uint16_t port, addrinfo hints) {
  addrinfo* raw = nullptr;
  const std::string service = fmt::format("{}", port);
  const int status = getaddrinfo(host, service.c_str(), &hints, &raw);
  const std::unique_ptr<addrinfo, decltype(&freeaddrinfo)> list(raw, &freeaddrinfo);
  if (status != 0) {
    const char* why = status == EAI_SYSTEM ? std::strerror(errno) : gai_strerror(status);
    return base::Error{base::Error::Kind::resolve, "bad hostname", 0,
                       fmt::format("{}: {}", host == nullptr ? "any address" : host, why)};
  }
  std::vector<Address> found;
  for (const addrinfo* entry = list.get(); entry != nullptr; entry = entry->ai_next) {
    if (entry->ai_addrlen > sizeof(sockaddr_storage)) continue;
    Address address;
    std::memcpy(&address.storage, entry->ai_addr, entry->ai_addrlen);
    address.length = entry->ai_addrlen;
    found.push_back(address);
  }
  return found;
}

addrinfo hints_for(model::Family family, model::Transport transport, int flags) {
  addrinfo hints{};
  hints.ai_family = family_number(family);
  hints.ai_socktype = transport == model::Transport::tcp ? SOCK_STREAM : SOCK_DGRAM;
  hints.ai_flags = flags | AI_NUMERICSERV;
  return hints;
}

}  // namespace

std::string text_of(const Address& address, bool unmap) {
  const Address shown = unmap ? unmapped(address) : address;
  std::array<char, NI_MAXHOST> text{};
  if (getnameinfo(shown.get(), shown.length, text.data(), text.size(), nullptr, 0, NI_NUMERICHOST) != 0)
    return "unknown";
  return text.data();
}

std::uint16_t port_of(const Address& address) {
  return ntohs(address.family() == AF_INET6 ? as<sockaddr_in6>(address).sin6_port : as<sockaddr_in>(address).sin_port);
}

Address with_port(Address address, std::uint16_t port) {
  if (address.family() == AF_INET6) {
    auto v6 = as<sockaddr_in6>(address);
    v6.sin6_port = htons(port);
    std::memcpy(&address.storage, &v6, sizeof v6);
  } else {
    auto v4 = as<sockaddr_in>(address);
    v4.sin_port = htons(port);
    std::memcpy(&address.storage, &v4, sizeof v4);
  }
  return address;
}

bool is_ipv6(const Address& address) {
  const auto v6 = as<sockaddr_in6>(address);
  return address.family() == AF_INET6 && !IN6_IS_ADDR_V4MAPPED(&v6.sin6_addr);
}

bool is_same_host(const Address& one, const Address& other) { return text_of(one) == text_of(other); }

std::string endpoint_text(const Address& address) {
  const std::string text = text_of(address);
  return text.find(':') == std::string::npos ? fmt::format("{}:{}", text, port_of(address))
                                             : fmt::format("[{}]:{}", text, port_of(address));
}

base::Result<std::vector<Address>> resolve(const model::Endpoint& endpoint, model::Transport transport) {
  return look_up(endpoint.host.c_str(), endpoint.port, hints_for(endpoint.family, transport, 0));
}

base::Result<std::vector<Address>> resolve_own(const model::Endpoint& endpoint, model::Transport transport) {
  const char* host = endpoint.bind_address.empty() ? nullptr : endpoint.bind_address.c_str();
  const bool listens = endpoint.host.empty();
  auto found =
      look_up(host, listens ? endpoint.port : std::uint16_t{0}, hints_for(endpoint.family, transport, AI_PASSIVE));
  if (found) {
    std::stable_partition(found->begin(), found->end(), [](const Address& a) { return a.family() == AF_INET6; });
  }
  return found;
}

}  // namespace ttcp::net

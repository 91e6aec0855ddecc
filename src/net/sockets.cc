// SPDX-License-Identifier: MIT
#include "net/sockets.h"

#include <fmt/format.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>

#include <cerrno>
#include <fstream>

namespace ttcp::net {
namespace {

base::Result<void> set_int(int fd, int level, int option, int value, const char* attempt) {
  if (setsockopt(fd, level, option, &value, sizeof value) != 0) return base::os_error(attempt);
  return {};
}

std::string first_line_of(const char* path) {
  std::ifstream file(path);
  std::string line;
  std::getline(file, line);
  return line;
}

}  // namespace

base::Result<base::OwnedFd> open_socket(int family, model::Transport transport) {
  const int type = transport == model::Transport::tcp ? SOCK_STREAM : SOCK_DGRAM;
  base::OwnedFd fd(::socket(family, type | SOCK_NONBLOCK | SOCK_CLOEXEC, 0));
  if (!fd.is_open()) return base::os_error("socket");
  return fd;
}

base::Result<void> bind_socket(int fd, const Address& own, bool reuse) {
  if (reuse) {
    if (auto set = set_int(fd, SOL_SOCKET, SO_REUSEADDR, 1, "setsockopt"); !set) return set;
  }
  if (::bind(fd, own.get(), own.length) != 0) return base::os_error("bind", endpoint_text(own));
  return {};
}

base::Result<void> serve_both_families(int fd, bool both) {
  return set_int(fd, IPPROTO_IPV6, IPV6_V6ONLY, both ? 0 : 1, "setsockopt");
}

base::Result<Address> own_address(int fd) {
  Address address;
  if (getsockname(fd, address.get(), &address.length) != 0) return base::os_error("getsockname");
  return address;
}

base::Result<Address> peer_address(int fd) {
  Address address;
  if (getpeername(fd, address.get(), &address.length) != 0) return base::os_error("getpeername");
  return address;
}

base::Result<std::optional<std::string>> set_buffer(int fd, model::Role role, base::Bytes size) {
  const bool sends = role == model::Role::transmit;
  const int option = sends ? SO_SNDBUF : SO_RCVBUF;
  const char* attempt = sends ? "setsockopt: sndbuf" : "setsockopt: rcvbuf";
  if (auto set = set_int(fd, SOL_SOCKET, option, static_cast<int>(size.count()), attempt); !set) return set.error();
  int granted = 0;
  socklen_t length = sizeof granted;
  if (getsockopt(fd, SOL_SOCKET, option, &granted, &length) != 0) return base::os_error(attempt);
  // The kernel doubles what was asked, for its own bookkeeping (socket(7)); half of it is what the caller gets.
  const std::int64_t usable = granted / 2;
  if (usable >= size.count()) return std::optional<std::string>();
  return std::optional(fmt::format("asked for a socket buffer of {} bytes, the kernel gave {} (net.core.{}mem_max)",
                                   size.count(), usable, sends ? 'w' : 'r'));
}

base::Result<void> set_debug(int fd) { return set_int(fd, SOL_SOCKET, SO_DEBUG, 1, "setsockopt"); }

base::Result<void> set_no_delay(int fd) { return set_int(fd, IPPROTO_TCP, TCP_NODELAY, 1, "setsockopt: nodelay"); }

base::Result<void> set_congestion(int fd, const std::string& name) {
  if (setsockopt(fd, IPPROTO_TCP, TCP_CONGESTION, name.data(), static_cast<socklen_t>(name.size())) == 0) return {};
  if (errno != ENOENT && errno != EPERM) return base::os_error("setsockopt: congestion", name);
  const bool forbidden = errno == EPERM;
  const auto offer = first_line_of(forbidden ? "/proc/sys/net/ipv4/tcp_allowed_congestion_control"
                                             : "/proc/sys/net/ipv4/tcp_available_congestion_control");
  return base::Error{
      base::Error::Kind::system, "setsockopt: congestion", 0,
      fmt::format("'{}' is not {} here; choose one of: {}", name, forbidden ? "allowed" : "available", offer)};
}

base::Result<void> keep_alive(int fd) {
  struct Setting {
    int level, option, value;
  };
  for (const auto& [level, option, value] :
       {Setting{SOL_SOCKET, SO_KEEPALIVE, 1}, Setting{IPPROTO_TCP, TCP_KEEPIDLE, 15},
        Setting{IPPROTO_TCP, TCP_KEEPINTVL, 5}, Setting{IPPROTO_TCP, TCP_KEEPCNT, 3}}) {
    if (auto set = set_int(fd, level, option, value, "setsockopt"); !set) return set;
  }
  return {};
}

int pending_error(int fd) {
  int pending = 0;
  socklen_t length = sizeof pending;
  return getsockopt(fd, SOL_SOCKET, SO_ERROR, &pending, &length) == 0 ? pending : errno;
}

}  // namespace ttcp::net

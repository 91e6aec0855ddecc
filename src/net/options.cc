// SPDX-License-Identifier: MIT
#include "net/options.h"

#include <fmt/format.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/resource.h>
#include <sys/socket.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <limits>

#include "net/sockets.h"

namespace ttcp::net {
namespace {

struct Option {
  int level, name;
  const char* attempt;
};

template <class Value>
base::Result<void> set_option(int fd, const Option& option, Value value, std::string detail = "") {
  if (::setsockopt(fd, option.level, option.name, &value, sizeof value) != 0) {
    return base::os_error(option.attempt, std::move(detail));
  }
  return {};
}

int as_int(std::int64_t value) {
  constexpr std::int64_t kMost = std::numeric_limits<int>::max();
  return static_cast<int>(std::clamp<std::int64_t>(value, -kMost, kMost));
}

std::uint64_t paced_bytes_per_second(base::BitRate rate) {
  const std::int64_t payload = rate.in_bits_per_second() / 8;
  return static_cast<std::uint64_t>(std::max<std::int64_t>(payload + payload / 4, 1));
}

}  // namespace

base::Result<void> set_mss(int fd, std::int64_t bytes) {
  return set_option(fd, {IPPROTO_TCP, TCP_MAXSEG, "setsockopt: mss"}, as_int(bytes), fmt::format("{}", bytes));
}

base::Result<void> set_dscp(int fd, int family, int dscp) {
  const int traffic_class = dscp << 2;  // the two bits below are ECN's, which the kernel keeps for TCP
  const std::string detail = fmt::format("{}", dscp);
  if (family == AF_INET6) {
    auto set = set_option(fd, {IPPROTO_IPV6, IPV6_TCLASS, "setsockopt: dscp"}, traffic_class, detail);
    if (!set) return set;
  }
  return set_option(fd, {IPPROTO_IP, IP_TOS, "setsockopt: dscp"}, traffic_class, detail);
}

base::Result<void> set_pacing_rate(int fd, base::BitRate rate) {
  const std::uint64_t per_second = paced_bytes_per_second(rate);
  const Option option{SOL_SOCKET, SO_MAX_PACING_RATE, "setsockopt: pacing rate"};
  // Eight bytes since Linux 4.20; in the four of before, all ones mean "no limit".
  constexpr std::uint32_t kMost = std::numeric_limits<std::uint32_t>::max();
  if (per_second >= kMost) return set_option(fd, option, per_second);
  return set_option(fd, option, static_cast<std::uint32_t>(per_second));
}

bool is_paced(int fd, base::BitRate rate) {
  std::uint64_t per_second = 0;  // all ones: no limit
  socklen_t length = sizeof per_second;
  if (::getsockopt(fd, SOL_SOCKET, SO_MAX_PACING_RATE, &per_second, &length) != 0) return false;
  return length == sizeof per_second && per_second <= paced_bytes_per_second(rate);
}

base::Result<void> bind_to_device(int fd, const std::string& name) {
  if (::setsockopt(fd, SOL_SOCKET, SO_BINDTODEVICE, name.data(), static_cast<socklen_t>(name.size())) == 0) return {};
  return base::os_error("setsockopt: bind to device", name);
}

base::Result<void> share_port(int fd) {
  return set_option(fd, {SOL_SOCKET, SO_REUSEADDR, "setsockopt: share port"}, 1);
}

base::Result<void> ask_for_arrival_times(int fd) {
  return set_option(fd, {SOL_SOCKET, SO_TIMESTAMPNS, "setsockopt: arrival times"}, 1);
}

base::Result<std::vector<std::string>> set_both_buffers(int fd, base::Bytes size) {
  std::vector<std::string> notes;
  for (const auto role : {model::Role::transmit, model::Role::receive}) {
    auto note = set_buffer(fd, role, size);
    if (!note) return note.error();
    if (*note) notes.push_back(std::move(**note));
  }
  return notes;
}

base::Result<void> set_low_water(int fd, int bytes) {
  return set_option(fd, {SOL_SOCKET, SO_RCVLOWAT, "setsockopt: low water"}, bytes);
}

base::Result<void> abort_on_close(int fd) {
  return set_option(fd, {SOL_SOCKET, SO_LINGER, "setsockopt: linger"}, linger{1, 0});
}

base::Result<std::string> peek(int fd, std::size_t limit) {
  std::string seen(limit, '\0');
  while (true) {
    const ssize_t count = ::recv(fd, seen.data(), seen.size(), MSG_PEEK | MSG_DONTWAIT);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0 && errno != EAGAIN) return base::Error{base::Error::Kind::peer, "IO", errno, ""};
    seen.resize(static_cast<std::size_t>(std::max<ssize_t>(count, 0)));
    return seen;
  }
}

bool far_end_is_done(int fd) {
  pollfd state{fd, POLLRDHUP, 0};
  return ::poll(&state, 1, 0) > 0 && (state.revents & (POLLRDHUP | POLLHUP | POLLERR)) != 0;
}

base::Result<void> raise_descriptor_limit() {
  rlimit limit{};
  if (::getrlimit(RLIMIT_NOFILE, &limit) != 0) return base::os_error("getrlimit: descriptors");
  limit.rlim_cur = limit.rlim_max;
  if (::setrlimit(RLIMIT_NOFILE, &limit) != 0) return base::os_error("setrlimit: descriptors");
  return {};
}

}  // namespace ttcp::net

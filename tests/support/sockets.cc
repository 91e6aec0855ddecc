// SPDX-License-Identifier: MIT
#include "support/sockets.h"

#include <arpa/inet.h>
#include <linux/sockios.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <functional>
#include <memory>
#include <random>
#include <stdexcept>
#include <system_error>
#include <vector>

#include "support/kernel_sockets.h"

namespace ttcp::test {
namespace {

struct Address {
  sockaddr_storage storage{};
  socklen_t length = 0;
  const sockaddr* get() const { return static_cast<const sockaddr*>(static_cast<const void*>(&storage)); }
  sockaddr* get() { return static_cast<sockaddr*>(static_cast<void*>(&storage)); }
};

[[noreturn]] void fail(const char* what) { throw std::system_error(errno, std::system_category(), what); }

Address numeric(const std::string& host, std::uint16_t port) {
  addrinfo hints{};
  hints.ai_flags = AI_NUMERICHOST | AI_NUMERICSERV;
  hints.ai_socktype = SOCK_STREAM;
  addrinfo* raw = nullptr;
  if (getaddrinfo(host.c_str(), std::to_string(port).c_str(), &hints, &raw) != 0) {
    throw std::runtime_error("not a numeric address: " + host);
  }
  const std::unique_ptr<addrinfo, decltype(&freeaddrinfo)> found(raw, &freeaddrinfo);
  Address address;
  std::memcpy(&address.storage, found->ai_addr, found->ai_addrlen);
  address.length = found->ai_addrlen;
  return address;
}

base::OwnedFd open_socket(const Address& address, int type) {
  base::OwnedFd fd(::socket(address.storage.ss_family, type | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
  if (!fd.is_open()) fail("socket");
  return fd;
}

std::uint16_t port_of(const base::OwnedFd& fd, decltype(&::getsockname) ask = &::getsockname) {
  Address address;
  address.length = sizeof address.storage;
  if (ask(fd.get(), address.get(), &address.length) != 0) fail("getsockname or getpeername");
  // sin_port and sin6_port lie at the same place.
  sockaddr_in v4{};
  std::memcpy(&v4, &address.storage, sizeof v4);
  return ntohs(v4.sin_port);
}

// What waits in the receive queue of this end of a connection within this host.
unsigned long unread(std::uint16_t own, std::uint16_t far) {
  for (const auto& socket : kernel_sockets(Table::tcp, ::getpid())) {
    if (socket.own_port == own && socket.far_port == far) return socket.unread_bytes;
  }
  throw std::runtime_error("the far end has no such connection");
}

using Sockets = std::vector<KernelSocket>;

void await_kernel(Table table, const Deadline& deadline, const char* what,
                  const std::function<bool(const Sockets&)>& holds) {
  while (!holds(kernel_sockets(table, ::getpid()))) {
    if (deadline.is_over()) throw std::runtime_error(std::string("too late: ") + what);
    ::poll(nullptr, 0, 1);  // the tables can't be waited for
  }
}

void await(int fd, short events, const Deadline& deadline, const char* what) {
  pollfd waiting{fd, events, 0};
  if (::poll(&waiting, 1, deadline.left_ms()) == 0) throw std::runtime_error(std::string("too late: ") + what);
}

}  // namespace

TcpSocket::TcpSocket(base::OwnedFd fd) : fd_(std::move(fd)) {}

TcpSocket TcpSocket::connected_to(std::uint16_t port, const std::string& host) {
  const Address address = numeric(host, port);
  TcpSocket socket(open_socket(address, SOCK_STREAM));
  if (::connect(socket.fd(), address.get(), address.length) != 0 && errno != EINPROGRESS) fail("connect");
  await(socket.fd(), POLLOUT, Deadline(), "connect");
  int error = 0;
  socklen_t length = sizeof error;
  ::getsockopt(socket.fd(), SOL_SOCKET, SO_ERROR, &error, &length);
  errno = error;
  if (error != 0) fail("connect");
  return socket;
}

std::uint16_t TcpSocket::own_port() const { return port_of(fd_); }

bool TcpSocket::send(std::string_view bytes, Deadline deadline) {
  while (!bytes.empty()) {
    const ssize_t count = ::send(fd(), bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (count >= 0) {
      bytes.remove_prefix(static_cast<std::size_t>(count));
    } else if (errno == EAGAIN) {
      await(fd(), POLLOUT, deadline, "room to send");
    } else {
      return false;
    }
  }
  return true;
}

std::string TcpSocket::receive(std::size_t most, Deadline deadline) {
  std::string bytes(most, '\0');
  while (true) {
    const ssize_t count = ::recv(fd(), bytes.data(), bytes.size(), 0);
    if (count >= 0) {
      bytes.resize(static_cast<std::size_t>(count));
      return bytes;
    }
    if (errno != EAGAIN) fail("recv");
    await(fd(), POLLIN, deadline, "bytes from the far end");
  }
}

int TcpSocket::unread_bytes() const {
  int count = 0;
  if (::ioctl(fd(), SIOCINQ, &count) != 0) fail("SIOCINQ");
  return count;
}

std::string TcpSocket::receive_exactly(std::size_t length, Deadline deadline) {
  std::string all;
  while (all.size() < length) {
    const std::string chunk = receive(length - all.size(), deadline);
    if (chunk.empty()) break;
    all += chunk;
  }
  return all;
}

std::string TcpSocket::receive_all(Deadline deadline) {
  constexpr std::size_t kChunk = 1 << 16;
  std::string all;
  while (true) {
    const std::string chunk = receive(kChunk, deadline);
    if (chunk.empty()) return all;
    all += chunk;
  }
}

void TcpSocket::send_no_more() { ::shutdown(fd(), SHUT_WR); }

void TcpSocket::reset() {
  const linger abort{1, 0};
  ::setsockopt(fd(), SOL_SOCKET, SO_LINGER, &abort, sizeof abort);
  close();
}

void TcpSocket::wait_until_read(Deadline deadline) {
  const std::uint16_t own = port_of(fd_);
  const std::uint16_t far = port_of(fd_, &::getpeername);
  int in_flight = 1;
  while (in_flight != 0 || unread(far, own) != 0) {
    if (::ioctl(fd(), SIOCOUTQ, &in_flight) != 0) fail("SIOCOUTQ");
    if (deadline.is_over()) throw std::runtime_error("too late: the far end reads");
    ::poll(nullptr, 0, 1);
  }
}

void TcpSocket::set_receive_buffer(int bytes) {
  if (::setsockopt(fd(), SOL_SOCKET, SO_RCVBUF, &bytes, sizeof bytes) != 0) fail("SO_RCVBUF");
}

TcpListener::TcpListener(const std::string& address) {
  const Address own = numeric(address, 0);
  fd_ = open_socket(own, SOCK_STREAM);
  if (::bind(fd_.get(), own.get(), own.length) != 0) fail("bind");
  if (::listen(fd_.get(), 1) != 0) fail("listen");
  port_ = port_of(fd_);
}

TcpSocket TcpListener::accept(Deadline deadline) {
  await(fd_.get(), POLLIN, deadline, "a connection");
  base::OwnedFd fd(::accept4(fd_.get(), nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK));
  if (!fd.is_open()) fail("accept");
  return TcpSocket(std::move(fd));
}

UdpSocket::UdpSocket(const std::string& address) {
  const Address own = numeric(address, 0);
  fd_ = open_socket(own, SOCK_DGRAM);
  if (::bind(fd_.get(), own.get(), own.length) != 0) fail("bind");
  port_ = port_of(fd_);
}

void UdpSocket::send_to(std::uint16_t port, std::string_view datagram) {
  const Address far = numeric("127.0.0.1", port);
  if (::sendto(fd_.get(), datagram.data(), datagram.size(), 0, far.get(), far.length) < 0) fail("sendto");
}

std::string UdpSocket::receive(Deadline deadline) {
  while (true) {
    if (auto datagram = receive_now()) return *datagram;
    await(fd_.get(), POLLIN, deadline, "a datagram");
  }
}

std::optional<std::string> UdpSocket::receive_now() {
  std::string datagram(65536, '\0');
  const ssize_t count = ::recv(fd_.get(), datagram.data(), datagram.size(), 0);
  if (count < 0 && errno == EAGAIN) return std::nullopt;
  if (count < 0) fail("recv");
  datagram.resize(static_cast<std::size_t>(count));
  return datagram;
}

void UdpSocket::wait_until_read(std::uint16_t port, Deadline deadline) {
  await_kernel(Table::udp, deadline, "the far end reads", [port](const Sockets& sockets) {
    return std::none_of(sockets.begin(), sockets.end(), [port](const KernelSocket& socket) {
      return socket.own_port == port && socket.unread_bytes > 0;
    });
  });
}

bool has_address(const std::string& address) {
  const Address own = numeric(address, 0);
  const base::OwnedFd fd(::socket(own.storage.ss_family, SOCK_STREAM | SOCK_CLOEXEC, 0));
  return fd.is_open() && ::bind(fd.get(), own.get(), own.length) == 0;
}

std::uint16_t free_port() {
  std::random_device random;
  constexpr std::uint16_t kLowest = 20000;
  constexpr std::uint16_t kHighest = 29999;  // the kernel's own range starts at 32768 (ip_local_port_range)
  std::uniform_int_distribution<std::uint16_t> any(kLowest, kHighest);
  for (int attempt = 0; attempt < 1000; ++attempt) {
    const Address own = numeric("0.0.0.0", any(random));
    const base::OwnedFd fd = open_socket(own, SOCK_STREAM);
    if (::bind(fd.get(), own.get(), own.length) == 0) return port_of(fd);
  }
  throw std::runtime_error("no free port");
}

void wait_for_payload(std::uint16_t port, Deadline deadline) {
  constexpr unsigned long kMoreThanAGreeting = 4096;
  await_kernel(Table::tcp, deadline, "payload under way", [port](const Sockets& sockets) {
    return std::any_of(sockets.begin(), sockets.end(), [port](const KernelSocket& socket) {
      return socket.far_port == port && socket.unsent_bytes > kMoreThanAGreeting;
    });
  });
}

void wait_for_listener(std::uint16_t port, Deadline deadline) {
  await_kernel(Table::tcp, deadline, "a listener", [port](const Sockets& sockets) {
    return std::any_of(sockets.begin(), sockets.end(),
                       [port](const KernelSocket& socket) { return socket.listens && socket.own_port == port; });
  });
}

}  // namespace ttcp::test

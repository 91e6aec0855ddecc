// SPDX-License-Identifier: MIT
// The other end of a test, written by hand: TCP connections, a listener, a UDP socket. Every wait has a deadline; what
// the system refuses, or what comes too late, is an exception.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/owned_fd.h"
#include "support/deadline.h"

namespace ttcp::test {

class TcpSocket {
 public:
  explicit TcpSocket(base::OwnedFd fd);
  static TcpSocket connected_to(std::uint16_t port, const std::string& host = "127.0.0.1");

  int fd() const { return fd_.get(); }
  std::uint16_t own_port() const;
  // False: the far end has reset or closed the connection.
  bool send(std::string_view bytes, Deadline deadline = Deadline());
  // At most `most` bytes, as soon as there are any; empty: the far end has closed. Throws on a reset.
  std::string receive(std::size_t most, Deadline deadline = Deadline());
  int unread_bytes() const;  // that have come and wait here
  // Exactly `length` bytes, or less where the far end closes before.
  std::string receive_exactly(std::size_t length, Deadline deadline = Deadline());
  std::string receive_all(Deadline deadline = Deadline());
  void send_no_more();
  // Until the program at the far end, on this host, has taken everything that was sent out of its kernel's queue.
  void wait_until_read(Deadline deadline = Deadline());
  void close() { fd_.reset(); }
  void reset();  // closes with RST
  void set_receive_buffer(int bytes);

 private:
  base::OwnedFd fd_;
};

class TcpListener {
 public:
  explicit TcpListener(const std::string& address = "127.0.0.1");
  std::uint16_t port() const { return port_; }
  int fd() const { return fd_.get(); }  // readable when a connection waits
  TcpSocket accept(Deadline deadline = Deadline());

 private:
  base::OwnedFd fd_;
  std::uint16_t port_ = 0;
};

class UdpSocket {
 public:
  // Bound to a free port of an IPv4 address.
  explicit UdpSocket(const std::string& address = "127.0.0.1");
  std::uint16_t port() const { return port_; }
  void send_to(std::uint16_t port, std::string_view datagram);
  std::string receive(Deadline deadline = Deadline());
  // Until the program that is bound to `port` of this host has taken everything out of its kernel's queue.
  static void wait_until_read(std::uint16_t port, Deadline deadline = Deadline());
  // A datagram that is there already.
  std::optional<std::string> receive_now();

 private:
  base::OwnedFd fd_;
  std::uint16_t port_ = 0;
};

// Whether `address` can be bound here.
bool has_address(const std::string& address);

// A port that was free a moment ago, for programs that must be told one. Outside the kernel's own range, so that
// nothing that asks for "any port" gets it meanwhile.
std::uint16_t free_port();

// Until payload is under way to that TCP port of this host: more than any greeting of a protocol.
void wait_for_payload(std::uint16_t port, Deadline deadline = Deadline());

// Until something on this host listens on that TCP port.
void wait_for_listener(std::uint16_t port, Deadline deadline = Deadline());

}  // namespace ttcp::test

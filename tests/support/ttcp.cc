// SPDX-License-Identifier: MIT
#include "support/ttcp.h"

#include <algorithm>
#include <string>

#include "support/kernel_sockets.h"

namespace ttcp::test {
namespace {

std::vector<std::string> with_binary(const std::vector<std::string>& arguments) {
  std::vector<std::string> command{ttcp_binary()};
  command.insert(command.end(), arguments.begin(), arguments.end());
  return command;
}

// The number behind the last `mark` of the first finished line that has one; 0: none yet.
std::uint16_t port_in(const std::string& text) {
  for (const std::string_view mark : {"port=", "listening on "}) {
    std::size_t at = text.find(mark);
    const std::size_t end = text.find('\n', at == std::string::npos ? text.size() : at);
    if (at == std::string::npos || end == std::string::npos) continue;
    at += mark.size();
    if (mark != "port=") at = text.rfind(':', end) + 1;
    return static_cast<std::uint16_t>(std::stoul(text.substr(at, end - at)));
  }
  return 0;
}

}  // namespace

std::string ttcp_binary() { return TTCP_BINARY; }

Ttcp::Ttcp(const std::vector<std::string>& arguments, Io io)
    : Child(with_binary(arguments), std::move(io)),
      is_udp_(std::any_of(arguments.begin(), arguments.end(), [](const std::string& word) {
        return word.size() > 1 && word[0] == '-' && word[1] != '-' && word.find('u') != std::string::npos;
      })) {}

std::uint16_t Ttcp::port() {
  std::uint16_t port = 0;
  const auto is_told = [&] {
    port = port_in(out());
    if (port == 0) port = port_in(err());
    return port != 0;
  };
  wait_until(is_told, "a line with the port");
  // The banner of a classic receiver is older than its socket, so the kernel is asked, too.
  wait_until([&] { return has_socket_on(port); }, "a socket on port " + std::to_string(port));
  return port;
}

bool Ttcp::has_socket_on(std::uint16_t port) const {
  const auto sockets = kernel_sockets(is_udp_ ? Table::udp : Table::tcp, pid());
  return std::any_of(sockets.begin(), sockets.end(), [&](const KernelSocket& socket) {
    return socket.own_port == port && (is_udp_ || socket.listens);
  });
}

std::vector<std::string> to_port(std::vector<std::string> options, std::uint16_t port, const std::string& host) {
  options.insert(options.end(), {"-p", std::to_string(port), host});
  return options;
}

Finished run_ttcp(const std::vector<std::string>& arguments, Io io) {
  Ttcp program(arguments, std::move(io));
  const Ended ended = program.wait();
  return {ended, program.out(), program.err()};
}

}  // namespace ttcp::test

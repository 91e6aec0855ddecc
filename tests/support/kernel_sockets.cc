// SPDX-License-Identifier: MIT
#include "support/kernel_sockets.h"

#include <fstream>

namespace ttcp::test {
namespace {

unsigned long hexadecimal_behind_colon(const std::string& text) {
  return std::stoul(text.substr(text.rfind(':') + 1), nullptr, 16);
}

}  // namespace

std::vector<KernelSocket> kernel_sockets(Table table, pid_t pid) {
  constexpr const char* kListen = "0A";  // linux/include/net/tcp_states.h
  std::vector<KernelSocket> found;
  const std::string path = "/proc/" + std::to_string(pid) + (table == Table::tcp ? "/net/tcp" : "/net/udp");
  for (const std::string family : {"", "6"}) {
    std::ifstream lines(path + family);
    std::string rest;
    std::getline(lines, rest);
    for (std::string slot, own, far, state, queues; lines >> slot >> own >> far >> state >> queues;) {
      std::getline(lines, rest);
      found.push_back({static_cast<std::uint16_t>(hexadecimal_behind_colon(own)),
                       static_cast<std::uint16_t>(hexadecimal_behind_colon(far)), state == kListen,
                       std::stoul(queues, nullptr, 16), hexadecimal_behind_colon(queues)});
    }
  }
  return found;
}

}  // namespace ttcp::test

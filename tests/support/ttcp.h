// SPDX-License-Identifier: MIT
// The program under test, and what it prints.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "support/child.h"

namespace ttcp::test {

// The built binary.
std::string ttcp_binary();

class Ttcp : public Child {
 public:
  explicit Ttcp(const std::vector<std::string>& arguments, Io io = {});

  // Of a classic receiver or a nettp server that was started with `-p 0`: the port in its banner, once the kernel has
  // it in its tables (with TCP: listening). Works for one inside a network namespace too.
  std::uint16_t port();

 private:
  bool has_socket_on(std::uint16_t port) const;
  bool is_udp_ = false;
};

// "127.0.0.1:5001" as the options of a transmitter: `-p PORT HOST` after `options`.
std::vector<std::string> to_port(std::vector<std::string> options, std::uint16_t port,
                                 const std::string& host = "127.0.0.1");

struct Finished {
  Ended ended;
  std::string out;
  std::string err;
};
// Runs the program to its end.
Finished run_ttcp(const std::vector<std::string>& arguments, Io io = {});

}  // namespace ttcp::test

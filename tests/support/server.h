// SPDX-License-Identifier: MIT
// A running `ttcp serve` on a free port of one address, and what it says of its tests.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "support/ttcp.h"

namespace ttcp::test {

class Server {
 public:
  // Listens before this returns; `address` as --listen takes it: "127.0.0.1", "[::1]". With "--json-lines" in `options`
  // its lines are events; "--quiet" hides the port, so it is refused. Killed when this object goes.
  explicit Server(const std::vector<std::string>& options = {}, const std::string& address = "127.0.0.1", Io io = {});

  std::uint16_t port() const { return port_; }
  // "127.0.0.1:34135", the HOST of a client.
  std::string endpoint() const { return address_ + ":" + std::to_string(port_); }
  pid_t pid() const { return program_.pid(); }
  void signal(int number) { program_.signal(number); }
  // Everything it has printed until now.
  const std::string& out() const { return program_.out(); }
  const std::string& err() const { return program_.err(); }
  // The first log line that contains `words`, waited for if need be. Throws when it doesn't come.
  std::string line_with(std::string_view words, Deadline deadline = Deadline());
  // The end that comes without being asked for (--once), or that was asked for with signal().
  Ended wait(Deadline deadline = Deadline()) { return program_.wait(deadline); }
  // SIGTERM and the end; its whole standard output. Expects exit status 0 and nothing on standard error.
  std::string stop();
  std::string transcript() const { return program_.transcript(); }
  Ttcp& program() { return program_; }

 private:
  std::string address_;
  Ttcp program_;
  std::uint16_t port_ = 0;
};

// `ttcp test` with these options against the server, to its end; without the idle latency, which only takes time, and
// with a congestion control that every Linux has, so that a host's default changes nothing.
Finished measure(const Server& server, std::vector<std::string> options, Io io = {});

// Exactly these words behind `test`.
Finished run_test(std::vector<std::string> words, Io io = {});

}  // namespace ttcp::test

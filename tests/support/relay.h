// SPDX-License-Identifier: MIT
// Stands between a client and a server, passes everything on, and breaks what a test wants broken.
#pragma once

#include <atomic>
#include <cstdint>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "support/sockets.h"

namespace ttcp::test {

// Works on a thread of its own until it goes.
class Relay {
 public:
  explicit Relay(std::uint16_t server);
  Relay(const Relay&) = delete;
  Relay& operator=(const Relay&) = delete;
  ~Relay();

  std::uint16_t port() const { return listener_.port(); }
  // Resets, towards both ends, the oldest connection whose first bytes are `opening` and that isn't reset yet.
  void reset(std::string_view opening);
  // From now on nothing is passed on and nothing is closed: a cable that was pulled.
  void go_silent() { silent_ = true; }

 private:
  struct Half {
    std::string first;  // bytes that came, for telling connections apart
    std::string held;   // taken and not passed on yet
    bool ended = false;
  };
  struct Way {
    TcpSocket near, far;
    Half up, down;
    bool is_over = false;
  };
  void work();
  void serve(Way& way);
  // False: the connection is broken.
  bool shift(const TcpSocket& from, const TcpSocket& to, Half& half);

  TcpListener listener_;
  std::uint16_t server_;
  std::mutex mutex_;  // of ways_
  std::vector<Way> ways_;
  std::atomic<bool> silent_ = false;
  std::atomic<bool> leaving_ = false;
  std::thread thread_;
};

}  // namespace ttcp::test

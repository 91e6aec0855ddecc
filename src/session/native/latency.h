// SPDX-License-Identifier: MIT
// Application round trips on a connection of their own, on schedule: the client's prober and the server's echo.
#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <memory>
#include <optional>
#include <stop_token>
#include <vector>

#include "base/error.h"
#include "base/owned_fd.h"
#include "base/units.h"
#include "model/test_record.h"

namespace ttcp::session::native {

// Probes from start() to its end. Threads: the Asio thread alone. Kept by shared_ptr, because its loop may outlive the
// test by a moment.
class LatencyProbe {
 public:
  // `socket`: connected, its preface sent. The loop begins at once and ends when the probe is destroyed or the
  // connection breaks.
  LatencyProbe(const boost::asio::any_io_executor& executor, base::OwnedFd socket);
  ~LatencyProbe();
  LatencyProbe(const LatencyProbe&) = delete;
  LatencyProbe& operator=(const LatencyProbe&) = delete;

  // What came since the last call, in order of arrival, and how many requests are without a reply.
  struct Harvest {
    std::vector<base::Duration> times;
    std::int64_t outstanding = 0;
  };
  Harvest harvest();
  // The same, left where it is.
  const std::vector<base::Duration>& times() const;
  std::optional<base::Duration> newest() const;
  bool is_alive() const;

 private:
  struct State;
  static boost::asio::awaitable<void> run(std::shared_ptr<State> state);
  std::shared_ptr<State> state_;
};

// Sends back whatever comes until the far end closes, or `stop`.
boost::asio::awaitable<void> echo(base::OwnedFd socket, std::stop_token stop);

}  // namespace ttcp::session::native

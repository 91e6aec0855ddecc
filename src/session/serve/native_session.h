// SPDX-License-Identifier: MIT
// One `ttcp test` client at the server, from its hello to its bye. Private to session/serve.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "model/test_record.h"
#include "net/address.h"
#include "net/timed.h"
#include "session/native/control.h"
#include "session/native/flows.h"
#include "session/serve/house.h"
#include "wire/native/datagram.h"
#include "wire/native/preface.h"

namespace ttcp::session::serve {

// Threads: the Asio thread alone.
class NativeSession : public std::enable_shared_from_this<NativeSession> {
 public:
  // `accepted` is the control connection; its preface has been read.
  NativeSession(std::shared_ptr<House> house, net::Accepted accepted);

  boost::asio::awaitable<void> serve();

  // A data connection of the run that is being prepared. Closes it when nobody waits for it.
  void attach(const wire::native::Preface& preface, net::Accepted accepted);
  // A hello datagram that came to `listener` from `peer`: makes a connected socket on the same port. The server sends
  // UDP to the host of the control connection alone, and there to the port that knew the token.
  void attach(const wire::native::HelloDatagram& hello, const net::Address& peer, const net::Address& listener);
  const std::string& token() const { return token_; }
  const net::Address& peer() const { return peer_; }
  // Probe connections live as long as this.
  std::stop_token stop() const { return over_.get_token(); }

 private:
  boost::asio::awaitable<bool> admit();
  boost::asio::awaitable<void> serve_runs();
  boost::asio::awaitable<bool> serve_run(const wire::native::Prepare& asked);
  boost::asio::awaitable<bool> await_flows();
  boost::asio::awaitable<bool> await_go();
  boost::asio::awaitable<void> move_payload();
  bool prepare(const wire::native::Prepare& asked);
  bool is_expected(int stream, model::Direction direction) const;
  void add(int stream, model::Direction direction, base::OwnedFd socket);
  void refuse(std::string_view kind, std::string sentence);
  void conclude();
  void tell_why_no_test();
  std::size_t flows_wanted() const;

  std::shared_ptr<House> house_;
  net::Address peer_;
  net::Address own_;  // of the control connection
  std::shared_ptr<native::Control> control_;
  std::stop_source over_;
  base::TimePoint started_ = base::now();
  model::TestRecord record_;
  std::string token_;      // of the run whose flows are awaited; UDP
  std::string run_token_;  // the same once they have come
  int run_ = 0;
  model::Traffic asked_;
  model::RunPlan granted_;
  std::vector<native::FlowSocket> sockets_;
  std::optional<base::Error> attach_failure_;
};

}  // namespace ttcp::session::serve

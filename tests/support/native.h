// SPDX-License-Identifier: MIT
// The native protocol spoken by hand, for what our own ends never do: docs/protocols/native.md. Knows frames and
// connections, and keeps no order.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "support/sockets.h"

namespace ttcp::test {

using Json = nlohmann::json;

std::string native_frame(const std::string& json);

// One end of a control connection. It says no "alive" by itself: it is for conversations of less than 3 s.
class NativeTalk {
 public:
  // A client: connects and says its preface.
  static NativeTalk to_server(std::uint16_t port, const std::string& host = "127.0.0.1");
  // A server: takes the connection and its preface.
  static NativeTalk from_client(TcpListener& listener);
  explicit NativeTalk(TcpSocket socket) : socket_(std::move(socket)) {}

  // False: the far end has closed.
  bool say(const Json& message) { return socket_.send(native_frame(message.dump())); }
  // The next message that is of `type`; what comes before it is passed over. Throws when the far end closes instead.
  Json hear(const std::string& type, Deadline deadline = Deadline());
  // The next message but "alive"; nothing: the far end has closed, with a reset or without.
  std::optional<Json> hear_any(Deadline deadline = Deadline());
  // The "kind" of the refusal that comes next or later; empty: the far end closes without one.
  std::string refusal_kind(Deadline deadline = Deadline());
  TcpSocket& socket() { return socket_; }

 private:
  TcpSocket socket_;
};

Json native_hello();
Json native_welcome(const std::string& session);
// One stream of TCP in `direction` for `seconds`; change what you need.
Json native_plan(const std::string& direction, double seconds);
Json native_prepare(int run, Json plan);
Json native_granted(int run, Json plan, const std::string& udp_token = "");
Json native_of_run(const std::string& type, int run);
Json native_outcome(int run);  // without views

// A client from its hello to its welcome.
struct AdmittedClient {
  explicit AdmittedClient(std::uint16_t port);
  NativeTalk control;
  std::string session;
};

// The preface is sent.
TcpSocket native_data(std::uint16_t port, const std::string& session, int run, const std::string& direction);

// As docs/protocols/native.md, "UDP"; `token` is hexadecimal.
std::string native_hello_datagram(const std::string& token, int stream);

}  // namespace ttcp::test

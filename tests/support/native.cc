// SPDX-License-Identifier: MIT
#include "support/native.h"

#include <array>
#include <cstddef>
#include <stdexcept>
#include <system_error>
#include <utility>

namespace ttcp::test {
namespace {

constexpr std::size_t kLengthBytes = 4;

std::string big_endian(std::uint64_t number, std::size_t width) {
  std::string bytes;
  for (std::size_t i = width; i-- > 0;) bytes += static_cast<char>((number >> (8 * i)) & 0xffU);
  return bytes;
}

std::size_t length_in(const std::string& head) {
  std::size_t length = 0;
  for (const char byte : head) length = length << 8U | static_cast<unsigned char>(byte);
  return length;
}

Json host() {
  return {{"name", "by-hand"},
          {"program", "a test"},
          {"system", nullptr},
          {"kernel", nullptr},
          {"architecture", nullptr},
          {"cpus", nullptr},
          {"congestion_control", nullptr},
          {"link", nullptr},
          {"sysctls", Json::array()}};
}

std::string read_preface(TcpSocket& socket) {
  std::string line;
  while (line.empty() || line.back() != '\n') {
    const std::string byte = socket.receive_exactly(1);
    if (byte.empty()) throw std::runtime_error("closed within its preface: " + line);
    line += byte;
  }
  return line;
}

}  // namespace

std::string native_frame(const std::string& json) { return big_endian(json.size(), kLengthBytes) + json; }

NativeTalk NativeTalk::to_server(std::uint16_t port, const std::string& host) {
  NativeTalk talk(TcpSocket::connected_to(port, host));
  talk.socket_.send("TTCP/1 control\n");
  return talk;
}

NativeTalk NativeTalk::from_client(TcpListener& listener) {
  NativeTalk talk(listener.accept());
  const std::string preface = read_preface(talk.socket_);
  if (preface != "TTCP/1 control\n") throw std::runtime_error("not a control connection: " + preface);
  return talk;
}

std::optional<Json> NativeTalk::hear_any(Deadline deadline) {
  try {
    while (true) {
      const std::string head = socket_.receive_exactly(kLengthBytes, deadline);
      if (head.size() < kLengthBytes) return std::nullopt;
      Json message = Json::parse(socket_.receive_exactly(length_in(head), deadline));
      if (message.at("type") != "alive") return message;
    }
  } catch (const std::system_error&) {
    return std::nullopt;  // a reset
  }
}

Json NativeTalk::hear(const std::string& type, Deadline deadline) {
  std::string others;
  while (auto message = hear_any(deadline)) {
    if (message->at("type") == type) return *message;
    others += message->dump().substr(0, 300) + "\n";
  }
  throw std::runtime_error("closed without \"" + type + "\", after\n" + others);
}

std::string NativeTalk::refusal_kind(Deadline deadline) {
  while (const auto message = hear_any(deadline)) {
    if (message->at("type") == "refusal") return message->at("kind").get<std::string>();
  }
  return "";
}

Json native_hello() { return {{"type", "hello"}, {"version", 1}, {"host", host()}}; }

Json native_welcome(const std::string& session) {
  return {{"type", "welcome"}, {"session", session}, {"host", host()}};
}

Json native_plan(const std::string& direction, double seconds) {
  constexpr double kNanoseconds = 1e9;
  const Json traffic = {{"transport", "tcp"},
                        {"streams", 1},
                        {"time_ns", static_cast<std::int64_t>(seconds * kNanoseconds)},
                        {"bytes", nullptr},
                        {"rate_bps", nullptr},
                        {"block_bytes", nullptr},
                        {"window_bytes", nullptr},
                        {"congestion", "cubic"},
                        {"no_delay", false},
                        {"mss_bytes", nullptr},
                        {"dscp", nullptr}};
  return {{"directions", {direction}}, {"traffic", traffic}};
}

Json native_prepare(int run, Json plan) { return {{"type", "prepare"}, {"run", run}, {"plan", std::move(plan)}}; }

Json native_granted(int run, Json plan, const std::string& udp_token) {
  return {
      {"type", "granted"}, {"run", run}, {"plan", std::move(plan)}, {"notes", Json::array()}, {"udp_token", udp_token}};
}

Json native_of_run(const std::string& type, int run) { return {{"type", type}, {"run", run}}; }

Json native_outcome(int run) { return {{"type", "outcome"}, {"run", run}, {"views", Json::array()}}; }

AdmittedClient::AdmittedClient(std::uint16_t port) : control(NativeTalk::to_server(port)) {
  control.say(native_hello());
  session = control.hear("welcome").at("session").get<std::string>();
}

TcpSocket native_data(std::uint16_t port, const std::string& session, int run, const std::string& direction) {
  TcpSocket socket = TcpSocket::connected_to(port);
  socket.send("TTCP/1 data " + session + " " + std::to_string(run) + " 0 " + direction + "\n");
  return socket;
}

std::string native_hello_datagram(const std::string& token, int stream) {
  constexpr std::size_t kDigitsOfByte = 2;
  constexpr int kHexadecimal = 16;
  constexpr std::size_t kPadding = 8;
  std::string datagram = std::string("TTU1\x01\0", 6) + big_endian(static_cast<std::uint64_t>(stream), 2);
  for (std::size_t at = 0; at < token.size(); at += kDigitsOfByte) {
    datagram += static_cast<char>(std::stoi(token.substr(at, kDigitsOfByte), nullptr, kHexadecimal));
  }
  return datagram + std::string(kPadding, '\0');
}

}  // namespace ttcp::test

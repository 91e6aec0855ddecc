// SPDX-License-Identifier: MIT
#include "support/server.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <csignal>
#include <stdexcept>
#include <utility>

namespace ttcp::test {
namespace {

std::vector<std::string> serve_words(const std::vector<std::string>& options, const std::string& address) {
  std::vector<std::string> words{"serve", "--listen", address + ":0"};
  words.insert(words.end(), options.begin(), options.end());
  return words;
}

// The number behind the last colon of the first word that is this address with a port.
std::uint16_t port_behind(const std::string& line, const std::string& address) {
  const std::size_t at = line.find(address + ":");
  if (at == std::string::npos) throw std::runtime_error("no port in: " + line);
  return static_cast<std::uint16_t>(std::stoul(line.substr(at + address.size() + 1)));
}

bool has(const std::vector<std::string>& options, std::string_view word) {
  return std::find(options.begin(), options.end(), word) != options.end();
}

}  // namespace

Server::Server(const std::vector<std::string>& options, const std::string& address, Io io)
    : address_(address), program_(serve_words(options, address), std::move(io)) {
  if (has(options, "--quiet") || has(options, "-q")) throw std::logic_error("a quiet server doesn't tell its port");
  port_ = port_behind(program_.line_with(address + ":", Stream::out), address);
}

std::string Server::line_with(std::string_view words, Deadline deadline) {
  return program_.line_with(words, Stream::out, deadline);
}

std::string Server::stop() {
  program_.signal(SIGTERM);
  expect_exit(program_, 0);
  EXPECT_EQ(program_.err(), "") << program_.transcript();
  return program_.out();
}

Finished measure(const Server& server, std::vector<std::string> options, Io io) {
  std::vector<std::string> words{"--no-idle"};
  if (!has(options, "-u") && !has(options, "-C")) words.insert(words.end(), {"-C", "cubic"});
  words.insert(words.end(), options.begin(), options.end());
  words.push_back(server.endpoint());
  return run_test(std::move(words), std::move(io));
}

Finished run_test(std::vector<std::string> words, Io io) {
  words.insert(words.begin(), "test");
  return run_ttcp(words, std::move(io));
}

}  // namespace ttcp::test

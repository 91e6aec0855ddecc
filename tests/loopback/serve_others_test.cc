// SPDX-License-Identifier: MIT
// Clients of other protocols at `ttcp serve`: the first bytes decide, and the log says what they were.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/aftermath.h"
#include "support/report.h"
#include "support/server.h"
#include "support/sockets.h"
#include "support/tools.h"

namespace ttcp::test {
namespace {
using ::testing::AllOf;
using ::testing::HasSubstr;

TEST(OtherClients, AClassicTransmitterIsCountedToTheByte) {
  Server server;
  const Finished sent = run_ttcp(to_port({"-t", "-s", "-n", "100", "-l", "1000"}, server.port()));
  EXPECT_EQ(sent.ended.status, 0) << sent.err;
  EXPECT_THAT(server.line_with("100000 bytes"), HasSubstr(" classic: received 100000 bytes in "));
}

TEST(OtherClients, AClassicUdpTransmitterIsCountedToTheByte) {
  Server server;
  const Finished sent = run_ttcp(to_port({"-t", "-s", "-u", "-n", "10", "-l", "1000"}, server.port()));
  EXPECT_EQ(sent.ended.status, 0) << sent.err;
  EXPECT_THAT(server.line_with("10000 bytes"), HasSubstr(" classic: received 10000 bytes in "));
}

TEST(OtherClients, ANettpClientGetsTheCountThatIsLogged) {
  Server server;
  const Finished sent = run_ttcp({"nettp", "-c", "127.0.0.1", "1000", "100", "-p", std::to_string(server.port())});
  EXPECT_EQ(sent.ended.status, 0) << sent.err;
  EXPECT_THAT(sent.out, HasSubstr("nettp: server counted 100000 bytes in "));
  EXPECT_THAT(server.line_with("100000 bytes"), HasSubstr(" nettp: received 100000 bytes in "));
}

TEST(OtherClients, ANetcatIsAClassicTransmitter) {
  const auto netcat = find_program("nc");
  if (!netcat) GTEST_SKIP() << "no nc is installed";
  Server server;
  Io io;
  io.feed = true;
  Child sender({*netcat, "-N", "127.0.0.1", std::to_string(server.port())}, io);
  sender.feed("hello, server\n");
  sender.end_of_input();
  EXPECT_THAT(server.line_with("14 bytes"), HasSubstr(" classic: received 14 bytes in "));
}

// An opening of another protocol that is never finished is nothing but bytes.
TEST(OtherClients, APartOfAnOpeningThatEndsIsAClassicTransmitter) {
  Server server;
  for (const std::string bytes : {"T", "TTCP", "nett", "GET / HTTP/1.1\r\n"}) {
    auto socket = TcpSocket::connected_to(server.port());
    EXPECT_TRUE(socket.send(bytes));
    socket.send_no_more();
    EXPECT_THAT(server.line_with(":" + std::to_string(socket.own_port())),
                HasSubstr(" classic: received " + std::to_string(bytes.size()) + " byte"));
  }
}

TEST(OtherClients, AConnectionThatNeverSaidAnythingIsNotLogged) {
  Server server;
  const auto port = TcpSocket::connected_to(server.port()).own_port();  // and closed
  expect_serves_the_next_client(server);
  EXPECT_THAT(server.stop(), ::testing::Not(HasSubstr(":" + std::to_string(port))));
}

TEST(OtherClients, AClassicClientThatResetsIsLoggedAsIncomplete) {
  Server server;
  auto socket = TcpSocket::connected_to(server.port());
  EXPECT_TRUE(socket.send(pattern(100'000)));
  socket.wait_until_read();
  const std::string mark = ":" + std::to_string(socket.own_port());
  socket.reset();
  EXPECT_THAT(server.line_with(mark), AllOf(HasSubstr(" classic: received 100000 bytes"), HasSubstr("incomplete: ")));
  expect_serves_the_next_client(server);
}

TEST(OtherClients, ANettpClientWithNonsenseIsRefused) {
  Server server;
  auto socket = TcpSocket::connected_to(server.port());
  const std::string mark = ":" + std::to_string(socket.own_port());
  EXPECT_TRUE(socket.send("nettp nonsense\n"));
  socket.send_no_more();
  server.line_with(mark);
  expect_serves_the_next_client(server);
}

}  // namespace
}  // namespace ttcp::test

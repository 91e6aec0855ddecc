// SPDX-License-Identifier: MIT
// Many at a time: strangers that cost a running test nothing, and clients that are all served.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <deque>
#include <memory>
#include <vector>

#include "support/aftermath.h"
#include "support/native.h"
#include "support/server.h"

namespace ttcp::test {
namespace {
using ::testing::HasSubstr;

constexpr int kOfEachKind = 100;

TEST(Crowd, OfSilentAndGarbageAndHalfSpokenConnectionsChangesNothingForATest) {
  Server server;
  // Paced, so that its bytes are known: a rate would tell of this machine.
  Ttcp client({"test", "--json-lines", "-C", "cubic", "--no-idle", "--up", "-b", "20M", "-t", "3", server.endpoint()});
  wait_until_it_moves(client, "upload");
  std::vector<TcpSocket> strangers;
  for (int i = 0; i < kOfEachKind; ++i) {
    for (const std::string bytes : {"", "\x16\x03\x01\x02garbage\n", "TTCP/1 contr"}) {
      strangers.push_back(TcpSocket::connected_to(server.port()));
      EXPECT_TRUE(strangers.back().send(bytes));
    }
  }
  EXPECT_THAT(client.out(), ::testing::Not(HasSubstr(R"("event":"end")")));  // it is in the midst of it
  expect_exit(client, 0);
  const auto record = record_of(client);
  EXPECT_EQ(record.at("ended"), "complete");
  const auto& result = record.at("results").at(0);
  EXPECT_EQ(result.at("bytes"), result.at("bytes_sent"));
  constexpr std::int64_t kPlanned = 7'500'000;  // 20 Mbit/s for 3 s
  EXPECT_GT(result.at("bytes").get<std::int64_t>(), kPlanned * 95 / 100);
  expect_serves_the_next_client(server);
}

TEST(Crowd, OfTwoHundredClientsIsServedSixtyFourAtATime) {
  constexpr std::size_t kAll = 200;
  constexpr std::size_t kAtATime = 64;
  Server server;
  std::deque<std::unique_ptr<Ttcp>> running;
  std::size_t started = 0;
  while (started < kAll || !running.empty()) {
    while (started < kAll && running.size() < kAtATime) {
      running.push_back(std::make_unique<Ttcp>(std::vector<std::string>{"test", "-J", "-C", "cubic", "--no-idle",
                                                                        "--up", "--bytes", "64K", server.endpoint()}));
      ++started;
    }
    Ttcp& oldest = *running.front();
    expect_exit(oldest, 0);
    const auto record = record_in(oldest.out());
    EXPECT_EQ(record.at("ended"), "complete");
    EXPECT_EQ(record.at("results").at(0).at("bytes"), 65536);
    running.pop_front();
  }
  const std::string log = server.stop();
  std::size_t logged = 0;
  for (std::size_t at = log.find("complete in"); at != std::string::npos; at = log.find("complete in", at + 1)) {
    ++logged;
  }
  EXPECT_EQ(logged, kAll);
}

}  // namespace
}  // namespace ttcp::test

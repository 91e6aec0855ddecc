// SPDX-License-Identifier: MIT
#include "report/serve/log.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "report/examples.h"

namespace ttcp::report::serve {
namespace {
using namespace std::chrono_literals;

model::TestRecord from_client(model::TestRecord record) {
  record.peer_address = "192.0.2.4";
  record.peer_port = 40512;
  return record;
}

model::FlowRecord received(model::Protocol protocol) {
  model::FlowRecord record;
  record.plan.protocol = protocol;
  record.peer_address = "192.0.2.4";
  record.peer_port = 40512;
  record.bytes = base::Bytes(16'777'216);
  record.real = 150ms;
  record.first_byte_after = 5ms;
  record.last_byte_after = 145'207us;
  return record;
}

TEST(ServeLogTest, EachListenerHasALine) {
  EXPECT_EQ(log_lines(model::Listening{{"[::]:5001 TCP and UDP", "[::]:1515 TCP"}}),
            "listening on [::]:5001 TCP and UDP\nlistening on [::]:1515 TCP\n");
}

TEST(ServeLogTest, ATestIsALine) {
  EXPECT_EQ(log_lines(model::Served{from_client(examples::lan())}),
            "192.0.2.4:40512 test: upload 941.4 Mbit/s, download 612.8 Mbit/s, complete in 8.4 s\n");
}

TEST(ServeLogTest, WhatWasLostOrNotMeasuredIsSaid) {
  model::TestRecord record = from_client(examples::udp());
  record.results[0].receiver = std::nullopt;
  record.results[0].steady = std::nullopt;
  EXPECT_EQ(log_lines(model::Served{record}),
            "192.0.2.4:40512 test: upload not measured, download 150.0 Mbit/s (25 % lost), complete in 8.4 s\n");
}

TEST(ServeLogTest, ATestThatBrokeSaysHowAndWhen) {
  model::TestRecord record = from_client(examples::broken());
  record.real = 1100ms;
  EXPECT_EQ(log_lines(model::Served{record}),
            "192.0.2.4:40512 test: upload 100.0 Mbit/s, the far end was lost (Connection reset by peer) after 1.1 s\n");
  record.results.clear();
  record.ending = model::Ending::interrupted;
  record.failure.reset();
  EXPECT_EQ(log_lines(model::Served{record}), "192.0.2.4:40512 test: interrupted after 1.1 s\n");
}

TEST(ServeLogTest, AFindingIsAppended) {
  model::TestRecord record = from_client(examples::lan());
  record.findings = {{"download: limited by the client's receive window", "high", "", ""}};
  EXPECT_EQ(log_lines(model::Served{record}),
            "192.0.2.4:40512 test: upload 941.4 Mbit/s, download 612.8 Mbit/s, complete in 8.4 s; download: limited by "
            "the client's receive window\n");
}

TEST(ServeLogTest, OlderClientsAreCalledByTheirProtocol) {
  EXPECT_EQ(log_lines(model::Served{received(model::Protocol::classic)}),
            "192.0.2.4:40512 classic: received 16777216 bytes in 0.14 s, 957.3 Mbit/s\n");
  EXPECT_EQ(log_lines(model::Served{received(model::Protocol::nettp)}),
            "192.0.2.4:40512 nettp: received 16777216 bytes in 0.14 s, 957.3 Mbit/s\n");
}

TEST(ServeLogTest, AClassicTestThatBrokeSaysSoAndNothingHasNoRate) {
  model::FlowRecord record = received(model::Protocol::classic);
  record.ending = model::Ending::peer_lost;
  record.bytes = base::Bytes(0);
  record.first_byte_after = record.last_byte_after = std::nullopt;
  record.real = 0s;
  record.peer_address = "::1";
  EXPECT_EQ(log_lines(model::Served{record}),
            "[::1]:40512 classic: received 0 bytes in 0 s, incomplete: the far end was lost\n");
}

TEST(ServeLogTest, RefusalsAndTroubleHaveTheirReason) {
  EXPECT_EQ(log_lines(model::Refused{"192.0.2.9", 40000, {base::Error::Kind::peer, "", 0, "not allowed"}}),
            "192.0.2.9:40000 refused: not allowed\n");
  EXPECT_EQ(log_lines(model::Trouble{{base::Error::Kind::system, "accept", 24, ""}}),
            "trouble: accept: Too many open files\n");
}

TEST(ServeLogTest, WhatAClientSendsStaysInItsLine) {
  const std::string line =
      log_lines(model::Refused{"192.0.2.9", 1, {base::Error::Kind::peer, "", 0, "x\n192.0.2.1:1 test: \x1b[2J"}});
  EXPECT_EQ(line, "192.0.2.9:1 refused: x?192.0.2.1:1 test: ?[2J\n");
  model::TestRecord record = from_client(examples::broken());
  record.ending = model::Ending::failed;
  record.failure = base::Error{base::Error::Kind::peer, "hello", 0, "a\nb"};
  EXPECT_EQ(std::ranges::count(log_lines(model::Served{record}), '\n'), 1);
}

}  // namespace
}  // namespace ttcp::report::serve

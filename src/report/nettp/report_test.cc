// SPDX-License-Identifier: MIT
#include "report/nettp/report.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cerrno>
#include <csignal>

#include "report/golden.h"
#include "report/nettp/progress.h"

namespace ttcp::report::nettp {
namespace {
using base::Bytes;
using ::testing::HasSubstr;
using namespace std::chrono_literals;

model::FlowRecord seed_record(model::Role role) {
  model::FlowRecord record;
  record.plan.protocol = model::Protocol::nettp;
  record.plan.role = role;
  record.plan.endpoint.host = "nettp.bogus.edu";
  record.plan.endpoint.port = 1515;
  record.plan.buffer.length = Bytes(1 << 20);
  record.plan.extent.buffers = 10;
  record.bytes = Bytes(10485760);
  record.real = 1100ms;
  record.peer_address = "192.0.2.7";
  record.peer_port = 40000;
  return record;
}

TEST(NettpRatesTest, KbAre1024BytesAndMbitAMillionBits) {
  EXPECT_EQ(rates(Bytes(10485760), 1100ms), "1.10 s = 9309.09Kb/s (76.26 Mbit/s)");
}

TEST(NettpRatesTest, TheOldPagesThreeResults) {
  EXPECT_THAT(rates(Bytes(946 * 1024), 1s), HasSubstr("946.00Kb/s (7.75 Mbit/s)"));
  EXPECT_THAT(rates(Bytes(1212 * 1024), 100s), HasSubstr("12.12Kb/s (99.29 kbit/s)"));
  EXPECT_THAT(rates(Bytes(4770 * 1024), 1s), HasSubstr("4770.00Kb/s (39.08 Mbit/s)"));
}

TEST(NettpRatesTest, NoTimeIsAnUnknownRate) { EXPECT_EQ(rates(Bytes(1), 0s), "0.00 s = unknown"); }

TEST(NettpClientTest, ShowsBothEndsCounts) {
  model::FlowRecord record = seed_record(model::Role::transmit);
  record.far = model::FarResult{Bytes(10485760), 1123ms};
  base::StringSink sink;
  ClientProgress progress(sink);
  progress.on_event(record.plan, {model::Event::Kind::starting, 1515, "", {}, ""});
  progress.on_event(record.plan, {model::Event::Kind::socket, 0, "", {}, ""});
  progress.on_interval(record.plan, {0s, 1s, Bytes(9532509)});
  const std::string printed = sink.text() + result_lines(record);
  EXPECT_EQ(printed, golden("nettp_client.txt", printed));
}

TEST(NettpClientTest, AMissingCountSaysWhy) {
  model::FlowRecord record = seed_record(model::Role::transmit);
  EXPECT_THAT(result_lines(record), HasSubstr("nettp: the server's count is missing: it sent none\n"));
  record.ending = model::Ending::interrupted;
  record.interrupted_by = SIGINT;
  record.notes = {"a note"};
  const std::string printed = result_lines(record);
  EXPECT_EQ(printed, golden("nettp_client_interrupted.txt", printed));
}

TEST(NettpClientTest, AFailureIsOneLineWithItsOperands) {
  EXPECT_EQ(failure_line({base::Error::Kind::connect, "connect", ECONNREFUSED, "192.0.2.7:1515"}),
            "nettp: connect 192.0.2.7:1515: Connection refused\n");
}

TEST(NettpServerTest, LogsOneLinePerEvent) {
  model::FlowRecord served = seed_record(model::Role::receive);
  served.first_byte_after = std::chrono::milliseconds(10);
  served.last_byte_after = *served.first_byte_after + served.real;
  std::string log = listening_line({"", 1515}) + listening_line({"::", 1515}) + served_line(served);
  served.ending = model::Ending::peer_lost;
  served.failure = base::Error{base::Error::Kind::peer, "IO", ECONNRESET, ""};
  served.peer_address = "2001:db8::7";
  served.bytes = Bytes(4096);
  log += served_line(served) + refused_line({"192.0.2.9", 40001}, "not a nettp hello");
  const std::string printed = log;
  EXPECT_EQ(printed, golden("nettp_server.txt", printed));
}

}  // namespace
}  // namespace ttcp::report::nettp

// SPDX-License-Identifier: MIT
// --json: one record, where it was asked for, that agrees with the text.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>
#include <nlohmann/json.hpp>

#include "support/files.h"
#include "support/report.h"
#include "support/sockets.h"
#include "support/ttcp.h"

namespace ttcp::test {
namespace {
using ::testing::HasSubstr;

nlohmann::json only_record_in(const std::string& text) {
  EXPECT_EQ(lines_of(text).size(), 1U) << text;
  return nlohmann::json::parse(text);
}

TEST(JsonOption, RecordHasStandardOutputAndTheTextStandardError) {
  Ttcp receiver({"-r", "-s", "-p", "0", "--json"});
  const Finished sent = run_ttcp(to_port({"-t", "-s", "--json"}, receiver.port()));
  EXPECT_EQ(sent.ended.status, 0) << sent.err;
  expect_exit(receiver, 0);
  const auto near = only_record_in(sent.out);
  const auto far = only_record_in(receiver.out());
  EXPECT_EQ(near["schema"], "ttcp.test/1");
  EXPECT_EQ(near["ended"], "complete");
  EXPECT_EQ(near["plan"]["role"], "transmit");
  EXPECT_EQ(near["moved_bytes"], 16777216);
  EXPECT_EQ(near["calls"], 2048);
  EXPECT_EQ(far["plan"]["role"], "receive");
  EXPECT_EQ(far["results"][0]["bytes"], 16777216);
  EXPECT_EQ(far["peer_address"], "127.0.0.1");
  EXPECT_EQ(parse_report(sent.err, "ttcp-t").bytes, 16777216);
  EXPECT_EQ(parse_report(receiver.err(), "ttcp-r").bytes, 16777216);
}

TEST(JsonOption, RecordAndTextAgree) {
  Ttcp receiver({"-r", "-s", "-p", "0", "--json", "--interval", "0.1"});
  EXPECT_EQ(run_ttcp(to_port({"-t", "-s", "--time", "0.35"}, receiver.port())).ended.status, 0);
  expect_exit(receiver, 0);
  const auto record = only_record_in(receiver.out());
  const auto report = parse_report(receiver.err(), "ttcp-r");
  EXPECT_EQ(record["moved_bytes"], report.bytes);
  EXPECT_EQ(record["calls"], report.calls);
  EXPECT_NEAR(record["real_ns"].get<double>() / 1e9, report.real, 0.00501);
  std::int64_t sum = 0;
  for (const auto& interval : record["results"][0]["intervals"]) sum += interval["bytes"].get<std::int64_t>();
  EXPECT_EQ(sum, report.bytes);
}

TEST(JsonOption, AnotherDescriptorLeavesTheTextOnStandardOutput) {
  const Directory directory;
  const auto file = open_to_write(directory / "record");
  Ttcp receiver({"-r", "-s", "-p", "0"});
  Io io;
  io.extra = {{file.get(), 3}};
  const Finished sent = run_ttcp(to_port({"-t", "-s", "--json=3"}, receiver.port()), io);
  EXPECT_EQ(sent.ended.status, 0) << sent.err;
  EXPECT_EQ(parse_report(sent.out, "ttcp-t").bytes, 16777216);
  EXPECT_EQ(only_record_in(read_file(directory / "record"))["moved_bytes"], 16777216);
}

TEST(JsonOption, AnotherDescriptorWorksBesideAPayload) {
  const Directory directory;
  const auto file = open_to_write(directory / "record");
  Io io;
  io.extra = {{file.get(), 3}};
  Ttcp receiver({"-r", "-p", "0", "--json=3"}, io);
  auto peer = TcpSocket::connected_to(receiver.port());
  EXPECT_TRUE(peer.send("hello"));
  peer.close();
  expect_exit(receiver, 0);
  EXPECT_EQ(receiver.out(), "hello");
  EXPECT_EQ(only_record_in(read_file(directory / "record"))["moved_bytes"], 5);
}

TEST(JsonOption, IsRefusedWhereStandardOutputCarriesThePayload) {
  const Finished refused = run_ttcp({"-r", "-p", "0", "--json"});
  EXPECT_EQ(refused.ended.status, 1);
  EXPECT_EQ(lines_of(refused.err).size(), 1U) << refused.err;
  EXPECT_THAT(refused.err, HasSubstr("--json=3"));
}

TEST(JsonOption, ADescriptorThatIsNotOpenIsRefusedBeforeTheTest) {
  const Finished refused = run_ttcp({"-r", "-s", "-p", "0", "--json=9"});
  EXPECT_EQ(refused.ended.status, 1);
  EXPECT_EQ(refused.out, "");
  EXPECT_THAT(refused.err, HasSubstr("--json=9"));
}

TEST(JsonOption, AnInterruptedTestHasARecordThatSaysSo) {
  Ttcp receiver({"-r", "-s", "-p", "0", "--json"});
  auto peer = TcpSocket::connected_to(receiver.port());
  EXPECT_TRUE(peer.send(pattern(1000)));
  peer.wait_until_read();
  receiver.signal(SIGINT);
  expect_exit(receiver, 128 + SIGINT);
  const auto record = only_record_in(receiver.out());
  EXPECT_EQ(record["ended"], "interrupted");
  EXPECT_EQ(record["interrupted_by"], SIGINT);
  EXPECT_EQ(record["moved_bytes"], 1000);
}

TEST(JsonOption, ATestThatNeverStartedHasARecordThatSaysWhy) {
  const Finished sent = run_ttcp({"-t", "-s", "--json", "-p", std::to_string(free_port()), "127.0.0.1"});
  EXPECT_EQ(sent.ended.status, 1);
  const auto record = only_record_in(sent.out);
  EXPECT_EQ(record["ended"], "failed");
  EXPECT_TRUE(record["results"][0]["seconds"].is_null());
  EXPECT_FALSE(record["failure"].is_null());
}

TEST(JsonOption, AUdpRecordHasItsMarkers) {
  Ttcp receiver({"-r", "-s", "-u", "-p", "0", "--json"});
  EXPECT_EQ(run_ttcp(to_port({"-t", "-s", "-u", "-n", "5", "-l", "100"}, receiver.port())).ended.status, 0);
  expect_exit(receiver, 0);
  const auto record = only_record_in(receiver.out());
  EXPECT_EQ(record["plan"]["transport"], "udp");
  EXPECT_EQ(record["markers_seen"]["start"], true);
  EXPECT_EQ(record["markers_seen"]["end"], true);
  EXPECT_EQ(record["moved_bytes"], 500);
}

}  // namespace
}  // namespace ttcp::test

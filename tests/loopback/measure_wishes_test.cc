// SPDX-License-Identifier: MIT
// How `ttcp test` sends: what is asked of the sockets at both ends, and that it is in force there.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <csignal>
#include <nlohmann/json.hpp>

#include "support/records.h"
#include "support/report.h"
#include "support/server.h"
#include "support/sockets.h"
#include "support/tools.h"

namespace ttcp::test {
namespace {
using nlohmann::json;
using ::testing::AllOf;
using ::testing::Contains;
using ::testing::Each;
using ::testing::HasSubstr;

std::string only_text(const Finished& finished, int status) {
  EXPECT_EQ(finished.ended.status, status) << finished.out;
  return finished.out + finished.err;
}

// ss(8) of every connection with `port` at one end, both ends on this host: a line for each.
std::vector<std::string> connections_of(const std::string& ss, std::uint16_t port) {
  const std::string number = std::to_string(port);
  Child child({ss, "-tnHmO", "--tos", "sport", "=", ":" + number, "or", "dport", "=", ":" + number});
  expect_exit(child, 0);
  return lines_of(child.out());
}

// Waits until so many connections show all these words at once while a long test with `options` runs.
void expect_in_force(const std::vector<std::string>& options, const std::string& words, std::ptrdiff_t connections) {
  const auto ss = find_program("ss");
  if (!ss) GTEST_SKIP() << "ss(8), from iproute2, is not installed";
  const Server server;
  std::vector<std::string> line{"test", "--no-idle", "-C", "cubic", "-t", "600"};
  line.insert(line.end(), options.begin(), options.end());
  line.push_back(server.endpoint());
  Ttcp client(line);
  std::vector<std::string> seen;
  const auto in_force = [&] {
    seen = connections_of(*ss, server.port());
    return std::ranges::count_if(seen, [&](const auto& one) { return one.find(words) != std::string::npos; }) ==
           connections;
  };
  client.wait_until(in_force, "connections with " + words);
  client.signal(SIGINT);
  expect_exit(client, 128 + SIGINT);
}

TEST(MeasureWishes, TheCodePointIsInForceAtBothEndsOfThePayloadAlone) {
  expect_in_force({"--down", "--dscp", "EF"}, "tos:0xb8", 2);
}

TEST(MeasureWishes, TheWindowIsBothBuffersAtBothEndsOfEveryFlow) {
  // The kernel doubles what is asked (socket(7)).
  expect_in_force({"--up", "-P", "2", "-w", "64K"}, "rb131072,t0,tb131072", 4);
}

TEST(MeasureWishes, TheWindowComesWithANoteAboutAutotuning) {
  const Server server;
  EXPECT_THAT(only_text(measure(server, {"--up", "-t", "0.2", "-w", "64K"}), 0),
              HasSubstr("note: -w 65536: a fixed window turns off the kernel's autotuning"));
}

TEST(MeasureWishes, AWindowThatTheKernelsDoNotGiveIsSaidOfEachEnd) {
  const Server server;
  const auto record = measured(server, {"--up", "-t", "0.2", "-w", "1G"});
  const auto notes = record.at("notes").get<std::vector<std::string>>();
  EXPECT_THAT(notes, Contains(HasSubstr("asked for a socket buffer of 1073741824 bytes, the kernel gave")));
  EXPECT_THAT(notes, Contains(AllOf(HasSubstr("at the server: asked for a socket buffer of 1073741824"))));
}

TEST(MeasureWishes, TheCongestionControlIsInForceAtBothEndsInBothDirections) {
  const Server server;
  const auto record = measured(server, {"-t", "0.2", "-C", "reno"});
  expect_whole(record);
  for (const auto& result : record.at("results")) {
    EXPECT_EQ(result.at("congestion").at("sender"), "reno");
    EXPECT_EQ(result.at("congestion").at("receiver"), "reno");
    EXPECT_EQ(result.at("granted").at("congestion"), "reno");
  }
}

TEST(MeasureWishes, AnUnknownCongestionControlIsRefusedWithThoseThatThereAre) {
  Server server;
  const Finished refused = measure(server, {"--up", "-t", "0.2", "-C", "nosuch"});
  EXPECT_THAT(only_text(refused, 3), AllOf(HasSubstr("'nosuch' is not available here"), HasSubstr("reno")));
  EXPECT_EQ(measure(server, {"--up", "-t", "0.2"}).ended.status, 0);  // the server serves on
  EXPECT_THAT(server.stop(), AllOf(HasSubstr("refused: "), HasSubstr("'nosuch' is not available here")));
}

TEST(MeasureWishes, AnMssBoundsEverySegmentAtBothEnds) {
  const Server server;
  const auto record = measured(server, {"-t", "0.2", "--mss", "1000"});
  expect_whole(record);
  for (const auto& result : record.at("results")) {
    EXPECT_EQ(result.at("granted").at("mss_bytes"), 1000);
    const auto mss = result.at("sender").at("flows")[0].at("tcp").at("mss_bytes").get<std::int64_t>();
    EXPECT_LE(mss, 1000);
    EXPECT_GT(mss, 900);  // timestamps take 12 bytes of it
  }
}

TEST(MeasureWishes, NoDelayIsAskedForAndGranted) {
  const Server server;
  const auto record = measured(server, {"-t", "0.2", "--nodelay"});
  expect_whole(record);
  for (const auto& result : record.at("results")) {
    EXPECT_TRUE(result.at("asked").at("no_delay").get<bool>());
    EXPECT_TRUE(result.at("granted").at("no_delay").get<bool>());
  }
}

TEST(MeasureWishes, BlocksThatDoNotDivideTheBytesEndWithAShortOne) {
  const Server server;
  const auto record = measured(server, {"-n", "100001", "-l", "1000"});
  expect_whole(record);
  for (const auto& result : record.at("results")) {
    EXPECT_EQ(result.at("granted").at("block_bytes"), 1000);
    EXPECT_EQ(result.at("bytes"), 100001);
  }
}

TEST(MeasureWishes, TheLengthIsThePayloadOfEveryDatagram) {
  const Server server;
  const auto record = measured(server, {"-u", "-b", "8M", "-l", "1000", "-n", "100000"});
  expect_whole(record);
  for (const auto& result : record.at("results")) {
    EXPECT_EQ(result.at("udp").at("sent"), 100);
    EXPECT_EQ(result.at("bytes_sent"), 100000);
    EXPECT_EQ(result.at("bytes"), result.at("udp").at("received").get<std::int64_t>() * 1000);
  }
}

TEST(MeasureWishes, TheOwnAddressIsThatOfEveryConnection) {
  const auto ss = find_program("ss");
  if (!ss) GTEST_SKIP() << "ss(8), from iproute2, is not installed";
  const Server server;
  Ttcp client({"test", "--no-idle", "-C", "cubic", "--up", "-t", "600", "--bind", "127.0.0.5", server.endpoint()});
  std::vector<std::string> seen;
  client.wait_until([&] { return (seen = connections_of(*ss, server.port())).size() >= 6; }, "both ends of three");
  EXPECT_THAT(seen, Each(HasSubstr("127.0.0.5:")));
  client.signal(SIGINT);
  expect_exit(client, 128 + SIGINT);
}

TEST(MeasureWishes, TheOwnAddressIsThatOfDatagramsToo) {
  Server server;
  const auto record = measured(server, {"-u", "-b", "8M", "-t", "0.3", "--bind", "127.0.0.5"});
  expect_whole(record);
  for (const auto& result : record.at("results")) EXPECT_GT(result.at("udp").at("received"), 0);
  EXPECT_THAT(server.stop(), HasSubstr("\n127.0.0.5:"));
}

TEST(MeasureWishes, AnAddressThatIsNotHereIsRefusedByName) {
  const Server server;
  EXPECT_THAT(only_text(measure(server, {"--bind", "192.0.2.1"}), 3),
              HasSubstr("bind 192.0.2.1:0: Cannot assign requested address"));
}

TEST(MeasureWishes, TheOwnInterfaceIsBoundTo) {
  const Server server;
  const Finished bound = measure(server, {"--up", "-t", "0.2", "--bind-dev", "lo", "-J"});
  if (bound.err.find("Operation not permitted") != std::string::npos) GTEST_SKIP() << "needs root: " << bound.err;
  const auto record = record_in(bound);
  expect_whole(record);
  EXPECT_EQ(record.at("plan").at("bind_device"), "lo");
  EXPECT_THAT(only_text(measure(server, {"--bind-dev", "nosuch0"}), 3), HasSubstr("bind to device nosuch0"));
}

TEST(MeasureWishes, OptionsThatCannotBeHadAreWrongUsageInOneLine) {
  const std::vector<std::vector<std::string>> lines = {
      {"--dscp", "64", "h"}, {"--mss", "1", "h"},    {"-P", "129", "h"},         {"-t", "0", "h"},
      {"-n", "0", "h"},      {"-u", "-t", "1", "h"}, {"-u", "-C", "cubic", "h"}, {"--nonsense", "h"}};
  for (const auto& line : lines) {
    const Finished refused = run_test(line);
    EXPECT_EQ(refused.ended.status, 2) << line[0];
    EXPECT_EQ(refused.out, "") << line[0];
    EXPECT_THAT(lines_of(refused.err), ::testing::SizeIs(1)) << refused.err;
  }
}

}  // namespace
}  // namespace ttcp::test

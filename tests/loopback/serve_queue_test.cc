// SPDX-License-Identifier: MIT
// The limits that a server's owner sets: how many at a time, how long, how wide, for whom, and how often.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>
#include <vector>

#include "support/aftermath.h"
#include "support/native.h"
#include "support/server.h"

namespace ttcp::test {
namespace {
using ::testing::HasSubstr;
using Words = std::vector<std::string>;

Words client(const Server& server, const char* seconds) {
  return {"test", "--json-lines", "-C", "cubic", "--no-idle", "--up", "-t", seconds, server.endpoint()};
}

constexpr const char* kNext = R"({"event":"queued","place":1})";
constexpr const char* kSecond = R"({"event":"queued","place":2})";

class FullServer : public ::testing::TestWithParam<Words> {};

TEST_P(FullServer, TellsClientsTheirPlacesAndServesThemInTheirTurn) {
  Server server(GetParam());
  Ttcp first(client(server, "600"));
  wait_until_it_moves(first, "upload");
  Ttcp second(client(server, "0.2"));
  second.line_with(kNext, Stream::out);
  Ttcp third(client(server, "0.2"));
  third.line_with(kSecond, Stream::out);
  EXPECT_THAT(second.out(), ::testing::Not(HasSubstr("connected")));
  first.signal(SIGINT);
  expect_exit(first, 130);
  expect_exit(second, 0);
  expect_exit(third, 0);
  EXPECT_THAT(third.out(), HasSubstr(kNext));
  EXPECT_EQ(record_of(second).at("ended"), "complete");
  EXPECT_EQ(record_of(third).at("ended"), "complete");
}

INSTANTIATE_TEST_SUITE_P(By, FullServer, ::testing::Values(Words{"--max-tests", "1"}, Words{"--exclusive"}),
                         [](const auto& tested) { return tested.param.size() == 1 ? "Exclusive" : "MaxTests"; });

TEST(Queue, AClientThatDiesInItGivesItsPlaceUp) {
  Server server({"--max-tests", "1"});
  Ttcp first(client(server, "600"));
  wait_until_it_moves(first, "upload");
  Ttcp second(client(server, "0.2"));
  second.line_with(kNext, Stream::out);
  Ttcp third(client(server, "0.2"));
  third.line_with(kSecond, Stream::out);
  second.signal(SIGKILL);
  third.line_with(kNext, Stream::out);
  first.signal(SIGINT);
  expect_exit(third, 0);
}

TEST(Queue, AClientThatIsInterruptedInItSaysSo) {
  Server server({"--max-tests", "1"});
  Ttcp first(client(server, "600"));
  wait_until_it_moves(first, "upload");
  Ttcp second(client(server, "0.2"));
  second.line_with(kNext, Stream::out);
  second.signal(SIGINT);
  EXPECT_EQ(second.wait(Deadline(kInTime)).status, 130) << second.transcript();
  EXPECT_EQ(record_of(second).at("ended"), "interrupted");
}

TEST(Queue, AServerThatLeavesTellsThoseWhoWait) {
  Server server({"--max-tests", "1"});
  Ttcp first(client(server, "600"));
  wait_until_it_moves(first, "upload");
  Ttcp second(client(server, "0.2"));
  second.line_with(kNext, Stream::out);
  server.stop();
  EXPECT_EQ(second.wait(Deadline(kInTime)).status, 3) << second.transcript();
  EXPECT_THAT(only_line(second.err()), HasSubstr("the server refused: the server is going down"));
}

// What the record says of the plan that was granted.
nlohmann::json granted(const Server& server, const Words& options) {
  Words words{"-J", "--up"};
  words.insert(words.end(), options.begin(), options.end());
  const Finished finished = measure(server, words);
  EXPECT_EQ(finished.ended.status, 0) << finished.out << finished.err;
  return record_in(finished.out);
}

TEST(Limits, OfTimeAreGrantedAndNoted) {
  Server server({"--max-duration", "0.3"});
  const auto record = granted(server, {"-t", "600"});
  EXPECT_THAT(record.at("notes").dump(), HasSubstr("asked for 600 s, the server allows 0.3 s"));
  EXPECT_EQ(record.at("results").at(0).at("granted").at("time_ns"), 300'000'000);
  EXPECT_EQ(record.at("ended"), "complete");
}

TEST(Limits, OfTimeEndATestByBytesWithANote) {
  Server server({"--max-duration", "0.3"});
  const auto record = granted(server, {"-n", "1000G"});
  EXPECT_THAT(record.at("notes").dump(), HasSubstr("0.3 s"));
}

TEST(Limits, OfStreamsAreGrantedAndNoted) {
  Server server({"--max-streams", "2"});
  const auto record = granted(server, {"-t", "0.3", "-P", "9"});
  EXPECT_THAT(record.at("notes").dump(), HasSubstr("asked for 9 streams, the server allows 2"));
  EXPECT_EQ(record.at("results").at(0).at("streams"), 2);
  EXPECT_EQ(record.at("results").at(0).at("receiver").at("flows").size(), 2U);
}

TEST(Limits, OfRateAreGrantedNotedAndKept) {
  Server server({"--max-rate", "20M"});
  const auto record = granted(server, {"-t", "1", "-b", "1G"});
  EXPECT_THAT(record.at("notes").dump(), HasSubstr("asked for 1000 Mbit/s, the server allows 20 Mbit/s"));
  EXPECT_LT(record.at("results").at(0).at("bytes").get<std::int64_t>(), 2'750'000);  // 20 Mbit/s for 1.1 s
}

TEST(Limits, ThatAClientGoesBeyondCutItsTest) {
  Server server({"--max-duration", "0.2"});
  AdmittedClient rude(server.port());
  rude.control.say(native_prepare(1, native_plan("upload", 600)));
  EXPECT_EQ(rude.control.hear("granted").at("plan").at("traffic").at("time_ns"), 200'000'000);
  auto data = native_data(server.port(), rude.session, 1, "upload");
  rude.control.hear("ready");
  rude.control.say(native_of_run("go", 1));
  EXPECT_TRUE(data.send("never ends"));
  rude.control.hear("stop", Deadline(kInTime));
}

TEST(Allowed, AreOnlyTheNetworksThatTheOwnerNamed) {
  Server server({"--allow", "192.0.2.0/24"});
  const Finished refused = measure(server, {"-t", "0.2"});
  EXPECT_EQ(refused.ended.status, 3);
  only_line(refused.err);
  EXPECT_THAT(server.line_with("refused"), HasSubstr("127.0.0.1:"));
  Server open({"--allow", "192.0.2.0/24", "--allow", "127.0.0.0/8"});
  expect_serves_the_next_client(open);
}

TEST(Once, LeavesAfterThatManyTestsWithTheirResultsSent) {
  Server server({"--once", "2"});
  for (int i = 0; i < 2; ++i) {
    const Finished served = measure(server, {"-t", "0.2", "--up"});
    EXPECT_EQ(served.ended.status, 0) << served.out << served.err;
  }
  EXPECT_EQ(server.wait(Deadline(kInTime)).status, 0) << server.transcript();
}

TEST(Once, DoesNotCountStrangers) {
  Server server({"--once"});
  for (int i = 0; i < 3; ++i) {
    auto talk = NativeTalk::to_server(server.port());
    talk.socket().send(native_frame("nonsense"));
    EXPECT_EQ(talk.refusal_kind(), "bad-message");
  }
  const Finished served = measure(server, {"-t", "0.2", "--up"});
  EXPECT_EQ(served.ended.status, 0) << served.out << served.err;
  EXPECT_EQ(server.wait(Deadline(kInTime)).status, 0) << server.transcript();
}

TEST(SecondServer, OnAPortSaysSoInOneLine) {
  Server server;
  const Finished second = run_ttcp({"serve", "--listen", server.endpoint()});
  EXPECT_EQ(second.ended.status, 3);
  EXPECT_EQ(second.out, "");
  EXPECT_THAT(only_line(second.err), ::testing::AllOf(::testing::StartsWith("ttcp: "), HasSubstr(server.endpoint()),
                                                      HasSubstr("Address already in use")));
  expect_serves_the_next_client(server);
}

}  // namespace
}  // namespace ttcp::test

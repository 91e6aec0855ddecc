// SPDX-License-Identifier: MIT
// An end that dies or stands still in mid-test: the other one says so in time, with what was measured until then.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>
#include <ostream>

#include "support/aftermath.h"
#include "support/server.h"

namespace ttcp::test {
namespace {
using ::testing::HasSubstr;
using Words = std::vector<std::string>;

struct Case {
  const char* name;
  const char* phase;
  Words options;
  friend std::ostream& operator<<(std::ostream& out, const Case& one) { return out << one.name; }
  bool is_idle() const { return std::string_view(phase) == "idle"; }
};

// Would take ten minutes by itself.
class LostPeer : public ::testing::TestWithParam<Case> {
 protected:
  Words client(const Server& server) const {
    Words words{"test", "--json-lines", "-C", "cubic", "-t", "600"};
    if (!GetParam().is_idle()) words.emplace_back("--no-idle");
    words.insert(words.end(), GetParam().options.begin(), GetParam().options.end());
    words.push_back(server.endpoint());
    return words;
  }
  // The part that was going on has its bytes, its ending and its reason.
  void expect_partial(const nlohmann::json& record) const {
    EXPECT_EQ(record.at("ended"), "peer-lost");
    EXPECT_FALSE(record.at("failure").is_null());
    if (GetParam().is_idle()) return;  // no run, or one that never began
    ASSERT_EQ(record.at("results").size(), 1U);
    const auto& result = record.at("results").at(0);
    EXPECT_EQ(result.at("direction"), GetParam().phase);
    EXPECT_EQ(result.at("ended"), "peer-lost");
    EXPECT_GT(result.at("bytes").get<std::int64_t>(), 0);
    EXPECT_GT(result.at("goodput_bps").get<double>(), 0);
  }
};

TEST_P(LostPeer, AServerThatWasKilledIsReportedWithWhatWasMeasured) {
  Server server;
  Ttcp client(this->client(server));
  wait_until_it_moves(client, GetParam().phase);
  server.signal(SIGKILL);
  EXPECT_EQ(client.wait(Deadline(kInTime)).status, 4) << client.transcript();
  expect_partial(record_of(client));
}

TEST_P(LostPeer, AServerThatWasKilledCanBeReplacedAtOnceOnTheSamePort) {
  Server server;
  Ttcp client(this->client(server));
  wait_until_it_moves(client, GetParam().phase);
  server.signal(SIGKILL);
  EXPECT_EQ(server.wait().signal, SIGKILL);
  Ttcp another({"serve", "--listen", server.endpoint()});
  another.line_with("listening on " + server.endpoint(), Stream::out);
  expect_serves_the_next_client(server);
}

TEST_P(LostPeer, AClientThatWasKilledIsLoggedAndTheNextOneServed) {
  Server server({"--max-tests", "1"});
  Ttcp client(this->client(server));
  wait_until_it_moves(client, GetParam().phase);
  client.signal(SIGKILL);
  EXPECT_EQ(client.wait().signal, SIGKILL);
  if (!GetParam().is_idle()) {
    const auto line = server.line_with(" test: ", Deadline(kInTime));
    EXPECT_THAT(line, HasSubstr(GetParam().phase));
    EXPECT_THAT(line, HasSubstr("the far end was lost"));
  }
  expect_serves_the_next_client(server);
}

TEST_P(LostPeer, AServerThatStandsStillIsReportedAndGoesOnToServeOthers) {
  Server server;
  Ttcp client(this->client(server));
  wait_until_it_moves(client, GetParam().phase);
  server.signal(SIGSTOP);
  EXPECT_EQ(client.wait(Deadline(kInTime)).status, 4) << client.transcript();
  expect_partial(record_of(client));
  EXPECT_THAT(record_of(client).dump(), HasSubstr("nothing came from the far end for 3 s"));
  server.signal(SIGCONT);
  expect_serves_the_next_client(server);
}

TEST_P(LostPeer, AClientThatStandsStillLosesItsPlaceAndReportsThatWhenItGoesOn) {
  Server server({"--max-tests", "1"});
  Ttcp client(this->client(server));
  wait_until_it_moves(client, GetParam().phase);
  client.signal(SIGSTOP);
  if (GetParam().is_idle()) {
    expect_serves_the_next_client(server);  // waits in the queue until the place is free
  } else {
    EXPECT_THAT(server.line_with(" test: ", Deadline(kInTime)), HasSubstr("the far end was lost"));
  }
  client.signal(SIGCONT);
  EXPECT_EQ(client.wait(Deadline(kInTime)).status, 4) << client.transcript();
  expect_partial(record_of(client));
  expect_serves_the_next_client(server);
}

INSTANTIATE_TEST_SUITE_P(In, LostPeer,
                         ::testing::Values(Case{"Idle", "idle", {}}, Case{"Upload", "upload", {"--up"}},
                                           Case{"Download", "download", {"--down"}}),
                         [](const auto& tested) { return std::string(tested.param.name); });

// Its time is the subject.
TEST(ShortPause, OfEitherEndIsSurvived) {
  constexpr std::chrono::milliseconds kPause(1000);
  Server server;
  for (const bool pauses_server : {true, false}) {
    const std::string direction = pauses_server ? "upload" : "download";  // the receiver is paused
    Ttcp client({"test", "--json-lines", "-C", "cubic", "-t", "1.5", "--no-idle", pauses_server ? "--up" : "--down",
                 server.endpoint()});
    wait_until_it_moves(client, direction);
    Child& paused = pauses_server ? server.program() : client;
    paused.signal(SIGSTOP);
    stay_idle(kPause);
    paused.signal(SIGCONT);
    expect_exit(client, 0);
    EXPECT_EQ(record_of(client).at("ended"), "complete") << direction;
  }
}

// A machine that was suspended: who stood still himself can't call the other silent.
TEST(LongPause, OfBothEndsAtATimeIsSurvived) {
  constexpr std::chrono::milliseconds kPause(3500);  // longer than either would wait for the other
  Server server;
  Ttcp client(
      {"test", "--json-lines", "-C", "cubic", "-b", "10M", "-t", "5", "--no-idle", "--down", server.endpoint()});
  wait_until_it_moves(client, "download");
  server.signal(SIGSTOP);
  client.signal(SIGSTOP);
  stay_idle(kPause);
  client.signal(SIGCONT);
  server.signal(SIGCONT);
  expect_exit(client, 0);
  EXPECT_EQ(record_of(client).at("ended"), "complete");
}

TEST(LostPeerText, HasWhatWasMeasuredAndWhyItEnded) {
  Server server;
  Ttcp client({"test", "-C", "cubic", "-t", "600", "--no-idle", "-i", "0.1", server.endpoint()});
  client.line_with("0.2", Stream::out);
  server.signal(SIGKILL);
  EXPECT_EQ(client.wait(Deadline(kInTime)).status, 4) << client.transcript();
  EXPECT_THAT(client.out(), HasSubstr("\n  download   not measured: the test ended before it\n"));
  EXPECT_THAT(client.out(), HasSubstr("\n  incomplete: the far end was lost ("));
  EXPECT_THAT(client.out(), HasSubstr("; the figures are of what was measured until then\n"));
  EXPECT_EQ(client.err(), "");
}

}  // namespace
}  // namespace ttcp::test

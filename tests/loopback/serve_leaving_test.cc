// SPDX-License-Identifier: MIT
// SIGTERM at the server and SIGINT at the client in mid-test, and an output that can't be written.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <csignal>
#include <ostream>

#include "support/aftermath.h"
#include "support/server.h"
#include "support/sockets.h"

namespace ttcp::test {
namespace {
using ::testing::HasSubstr;
using Words = std::vector<std::string>;

// What the issue promises; the clock starts before the signal and stops after the end was seen. The machine's own
// delays get as much again, because a test has no quiet machine.
constexpr std::chrono::seconds kPromptly{4};

struct Case {
  const char* name;
  const char* phase;  // waited for
  Words options;
  friend std::ostream& operator<<(std::ostream& out, const Case& one) { return out << one.name; }
};

class Leaving : public ::testing::TestWithParam<Case> {
 protected:
  Words client() const {
    Words words{"test", "--json-lines", "-t", "600", server_.endpoint()};
    words.insert(words.end() - 1, GetParam().options.begin(), GetParam().options.end());
    return words;
  }
  bool is_idle() const { return GetParam().phase == std::string("idle"); }
  void expect_partial(const nlohmann::json& record) const {
    if (is_idle()) return;
    for (const auto& result : record.at("results")) {
      if (result.at("direction") == "both") continue;  // the sum
      EXPECT_EQ(result.at("ended"), "interrupted");
      EXPECT_GT(result.at("goodput_bps").get<double>(), 0);
      EXPECT_FALSE(result.at("sender").is_null());
      EXPECT_FALSE(result.at("receiver").is_null());
      EXPECT_LE(result.at("bytes").get<std::int64_t>(), result.at("bytes_sent").get<std::int64_t>());
      EXPECT_GT(result.at("bytes").get<std::int64_t>(), 0);
    }
    EXPECT_EQ(record.at("results").size(), GetParam().name == std::string("Both") ? 3U : 1U);
  }
  Server server_;
};

TEST_P(Leaving, AServerThatIsTerminatedSendsTheResultsAndExitsZero) {
  Ttcp client(this->client());
  wait_until_it_moves(client, GetParam().phase);
  server_.signal(SIGTERM);
  EXPECT_EQ(server_.wait(Deadline(kPromptly)).status, 0) << server_.transcript();
  EXPECT_EQ(client.wait(Deadline(kPromptly)).status, 4) << client.transcript();
  const auto record = record_of(client);
  EXPECT_EQ(record.at("ended"), is_idle() ? "peer-lost" : "interrupted");
  EXPECT_TRUE(record.at("interrupted_by").is_null());
  EXPECT_THAT(record.at("failure").dump(), HasSubstr(is_idle() ? "the server is going down" : "the server ended it"));
  expect_partial(record);
  if (!is_idle()) {
    EXPECT_THAT(server_.out(), HasSubstr("interrupted by SIGTERM after"));
  }
}

TEST_P(Leaving, AClientThatIsInterruptedHasWhatWasMeasuredAndExits130) {
  Ttcp client(this->client());
  wait_until_it_moves(client, GetParam().phase);
  client.signal(SIGINT);
  EXPECT_EQ(client.wait(Deadline(kPromptly)).status, 130) << client.transcript();
  const auto record = record_of(client);
  EXPECT_EQ(record.at("ended"), "interrupted");
  EXPECT_EQ(record.at("interrupted_by"), SIGINT);
  expect_partial(record);
  if (!is_idle()) server_.line_with(" test: ");
  expect_serves_the_next_client(server_);
}

INSTANTIATE_TEST_SUITE_P(In, Leaving,
                         ::testing::Values(Case{"Idle", "idle", {"-C", "cubic"}},
                                           Case{"Upload", "upload", {"-C", "cubic", "--no-idle", "--up"}},
                                           Case{"Download", "download", {"-C", "cubic", "--no-idle", "--down"}},
                                           Case{"Both", "download", {"-C", "cubic", "--no-idle", "--both", "-P", "2"}},
                                           Case{"Udp", "upload", {"--no-idle", "--up", "-u", "-b", "10M"}}),
                         [](const auto& tested) { return std::string(tested.param.name); });

TEST(LeavingText, OfAnInterruptedClientSaysSo) {
  Server server;
  Ttcp client({"test", "-C", "cubic", "-t", "600", "--no-idle", "--up", "-i", "0.1", server.endpoint()});
  client.line_with("0.2", Stream::out);
  client.signal(SIGINT);
  EXPECT_EQ(client.wait(Deadline(kPromptly)).status, 130);
  EXPECT_THAT(client.out(), HasSubstr("\n  incomplete: interrupted by SIGINT; the figures are of what was measured "
                                      "until then\n"));
}

TEST(LeavingText, OfAServerThatWasTerminatedSaysSoAtTheClient) {
  Server server;
  Ttcp client({"test", "-C", "cubic", "-t", "600", "--no-idle", "--up", "-i", "0.1", server.endpoint()});
  client.line_with("0.2", Stream::out);
  server.signal(SIGTERM);
  EXPECT_EQ(client.wait(Deadline(kPromptly)).status, 4);
  EXPECT_THAT(client.out(), HasSubstr("\n  incomplete: interrupted (the server ended it); the figures are of what was "
                                      "measured until then\n"));
}

TEST(LeavingServer, WithManySilentConnectionsStillExitsPromptly) {
  Server server;
  std::vector<TcpSocket> silent;
  for (int i = 0; i < 100; ++i) silent.push_back(TcpSocket::connected_to(server.port()));
  expect_serves_the_next_client(server);
  server.signal(SIGTERM);
  EXPECT_EQ(server.wait(Deadline(kPromptly)).status, 0) << server.transcript();
}

TEST(FullDevice, IsReportedAsAReportThatCouldNotBeWritten) {
  Server server;
  for (const std::string form : {"-J", "--csv", "--json-lines", "--quiet"}) {
    const Finished finished = measure(server, {"-t", "0.2", "--up", "--output", "/dev/full", form});
    EXPECT_EQ(finished.ended.status, 4) << form;
    EXPECT_EQ(finished.out, "") << form;
    EXPECT_THAT(only_line(finished.err), HasSubstr("could not be written: write: No space left on device")) << form;
  }
  const Finished nowhere = measure(server, {"-t", "0.2", "--up", "--output", "/no/such/place"});
  EXPECT_EQ(nowhere.ended.status, 2);
  EXPECT_THAT(only_line(nowhere.err), HasSubstr("/no/such/place"));
  expect_serves_the_next_client(server);
}

}  // namespace
}  // namespace ttcp::test

// SPDX-License-Identifier: MIT
// A connection of a test that breaks, or a path that goes dead, between two ends that live on.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/aftermath.h"
#include "support/relay.h"
#include "support/server.h"

namespace ttcp::test {
namespace {
using ::testing::HasSubstr;
using Words = std::vector<std::string>;

// By itself it would take ten minutes.
class BrokenPath : public ::testing::TestWithParam<std::string> {
 protected:
  Words client(const Words& options = {}) const {
    Words words{"test", "--json-lines", "-C",        "cubic",
                "-t",   "600",          "--no-idle", GetParam() == "upload" ? "--up" : "--down"};
    words.insert(words.end(), options.begin(), options.end());
    words.push_back("127.0.0.1:" + std::to_string(relay_.port()));
    return words;
  }
  nlohmann::json result_of(Ttcp& client, int status) {
    EXPECT_EQ(client.wait(Deadline(kInTime)).status, status) << client.transcript();
    record_ = record_of(client);
    EXPECT_EQ(record_.at("results").size(), 1U);
    return record_.at("results").at(0);
  }
  std::string log_line() { return server_.line_with(" test: ", Deadline(kInTime)); }

  Server server_;
  Relay relay_{server_.port()};
  nlohmann::json record_;
};

int broken_flows(const nlohmann::json& view) {
  int broken = 0;
  for (const auto& flow : view.at("flows")) broken += flow.at("failure").is_null() ? 0 : 1;
  return broken;
}

TEST_P(BrokenPath, OneOfTwoFlowsThatIsResetEndsTheTestAndBothEndsTellWhatTheySaw) {
  Ttcp client(this->client({"-P", "2"}));
  wait_until_it_moves(client, GetParam());
  relay_.reset("TTCP/1 data");
  const auto result = result_of(client, 4);
  EXPECT_EQ(result.at("ended"), "peer-lost");
  EXPECT_THAT(result.at("failure").dump(), HasSubstr("Connection reset by peer"));
  EXPECT_GT(result.at("bytes").get<std::int64_t>(), 0);
  for (const auto* end : {"sender", "receiver"}) {
    EXPECT_EQ(result.at(end).at("flows").size(), 2U) << end;
  }
  // The sender may have been told to stop before it noticed.
  EXPECT_EQ(broken_flows(result.at("receiver")), 1);
  EXPECT_THAT(log_line(), HasSubstr("Connection reset by peer"));
  expect_serves_the_next_client(server_);
}

TEST_P(BrokenPath, AControlConnectionThatIsResetEndsTheTestAtBothEnds) {
  Ttcp client(this->client());
  wait_until_it_moves(client, GetParam());
  relay_.reset("TTCP/1 control");
  const auto result = result_of(client, 4);
  EXPECT_EQ(result.at("ended"), "peer-lost");
  EXPECT_FALSE(result.at("failure").is_null());
  EXPECT_GT(result.at("bytes").get<std::int64_t>(), 0);
  EXPECT_THAT(log_line(), HasSubstr("the far end was lost"));
  expect_serves_the_next_client(server_);
}

TEST_P(BrokenPath, APathThatGoesDeadIsNoticedAtBothEnds) {
  Ttcp client(this->client());
  wait_until_it_moves(client, GetParam());
  relay_.go_silent();
  const auto result = result_of(client, 4);
  EXPECT_EQ(result.at("ended"), "peer-lost");
  EXPECT_THAT(result.at("failure").dump(), HasSubstr("nothing came from the far end for 3 s"));
  EXPECT_GT(result.at("bytes").get<std::int64_t>(), 0);
  EXPECT_THAT(log_line(), HasSubstr("nothing came from the far end for 3 s"));
  expect_serves_the_next_client(server_);
}

INSTANTIATE_TEST_SUITE_P(In, BrokenPath, ::testing::Values("upload", "download"),
                         [](const auto& tested) { return tested.param; });

TEST(BrokenProbe, CostsNothingButTheLatency) {
  Server server;
  Relay relay(server.port());
  Ttcp client({"test", "--json-lines", "-C", "cubic", "-t", "1", "--no-idle", "--up",
               "127.0.0.1:" + std::to_string(relay.port())});
  wait_until_it_moves(client, "upload");
  relay.reset("TTCP/1 probe");
  expect_exit(client, 0);
  const auto record = record_of(client);
  EXPECT_EQ(record.at("ended"), "complete");
  EXPECT_GT(record.at("results").at(0).at("bytes").get<std::int64_t>(), 0);
}

}  // namespace
}  // namespace ttcp::test

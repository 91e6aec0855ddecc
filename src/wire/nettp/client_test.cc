// SPDX-License-Identifier: MIT
// The client's machines against good servers, refusing ones, other programs and silent ones.
#include "wire/nettp/client.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

namespace ttcp::wire::nettp {
namespace {

using namespace std::string_literals;
using namespace std::chrono_literals;
using base::Bytes;
using base::Error;
using model::FarResult;
using testing::Each;

constexpr base::TimePoint kT0{1000s};
const Request kRequest{Bytes(1048576), 10};
const FarResult kCounted{kRequest.total(), 890ms};

ClientHello hello_started() {
  ClientHello client(kRequest);
  client.start(kT0);
  return client;
}

ClientHello::Step after_answer(std::string_view bytes) {
  ClientHello client = hello_started();
  return client.on_bytes(bytes);
}

ClientResult result_started(Bytes sent = kRequest.total()) {
  ClientResult client(SentPayload{.asked = kRequest.total(), .sent = sent});
  client.start(kT0);
  return client;
}

ClientResult::Step after_result(std::string_view bytes, Bytes sent = kRequest.total()) {
  ClientResult client = result_started(sent);
  return client.on_bytes(bytes);
}

template <class Step>
void expect_peer_error(const Step& step, std::string_view sentence) {
  EXPECT_EQ(step.send, "");
  ASSERT_TRUE(step.done);
  ASSERT_TRUE(step.done->has_error());
  EXPECT_EQ(step.done->error().kind, Error::Kind::peer);
  EXPECT_EQ(step.done->error().detail, sentence);
}

// What a machine says while `bytes` come one by one.
template <class Machine>
auto steps_byte_by_byte(Machine& machine, std::string_view bytes) {
  std::vector<decltype(machine.on_bytes(bytes))> steps;
  for (std::size_t i = 0; i < bytes.size(); ++i) steps.push_back(machine.on_bytes(bytes.substr(i, 1)));
  return steps;
}

MATCHER_P(WaitsUntil, deadline, "") { return !arg.done && arg.send.empty() && arg.wake_at == deadline; }

TEST(ClientHelloTest, SaysHelloAndWaitsForFiveSeconds) {
  ClientHello client(kRequest);
  const auto step = client.start(kT0);
  EXPECT_EQ(step.send, encode_hello(kRequest));
  EXPECT_EQ(step.wake_at, kT0 + 5s);
  EXPECT_FALSE(step.done);
}

TEST(ClientHelloTest, IsDoneWhenAccepted) {
  const auto step = after_answer(encode_answer(Answer::accepted));
  EXPECT_EQ(step.send, "");
  ASSERT_TRUE(step.done);
  EXPECT_TRUE(step.done->has_value());
}

TEST(ClientHelloTest, AnAnswerByteByByteIsReadAtItsLastByte) {
  ClientHello client = hello_started();
  auto steps = steps_byte_by_byte(client, encode_answer(Answer::accepted));
  EXPECT_TRUE(steps.back().done->has_value());
  steps.pop_back();
  EXPECT_THAT(steps, Each(WaitsUntil(kT0 + 5s)));
}

TEST(ClientHelloTest, EachRefusalHasItsSentence) {
  expect_peer_error(after_answer(encode_answer(Answer::bad_request)), "the server refused the block size or count");
  expect_peer_error(after_answer(encode_answer(Answer::busy)), "the server is busy, try again later");
  expect_peer_error(after_answer("nettp\3\2\0"s), "the server speaks version 3 of nettp, this program 1");
}

TEST(ClientHelloTest, WhatFollowsARefusalDoesNotHideIt) {
  expect_peer_error(after_answer(encode_answer(Answer::busy) + "bye"), "the server is busy, try again later");
}

TEST(ClientHelloTest, WhatFollowsAnAcceptanceIsNonsense) {
  expect_peer_error(after_answer(encode_answer(Answer::accepted) + "x"), "the server went on talking after its answer");
}

TEST(ClientHelloTest, OtherProgramsAreKnownAtTheirFirstWrongByte) {
  for (const std::string_view bytes : {"H", "HTTP/1.0 400 Bad Request\r\n\r\n", "220 mail ready\r\n", "nettx"}) {
    expect_peer_error(after_answer(bytes), "the far end does not speak nettp");
  }
  expect_peer_error(after_answer(std::string(8, '\0')), "the far end does not speak nettp");
}

TEST(ClientHelloTest, AnAnswerWithoutMeaningIsNonsense) {
  for (const std::string& bytes : {"nettp\1\0\0"s, "nettp\1\5\0"s, "nettp\1\1\1"s, "nettp\2\1\0"s}) {
    expect_peer_error(after_answer(bytes), "the server's answer makes no sense");
  }
}

TEST(ClientHelloTest, SilenceBecomesTimeoutAtTheDeadlineNotBefore) {
  ClientHello client = hello_started();
  EXPECT_EQ(client.on_bytes("nettp").wake_at, kT0 + 5s);
  const auto before = client.on_time(kT0 + 5s - 1ns);
  EXPECT_FALSE(before.done);
  EXPECT_EQ(before.send, "");
  EXPECT_EQ(before.wake_at, kT0 + 5s);
  const auto after = client.on_time(kT0 + 5s);
  ASSERT_TRUE(after.done);
  EXPECT_EQ(after.done->error().kind, Error::Kind::timeout);
}

TEST(ClientHelloTest, TheDeadlineIsAsLongAsAskedFor) {
  ClientHello client(kRequest, 1500ms);
  EXPECT_EQ(client.start(kT0).wake_at, kT0 + 1500ms);
  EXPECT_FALSE(client.on_time(kT0 + 1499ms).done);
  EXPECT_EQ(to_text(client.on_time(kT0 + 1500ms).done->error()),
            "the far end fell silent after 0 of 8 bytes of its answer; waited 1500 ms");
}

TEST(ClientHelloTest, ACloseAfterAnyPartOfTheAnswerIsThePeersError) {
  const std::string answer = encode_answer(Answer::accepted);
  for (std::size_t length = 0; length < answer.size(); ++length) {
    ClientHello client = hello_started();
    ASSERT_FALSE(client.on_bytes(answer.substr(0, length)).done);
    expect_peer_error(client.on_close(),
                      "the far end closed after " + std::to_string(length) + " of 8 bytes of its answer");
  }
}

TEST(ClientResultTest, SaysNothingAndWaitsForTenSeconds) {
  ClientResult client({kRequest.total(), kRequest.total()});
  const auto step = client.start(kT0);
  EXPECT_EQ(step.send, "");
  EXPECT_EQ(step.wake_at, kT0 + 10s);
  EXPECT_FALSE(step.done);
}

TEST(ClientResultTest, YieldsWhatTheFarEndCounted) {
  const auto step = after_result(encode_result(kRequest, kCounted));
  EXPECT_EQ(step.send, "");
  ASSERT_TRUE(step.done);
  EXPECT_EQ(step.done->value(), kCounted);
}

TEST(ClientResultTest, AResultByteByByteIsReadAtItsLastByte) {
  ClientResult client = result_started();
  auto steps = steps_byte_by_byte(client, encode_result(kRequest, kCounted));
  EXPECT_EQ(steps.back().done->value(), kCounted);
  steps.pop_back();
  EXPECT_THAT(steps, Each(WaitsUntil(kT0 + 10s)));
}

TEST(ClientResultTest, AnIncompleteResultIsAResult) {
  const FarResult part{Bytes(1000), 1ms};
  EXPECT_EQ(after_result(encode_result(kRequest, part), Bytes(2000)).done->value(), part);
  EXPECT_EQ(after_result(encode_result(kRequest, FarResult{}), Bytes(0)).done->value(), FarResult{});
}

TEST(ClientResultTest, MoreBytesThanWereSentAreRefused) {
  expect_peer_error(after_result(encode_result(kRequest, kCounted), kRequest.total() - Bytes(1)),
                    "the server counted more than was sent");
}

TEST(ClientResultTest, NonsenseIsRefused) {
  const std::string good = encode_result(kRequest, kCounted);
  for (const std::string& bytes : {"H"s, "HTTP/1.0 200 OK\r\n"s, "nettp\2"s, std::string(24, '\0'), good + "x",
                                   good.substr(0, 6) + '\2' + good.substr(7), good.substr(0, 23) + "xx"}) {
    expect_peer_error(after_result(bytes), "the server's result makes no sense");
  }
}

TEST(ClientResultTest, SilenceBecomesTimeoutAtTheDeadlineNotBefore) {
  ClientResult client = result_started();
  const auto before = client.on_time(kT0 + 10s - 1ns);
  EXPECT_FALSE(before.done);
  EXPECT_EQ(before.wake_at, kT0 + 10s);
  EXPECT_EQ(client.on_time(kT0 + 10s).done->error().kind, Error::Kind::timeout);
}

TEST(ClientResultTest, ACloseAfterAnyPartOfTheResultIsThePeersError) {
  const std::string result = encode_result(kRequest, kCounted);
  for (std::size_t length = 0; length < result.size(); ++length) {
    ClientResult client = result_started();
    ASSERT_FALSE(client.on_bytes(result.substr(0, length)).done);
    expect_peer_error(client.on_close(),
                      "the far end closed after " + std::to_string(length) + " of 24 bytes of its result");
  }
}

}  // namespace
}  // namespace ttcp::wire::nettp

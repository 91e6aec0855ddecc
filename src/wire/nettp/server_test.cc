// SPDX-License-Identifier: MIT
// The server's machine against good clients, other programs, slow ones and silent ones.
#include "wire/nettp/server.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

namespace ttcp::wire::nettp {
namespace {

using namespace std::string_literals;
using namespace std::chrono_literals;
using base::Bytes;
using base::Error;
using testing::Each;

constexpr base::TimePoint kT0{1000s};
const Request kRequest{Bytes(1048576), 10};

ServerHello started(Admission admission = Admission::open) {
  ServerHello server([admission] { return admission; });
  server.start(kT0);
  return server;
}

ServerHello::Step answer_to(std::string_view bytes, Admission admission = Admission::open) {
  ServerHello server = started(admission);
  return server.on_bytes(bytes);
}

void expect_refusal(const ServerHello::Step& step, Answer answer) {
  EXPECT_EQ(step.send, encode_answer(answer));
  ASSERT_TRUE(step.done);
  ASSERT_TRUE(step.done->has_error());
  EXPECT_EQ(step.done->error().kind, Error::Kind::peer);
  EXPECT_FALSE(step.done->error().detail.empty());
}

// What a machine says while `bytes` come one by one.
template <class Machine>
auto steps_byte_by_byte(Machine& machine, std::string_view bytes) {
  std::vector<decltype(machine.on_bytes(bytes))> steps;
  for (std::size_t i = 0; i < bytes.size(); ++i) steps.push_back(machine.on_bytes(bytes.substr(i, 1)));
  return steps;
}

MATCHER_P(WaitsUntil, deadline, "") { return !arg.done && arg.send.empty() && arg.wake_at == deadline; }

TEST(ServerHelloTest, SaysNothingFirstAndWaitsForFiveSeconds) {
  ServerHello server;
  const auto step = server.start(kT0);
  EXPECT_EQ(step.send, "");
  EXPECT_EQ(step.wake_at, kT0 + 5s);
  EXPECT_FALSE(step.done);
}

TEST(ServerHelloTest, AGoodHelloIsAcceptedAndYieldsTheRequest) {
  const auto step = answer_to(encode_hello(kRequest));
  EXPECT_EQ(step.send, encode_answer(Answer::accepted));
  ASSERT_TRUE(step.done);
  EXPECT_EQ(step.done->value(), kRequest);
}

TEST(ServerHelloTest, AGoodHelloByteByByteIsAcceptedAtItsLastByte) {
  ServerHello server = started();
  auto steps = steps_byte_by_byte(server, encode_hello(kRequest));
  EXPECT_EQ(steps.back().send, encode_answer(Answer::accepted));
  EXPECT_EQ(steps.back().done->value(), kRequest);
  steps.pop_back();
  EXPECT_THAT(steps, Each(WaitsUntil(kT0 + 5s)));
}

TEST(ServerHelloTest, NoBytesAreNoNews) {
  const auto step = answer_to("");
  EXPECT_FALSE(step.done);
  EXPECT_EQ(step.wake_at, kT0 + 5s);
}

TEST(ServerHelloTest, OtherProgramsAreRefusedAtTheirFirstWrongByte) {
  expect_refusal(answer_to("GET / HTTP/1.1\r\nHost: x\r\n\r\n"), Answer::bad_request);
  expect_refusal(answer_to("G"), Answer::bad_request);
  expect_refusal(answer_to("SSH-2.0-OpenSSH_9.2\r\n"), Answer::bad_request);
  expect_refusal(answer_to("\x16\x03\x01"), Answer::bad_request);
  expect_refusal(answer_to("nettq"), Answer::bad_request);
}

TEST(ServerHelloTest, ZeroBytesAreRefused) { expect_refusal(answer_to(std::string(24, '\0')), Answer::bad_request); }

TEST(ServerHelloTest, AMegabyteOfNonsenseIsRefusedLikeOneByte) {
  expect_refusal(answer_to(std::string(1 << 20, 'y')), Answer::bad_request);
}

TEST(ServerHelloTest, AnotherVersionIsRefusedByNameWhateverFollows) {
  expect_refusal(answer_to("nettp\2"), Answer::unknown_version);
  expect_refusal(answer_to("nettp\0"s), Answer::unknown_version);
  expect_refusal(answer_to("nettp\xFFwith a much longer hello than ours"), Answer::unknown_version);
}

TEST(ServerHelloTest, RequestsBeyondTheLimitsAreRefused) {
  const std::string opening = "nettp\1\0\0"s;
  const std::string one = "\0\0\0\0\0\0\0\1"s;
  expect_refusal(answer_to(opening + one + std::string(8, '\0')), Answer::bad_request);
  expect_refusal(answer_to(opening + std::string(8, '\0') + one), Answer::bad_request);
  expect_refusal(answer_to(opening + std::string(8, '\xFF') + one), Answer::bad_request);
  expect_refusal(answer_to(opening + one + std::string(8, '\xFF')), Answer::bad_request);
  expect_refusal(answer_to("nettp\1\0\1"s + one + one), Answer::bad_request);
}

TEST(ServerHelloTest, PayloadBeforeTheAnswerIsRefused) {
  expect_refusal(answer_to(encode_hello(kRequest) + "x"), Answer::bad_request);
}

TEST(ServerHelloTest, ABusyServerRefusesAGoodHelloAsBusyAndABadOneAsBad) {
  expect_refusal(answer_to(encode_hello(kRequest), Admission::busy), Answer::busy);
  expect_refusal(answer_to("GET /", Admission::busy), Answer::bad_request);
}

TEST(ServerHelloTest, SilenceBecomesTimeoutAtTheDeadlineNotBefore) {
  ServerHello server = started();
  const auto before = server.on_time(kT0 + 5s - 1ns);
  EXPECT_FALSE(before.done);
  EXPECT_EQ(before.wake_at, kT0 + 5s);
  const auto after = server.on_time(kT0 + 5s);
  EXPECT_EQ(after.send, "");
  ASSERT_TRUE(after.done);
  EXPECT_EQ(after.done->error().kind, Error::Kind::timeout);
}

TEST(ServerHelloTest, ADribblingClientDoesNotPutTheDeadlineOff) {
  ServerHello server = started();
  EXPECT_EQ(server.on_bytes("net").wake_at, kT0 + 5s);
  const auto step = server.on_time(kT0 + 5s);
  ASSERT_TRUE(step.done);
  EXPECT_EQ(to_text(step.done->error()), "the far end fell silent after 3 of 24 bytes of its hello; waited 5 s");
}

TEST(ServerHelloTest, ACloseAfterAnyPartOfTheHelloIsThePeersError) {
  const std::string hello = encode_hello(kRequest);
  for (std::size_t length = 0; length < hello.size(); ++length) {
    ServerHello server = started();
    EXPECT_THAT(server.on_bytes(hello.substr(0, length)), WaitsUntil(kT0 + 5s));
    const auto step = server.on_close();
    EXPECT_EQ(step.send, "");
    EXPECT_EQ(step.done->error(),
              peer_error("the far end closed after " + std::to_string(length) + " of 24 bytes of its hello"));
  }
}

}  // namespace
}  // namespace ttcp::wire::nettp

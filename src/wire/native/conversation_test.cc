// SPDX-License-Identifier: MIT
// Both ends of a control connection against each other, against strangers, and against silence.
#include "wire/native/conversation.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "wire/native/examples_for_tests.h"

namespace ttcp::wire::native {
namespace {

using namespace std::string_literals;
using namespace std::chrono_literals;
using base::Error;
using testing::ElementsAre;
using testing::IsEmpty;
using enum model::Direction;

constexpr base::TimePoint kT0{1000s};

struct Line {
  Side sayer;
  Message message;
};

// A whole test: a place in the queue, two runs, bye.
std::vector<Line> whole_test() {
  std::vector<Line> lines{{Side::client, Hello{kVersion, full_host()}},
                          {Side::server, Wait{1}},
                          {Side::server, Welcome{kSession, full_host()}}};
  for (const int run : {1, 2}) {
    const std::vector<Line> one{{Side::client, Prepare{run, udp_both()}},
                                {Side::server, Granted{run, udp_both(), {"a note"}, kToken}},
                                {Side::server, Ready{run}},
                                {Side::client, Go{run}},
                                {Side::server, Count{run, upload, sample_at(100ms, 250000)}},
                                {Side::client, Count{run, download, sample_at(100ms, 190000)}},
                                {Side::client, Stop{run}},
                                {Side::client, Ended{run, upload, {17, 18}}},
                                {Side::server, Ended{run, download, {19, 20}}},
                                {Side::client, Outcome{run, {{upload, view_of(9)}, {download, view_of(8)}}}},
                                {Side::server, Outcome{run, {{upload, view_of(9)}, {download, view_of(8)}}}}};
    lines.insert(lines.end(), one.begin(), one.end());
  }
  return lines;
}

struct Ends {
  Conversation client{Side::client};
  Conversation server{Side::server};
  Conversation& of(Side side) { return side == Side::client ? client : server; }
  Conversation& other(Side side) { return side == Side::client ? server : client; }
};

// Both ends after `steps` lines of whole_test(), all heard.
Ends after(std::size_t steps) {
  Ends ends;
  ends.client.start(kT0);
  ends.server.start(kT0);
  const auto lines = whole_test();
  for (std::size_t i = 0; i < steps; ++i) {
    const Turn said = ends.of(lines[i].sayer).say(lines[i].message, kT0);
    EXPECT_FALSE(ends.other(lines[i].sayer).on_bytes(said.send, kT0).over);
  }
  return ends;
}

Refusal refusal_in(const std::string& frame) { return std::get<Refusal>(decode(json_in(frame)).value()); }

void expect_ended(const Turn& turn, Error::Kind kind) {
  ASSERT_TRUE(turn.over);
  EXPECT_EQ(turn.over->kind, kind);
  EXPECT_FALSE(turn.over->detail.empty());
  EXPECT_FALSE(turn.wake_at);
}

TEST(ConversationTest, AClientOpensWithThePrefaceAndAServerWithNothing) {
  EXPECT_EQ(Conversation(Side::client).start(kT0).send, "TTCP/1 control\n");
  const Turn server = Conversation(Side::server).start(kT0);
  EXPECT_EQ(server.send, "");
  EXPECT_EQ(server.wake_at, kT0 + 5s);
}

TEST(ConversationTest, AWholeTestArrivesMessageByMessage) {
  Ends ends = after(0);
  for (const auto& [sayer, message] : whole_test()) {
    const Turn said = ends.of(sayer).say(message, kT0);
    EXPECT_EQ(said.send, encode(message));
    const Turn heard = ends.other(sayer).on_bytes(said.send, kT0);
    EXPECT_THAT(heard.arrived, ElementsAre(message));
    EXPECT_EQ(heard.send, "");
    EXPECT_FALSE(heard.over);
  }
}

TEST(ConversationTest, AWholeTestByteByByteArrivesAtEachLastByte) {
  Ends ends = after(0);
  for (const auto& [sayer, message] : whole_test()) {
    const std::string bytes = ends.of(sayer).say(message, kT0).send;
    Conversation& hearer = ends.other(sayer);
    for (std::size_t i = 0; i + 1 < bytes.size(); ++i) {
      const Turn turn = hearer.on_bytes(bytes.substr(i, 1), kT0);
      ASSERT_TRUE(turn.arrived.empty() && turn.send.empty() && !turn.over);
    }
    EXPECT_THAT(hearer.on_bytes(bytes.substr(bytes.size() - 1), kT0).arrived, ElementsAre(message));
  }
}

TEST(ConversationTest, ServerMessagesInOneChunkAllArriveInOrder) {
  Ends ends = after(1);
  const auto lines = whole_test();
  const Turn turn = ends.client.on_bytes(encode(lines[1].message) + encode(Alive{}) + encode(lines[2].message), kT0);
  EXPECT_THAT(turn.arrived, ElementsAre(lines[1].message, lines[2].message));
}

TEST(ConversationTest, ACloseAtEveryStepIsThePeersErrorAtBothEnds) {
  for (std::size_t step = 0; step <= whole_test().size(); ++step) {
    Ends ends = after(step);
    expect_ended(ends.client.on_close(), Error::Kind::peer);
    expect_ended(ends.server.on_close(), Error::Kind::peer);
    expect_ended(ends.server.on_bytes(encode(Hello{}), kT0), Error::Kind::peer);
  }
}

TEST(ConversationTest, AHalfMessageAndACloseAtEveryStepIsThePeersError) {
  const auto lines = whole_test();
  for (std::size_t step = 0; step < lines.size(); ++step) {
    Ends ends = after(step);
    const std::string bytes = ends.of(lines[step].sayer).say(lines[step].message, kT0).send;
    Conversation& hearer = ends.other(lines[step].sayer);
    EXPECT_THAT(hearer.on_bytes(bytes.substr(0, bytes.size() - 1), kT0).arrived, IsEmpty());
    expect_ended(hearer.on_close(), Error::Kind::peer);
  }
}

TEST(ConversationTest, GarbageAtEveryStepIsRefusedAtBothEnds) {
  const std::vector<std::string> garbage{"GET / HTTP/1.1\r\n\r\n",      "\0\0\0\0"s,
                                         "\xFF\xFF\xFF\xFF"s,           framed("garbage"),
                                         framed(R"({"type":"hello"})"), framed(R"({"type":"dance"})")};
  for (std::size_t step = 0; step <= whole_test().size(); ++step) {
    for (const std::string& bytes : garbage) {
      for (const Side side : {Side::client, Side::server}) {
        Ends ends = after(step);
        const Turn turn = ends.of(side).on_bytes(bytes, kT0);
        expect_ended(turn, Error::Kind::peer);
        EXPECT_EQ(refusal_in(turn.send).sentence, turn.over->detail);
        EXPECT_THAT(turn.arrived, IsEmpty());
      }
    }
  }
}

TEST(ConversationTest, AnUnknownMessageIsRefusedWithItsKindAndASentence) {
  Ends ends = after(3);
  const Turn turn = ends.server.on_bytes(framed(R"({"type":"dance"})"), kT0);
  EXPECT_EQ(refusal_in(turn.send), (Refusal{"unknown-message", "version 1 has no message \"dance\""}));
  const Turn at_client = ends.client.on_bytes(turn.send, kT0);
  EXPECT_THAT(at_client.arrived, ElementsAre(Message(refusal_in(turn.send))));
  EXPECT_EQ(at_client.over, (Error{Error::Kind::peer, "", 0, "version 1 has no message \"dance\""}));
  EXPECT_EQ(at_client.send, "");
}

TEST(ConversationTest, AMessageOutOfOrderIsRefusedAndThoseBeforeItArrive) {
  Ends ends = after(3);
  const Message prepare = Prepare{1, tcp_upload()};
  const Turn turn = ends.server.on_bytes(encode(prepare) + encode(Go{1}) + encode(Bye{}), kT0);
  EXPECT_THAT(turn.arrived, ElementsAre(prepare));
  expect_ended(turn, Error::Kind::peer);
  EXPECT_EQ(refusal_in(turn.send).kind, kUnexpectedMessage);
}

TEST(ConversationTest, AnotherVersionInTheHelloIsRefused) {
  Ends ends = after(0);
  const Turn turn = ends.server.on_bytes(encode(Hello{2, {}}), kT0);
  EXPECT_EQ(refusal_in(turn.send).kind, kOtherVersion);
  expect_ended(turn, Error::Kind::peer);
}

TEST(ConversationTest, LateWordsOfTheLastRunAreDropped) {
  Ends ends = after(whole_test().size());
  const Turn turn = ends.server.on_bytes(encode(Stop{2}) + encode(Count{1, upload, {}}), kT0);
  EXPECT_THAT(turn.arrived, IsEmpty());
  EXPECT_FALSE(turn.over);
  EXPECT_EQ(ends.server.say(Stop{2}, kT0).send, "");
}

std::string long_outcome(int run) {
  std::vector<model::Sample> samples;
  for (int i = 0; i < 3000; ++i) samples.push_back(sample_at(i * 100ms, i * 12500000LL));
  Outcome outcome{run, {{upload, view_of(1)}}};
  outcome.views[0].view.samples = samples;
  return encode(outcome);
}

TEST(ConversationTest, OnlyAnOutcomeMayBeLongAndOnlyWhileItIsOwed) {
  ASSERT_GT(long_outcome(1).size(), kLongestMessage);
  Ends running = after(7);
  EXPECT_EQ(running.server.on_bytes(long_outcome(1), kT0).arrived.size(), 1U);
  EXPECT_TRUE(running.server.on_bytes(long_outcome(1), kT0).over);
  Ends not_yet = after(6);
  EXPECT_EQ(refusal_in(not_yet.server.on_bytes(long_outcome(1), kT0).send).kind, kBadLength);
  Ends chatty = after(7);
  const std::string stop = R"({"type":"stop","run":1,"x":")" + std::string(kLongestMessage, 'x') + "\"}";
  EXPECT_EQ(refusal_in(chatty.server.on_bytes(framed(stop), kT0).send).kind, kBadLength);
}

TEST(ConversationTest, AHelloThatDoesNotComeIsATimeoutAtItsDeadlineNotBeforeHoweverItDribbles) {
  Ends ends = after(0);
  EXPECT_EQ(ends.server.on_bytes("\0\0"s, kT0 + 4s).wake_at, kT0 + 5s);
  const Turn before = ends.server.on_time(kT0 + 5s - 1ns);
  EXPECT_FALSE(before.over);
  EXPECT_EQ(before.send, "");
  Conversation dribbled = ends.server;
  expect_ended(dribbled.on_bytes("\0"s, kT0 + 5s), Error::Kind::timeout);
  expect_ended(ends.server.on_time(kT0 + 5s), Error::Kind::timeout);
}

TEST(ConversationTest, SilenceAtEveryLaterStepIsATimeoutAfterThreeSecondsNotBefore) {
  for (std::size_t step = 1; step <= whole_test().size(); ++step) {
    for (const Side side : {Side::client, Side::server}) {
      Ends ends = after(step);
      Conversation& waiting = ends.of(side);
      EXPECT_FALSE(waiting.on_time(kT0 + 3s - 1ns).over);
      const Turn turn = waiting.on_time(kT0 + 3s);
      expect_ended(turn, Error::Kind::timeout);
      EXPECT_EQ(turn.send, "");
    }
  }
}

TEST(ConversationTest, ASecondWithoutAWordMakesItSayAlive) {
  Ends ends = after(3);
  const Turn before = ends.client.on_time(kT0 + 1s - 1ns);
  EXPECT_EQ(before.send, "");
  EXPECT_EQ(before.wake_at, kT0 + 1s);
  const Turn turn = ends.client.on_time(kT0 + 1s);
  EXPECT_EQ(turn.send, encode(Alive{}));
  EXPECT_EQ(turn.wake_at, kT0 + 2s);
  const Turn heard = ends.server.on_bytes(turn.send, kT0 + 500ms);
  EXPECT_THAT(heard.arrived, IsEmpty());
  EXPECT_FALSE(heard.over);
}

TEST(ConversationTest, AnotherWordPutsAliveOff) {
  Ends ends = after(3);
  ends.client.say(Prepare{1, tcp_upload()}, kT0 + 900ms);
  EXPECT_EQ(ends.client.on_time(kT0 + 1800ms).send, "");
  EXPECT_EQ(ends.client.on_time(kT0 + 1900ms).send, encode(Alive{}));
}

TEST(ConversationTest, TwoEndsWithNothingToSayStayTogether) {
  Ends ends = after(3);
  for (auto now = kT0; now < kT0 + 60s; now += 100ms) {
    const Turn client = ends.client.on_time(now);
    const Turn server = ends.server.on_time(now);
    ASSERT_FALSE(client.over || server.over);
    ASSERT_FALSE(ends.server.on_bytes(client.send, now).over || ends.client.on_bytes(server.send, now).over);
  }
}

TEST(ConversationTest, PayloadElsewhereCountsAsAWord) {
  Ends ends = after(7);
  ends.client.heard_elsewhere(kT0 + 2s);
  EXPECT_FALSE(ends.client.on_time(kT0 + 3s).over);
  expect_ended(ends.client.on_time(kT0 + 5s), Error::Kind::timeout);
}

TEST(ConversationTest, HalfAMessageCountsAsAWord) {
  Ends ends = after(7);
  ends.client.on_bytes("\0\0"s, kT0 + 2s);
  EXPECT_FALSE(ends.client.on_time(kT0 + 4s).over);
}

TEST(ConversationTest, ByeEndsItAtBothEndsAndNothingComesAfter) {
  for (const Side side : {Side::client, Side::server}) {
    Ends ends = after(3);
    const Turn said = ends.of(side).say(Bye{}, kT0);
    EXPECT_EQ(said.send, encode(Bye{}));
    expect_ended(said, Error::Kind::cancelled);
    const Turn heard = ends.other(side).on_bytes(said.send + encode(Bye{}), kT0);
    EXPECT_THAT(heard.arrived, ElementsAre(Message(Bye{})));
    EXPECT_EQ(heard.over, (Error{Error::Kind::peer, "", 0, std::string(kByeArrived)}));
    const Turn later = ends.of(side).say(Alive{}, kT0 + 1s);
    EXPECT_EQ(later.send, "");
    EXPECT_EQ(later.over, said.over);
    EXPECT_EQ(ends.of(side).on_time(kT0 + 9s).over, said.over);
    EXPECT_EQ(ends.of(side).on_close().over, said.over);
  }
}

TEST(ConversationTest, ARefusalThatTheDriverSaysEndsItAtBothEnds) {
  Ends ends = after(1);
  const Turn said = ends.server.say(Refusal{"leaving", "this server is leaving"}, kT0);
  expect_ended(said, Error::Kind::cancelled);
  const Turn heard = ends.client.on_bytes(said.send, kT0);
  EXPECT_EQ(heard.over->detail, "this server is leaving");
  EXPECT_EQ(heard.arrived.size(), 1U);
}

}  // namespace
}  // namespace ttcp::wire::native

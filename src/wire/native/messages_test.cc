// SPDX-License-Identifier: MIT
// Each message there and back, and everything that is none.
#include "wire/native/messages.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "wire/native/examples_for_tests.h"

namespace ttcp::wire::native {
namespace {

using namespace std::string_literals;
using nlohmann::json;
using testing::HasSubstr;

Message again(const Message& message) { return decode(json_in(encode(message))).value(); }

Refusal refusal_of(const std::string& text) {
  const Reading reading = read(text);
  EXPECT_FALSE(reading.message) << text;
  return reading.refusal;
}

// The example called `word`, changed.
template <class Change>
std::string spoilt(std::string_view called, Change change) {
  for (const Message& message : one_of_each()) {
    if (word(message) != called) continue;
    json object = json::parse(json_in(encode(message)));
    change(object);
    return object.dump();
  }
  return "no such message";
}

TEST(NativeMessagesTest, EveryMessageRoundTrips) {
  const auto all = one_of_each();
  ASSERT_EQ(all.size(), std::variant_size_v<Message>);
  for (std::size_t i = 0; i < all.size(); ++i) {
    EXPECT_EQ(all[i].index(), i);
    EXPECT_EQ(again(all[i]), all[i]) << word(all[i]);
  }
}

TEST(NativeMessagesTest, EmptyAndTcpVariantsRoundTrip) {
  for (const Message& message : std::vector<Message>{Granted{1, tcp_upload(), {}, ""}, Outcome{1, {}},
                                                     Ended{1, model::Direction::upload, {}}, Hello{}}) {
    EXPECT_EQ(again(message), message) << word(message);
  }
}

TEST(NativeMessagesTest, AFrameStartsWithItsLengthAndItsType) {
  EXPECT_EQ(encode(Bye{}), "\0\0\0\x0e{\"type\":\"bye\"}"s);
  EXPECT_EQ(encode(Go{12}), "\0\0\0\x16{\"type\":\"go\",\"run\":12}"s);
}

TEST(NativeMessagesTest, UnknownFieldsAreIgnored) {
  for (const Message& message : one_of_each()) {
    json object = json::parse(json_in(encode(message)));
    object["a later version's"] = json{{"more", {1, 2, 3}}};
    const auto read_again = decode(object.dump());
    ASSERT_TRUE(read_again) << word(message);
    EXPECT_EQ(*read_again, message);
  }
}

TEST(NativeMessagesTest, EveryFieldIsNeeded) {
  for (const Message& message : one_of_each()) {
    const json whole = json::parse(json_in(encode(message)));
    for (const auto& [name, value] : whole.items()) {
      json object = whole;
      object.erase(name);
      const Refusal refusal = refusal_of(object.dump());
      EXPECT_EQ(refusal.kind, kBadMessage);
      EXPECT_THAT(refusal.sentence, HasSubstr("\"" + name + "\" is missing"));
      object[name] = nullptr;
      EXPECT_EQ(refusal_of(object.dump()).kind, kBadMessage) << object;
    }
  }
}

TEST(NativeMessagesTest, AnUnknownMessageIsRefusedByItsOwnKindAndASentence) {
  const Refusal refusal = refusal_of(R"({"type":"dance"})");
  EXPECT_EQ(refusal.kind, kUnknownMessage);
  EXPECT_EQ(refusal.sentence, "version 1 has no message \"dance\"");
}

TEST(NativeMessagesTest, WhatIsNotAnObjectWithATypeIsRefused) {
  for (const std::string& text : {""s, " "s, "{"s, "[]"s, "null"s, "1"s, "\"hello\""s, "{}"s, R"({"type":7})"s,
                                  R"({"type":null})"s, "{\"type\":\"bye\"} x"s, "\xFF"s, "{\"type\":\"b\xFFye\"}"s,
                                  R"({"type":")" + std::string(kLongestKind + 1, 'x') + "\"}", std::string(9, '\0')}) {
    EXPECT_EQ(refusal_of(text).kind, kBadMessage) << text;
  }
}

TEST(NativeMessagesTest, DeepNestingIsRefusedBeforeItIsParsed) {
  const std::string deep = R"({"type":"bye","x":)" + std::string(20000, '[') + std::string(20000, ']') + "}";
  EXPECT_EQ(refusal_of(deep).kind, kBadMessage);
}

TEST(NativeMessagesTest, ValuesOutOfRangeAreRefused) {
  const auto set = [](const char* name, json value) {
    return [name, value = std::move(value)](json& object) { object[name] = value; };
  };
  const std::vector<std::string> bad{
      spoilt("hello", set("version", 0)),
      spoilt("welcome", set("session", "")),
      spoilt("welcome", set("session", "XYZ")),
      spoilt("wait", set("place", 0)),
      spoilt("wait", set("place", 1.5)),
      spoilt("wait", set("place", 1e300)),
      spoilt("refusal", set("kind", "")),
      spoilt("refusal", set("kind", "No Word")),
      spoilt("refusal", set("sentence", std::string(kLongestSentence + 1, 'x'))),
      spoilt("go", set("run", -1)),
      spoilt("go", set("run", kHighestRun + 1)),
      spoilt("go", set("run", 18446744073709551615U)),
      spoilt("go", set("run", "7")),
      spoilt("prepare", [](json& it) { it["plan"]["directions"] = json::array(); }),
      spoilt("prepare",
             [](json& it) {
               it["plan"]["directions"] = {"upload", "upload"};
             }),
      spoilt("granted", set("udp_token", "")),
      spoilt("granted", set("udp_token", std::string(32, 'G'))),
      spoilt("granted", set("notes", std::vector<std::string>(kMostNotes + 1, "x"))),
      spoilt("granted", set("notes", {1})),
      spoilt("count", set("direction", "sideways")),
      spoilt("count", set("sample", json::array())),
      spoilt("ended", set("datagrams", std::vector<int>(129, 1))),
      spoilt("ended", set("datagrams", {-1})),
      spoilt("ended", set("datagrams", {1LL << 53})),
      spoilt("outcome", [](json& it) { it["views"][1]["direction"] = "upload"; }),
      spoilt("outcome", [](json& it) { it["views"].push_back(it["views"][0]); }),
      spoilt("outcome", [](json& it) { it["views"][1].erase("view"); }),
      spoilt("outcome", set("views", {1})),
  };
  for (const std::string& text : bad) {
    const Refusal refusal = refusal_of(text);
    EXPECT_EQ(refusal.kind, kBadMessage) << text;
    EXPECT_FALSE(refusal.sentence.empty());
  }
}

TEST(NativeMessagesTest, ATokenForTcpIsRefused) {
  EXPECT_EQ(refusal_of(json_in(encode(Granted{1, tcp_upload(), {}, kToken}))).kind, kBadMessage);
}

TEST(NativeMessagesTest, AHelloOfAnotherVersionIsReadAsFarAsItsVersion) {
  const auto hello = decode(R"({"type":"hello","version":2,"who":"unknown to us"})");
  ASSERT_TRUE(hello);
  EXPECT_EQ(std::get<Hello>(*hello).version, 2);
}

TEST(NativeMessagesTest, ControlCharactersDontGetThrough) {
  const auto message = again(Refusal{"rude",
                                     "\x1b[31mred\x7f\r\n\xc2\x9b"
                                     "A caf\xc3\xa9"});
  EXPECT_EQ(std::get<Refusal>(message).sentence, "?[31mred????A caf\xc3\xa9");
}

TEST(NativeMessagesTest, BytesThatAreNotUtf8DontSpoilTheMessage) {
  const auto message = again(Refusal{"odd", "caf\xe9"});
  EXPECT_EQ(std::get<Refusal>(message).sentence, "caf\xef\xbf\xbd");
}

TEST(NativeMessagesTest, ARefusalOfAnythingIsItselfWithinTheLimits) {
  const std::string text = R"({"type":"prepare","run":1,"plan":{")" + std::string(3000, 'x') + "\":1}}";
  const Refusal refusal = refusal_of(text);
  EXPECT_EQ(again(refusal), Message(refusal));
}

}  // namespace
}  // namespace ttcp::wire::native

// SPDX-License-Identifier: MIT
// nettp's messages, byte by byte.
#include "wire/nettp/messages.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

namespace ttcp::wire::nettp {
namespace {

using namespace std::string_literals;
using namespace std::chrono_literals;
using base::Bytes;
using model::FarResult;
using testing::Each;
using testing::Not;
using testing::Truly;

const Request kRequest{Bytes(1048576), 10};
const std::string kHello = "nettp\1\0\0"s + "\0\0\0\0\0\x10\0\0"s + "\0\0\0\0\0\0\0\x0A"s;

std::string with(std::string message, std::size_t at, char value) {
  message[at] = value;
  return message;
}

// `message` with each of its first `length` bytes spoilt in turn.
std::vector<std::string> spoilt(const std::string& message, std::size_t length) {
  std::vector<std::string> all;
  for (std::size_t i = 0; i < length; ++i) all.push_back(with(message, i, '\x7F'));
  return all;
}

// For the three tests of nonsense.
bool is_hello(const std::string& message) { return decode_hello(message).has_value(); }
bool is_answer(const std::string& message) { return decode_answer(message).has_value(); }
bool is_whole_result(const std::string& message) { return decode_result(message, kRequest.total()).has_value(); }

TEST(NettpMessagesTest, TheHelloIsTheOneOfTheDocument) {
  EXPECT_EQ(encode_hello(kRequest), kHello);
  EXPECT_EQ(decode_hello(kHello), kRequest);
}

TEST(NettpMessagesTest, TheAnswerIsTheOneOfTheDocument) {
  EXPECT_EQ(encode_answer(Answer::accepted), "nettp\1\1\0"s);
  EXPECT_EQ(encode_answer(Answer::unknown_version), "nettp\1\2\0"s);
  EXPECT_EQ(encode_answer(Answer::bad_request), "nettp\1\3\0"s);
  EXPECT_EQ(encode_answer(Answer::busy), "nettp\1\4\0"s);
}

TEST(NettpMessagesTest, TheResultIsTheOneOfTheDocument) {
  const FarResult counted{Bytes(10485760), 89123456ns};
  const std::string result = "nettp\1\1\0"s + "\0\0\0\0\0\xA0\0\0"s + "\0\0\0\0\x05\x4F\xEA\x80"s;
  EXPECT_EQ(encode_result(kRequest, counted), result);
  EXPECT_EQ(decode_result(result, kRequest.total()), counted);
}

TEST(NettpMessagesTest, AResultOfAnyOtherCountIsIncomplete) {
  for (const std::int64_t bytes : {0, 10485759, 10485761}) {
    const std::string message = encode_result(kRequest, {Bytes(bytes), 1s});
    EXPECT_EQ(message[6], 2);
    EXPECT_EQ(decode_result(message, kRequest.total()), (FarResult{Bytes(bytes), 1s}));
  }
}

TEST(NettpMessagesTest, TheLimitsAreWithinAndOneBeyondIsNot) {
  const std::vector<Request> good{{Bytes(1), 1}, {Bytes(1 << 30), 1LL << 31}};
  const std::vector<Request> bad{{Bytes(0), 1},  {Bytes(1), 0}, {Bytes((1 << 30) + 1), 1}, {Bytes(1), (1LL << 31) + 1},
                                 {Bytes(-1), 1}, {Bytes(1), -1}};
  EXPECT_THAT(good, Each(Truly(is_within_limits)));
  EXPECT_THAT(bad, Each(Not(Truly(is_within_limits))));
  for (const Request& request : good) EXPECT_EQ(decode_hello(encode_hello(request)), request);
  EXPECT_EQ((Request{kLargestBlock, kMostBlocks}.total()), Bytes(1LL << 61));
}

TEST(NettpMessagesTest, AHelloThatIsNotExactlyRightIsNonsense) {
  EXPECT_THAT(spoilt(kHello, 8), Each(Not(Truly(is_hello))));
  const std::vector<std::string> others{with(kHello, 8, '\x80'),  // a block of 2^63 and more
                                        with(kHello, 8, '\x01'),
                                        with(kHello, 16, '\xFF'),
                                        with(kHello, 23, '\0'),  // no blocks
                                        kHello.substr(1),
                                        kHello + "x",
                                        "",
                                        std::string(kHelloLength, '\0')};
  EXPECT_THAT(others, Each(Not(Truly(is_hello))));
}

TEST(NettpMessagesTest, AnAnswerThatIsNotExactlyRightIsNonsense) {
  const std::string answer = encode_answer(Answer::accepted);
  EXPECT_THAT(spoilt(answer, kAnswerLength), Each(Not(Truly(is_answer))));
  const std::vector<std::string> others{with(answer, 6, '\0'), answer.substr(0, 7), answer + "x", ""};
  EXPECT_THAT(others, Each(Not(Truly(is_answer))));
}

TEST(NettpMessagesTest, OnlyARefusalOfTheVersionMayCarryAnotherVersion) {
  const std::string refusal = encode_answer(Answer::unknown_version);
  EXPECT_FALSE(decode_answer(refusal));  // our own version isn't unknown to a server that speaks it
  EXPECT_EQ(decode_answer(with(refusal, 5, '\2')), (AnswerMessage{2, Answer::unknown_version}));
  EXPECT_FALSE(decode_answer(with(encode_answer(Answer::busy), 5, '\2')));
}

TEST(NettpMessagesTest, AResultThatIsNotExactlyRightIsNonsense) {
  const std::string result = encode_result(kRequest, {kRequest.total(), 1s});
  EXPECT_TRUE(is_whole_result(result));
  EXPECT_THAT(spoilt(result, 8), Each(Not(Truly(is_whole_result))));
  const std::vector<std::string> others{with(result, 6, '\2'),     // incomplete with all bytes
                                        with(result, 15, '\1'),    // complete with another count
                                        with(result, 8, '\x80'),   // 2^63 bytes and more
                                        with(result, 16, '\x80'),  // 2^63 ns and more
                                        result.substr(0, 23),     result + "x", ""};
  EXPECT_THAT(others, Each(Not(Truly(is_whole_result))));
}

TEST(NettpMessagesTest, AnOpeningIsKnownAtItsFirstWrongByte) {
  EXPECT_EQ(opening_of(""), Opening::unfinished);
  EXPECT_EQ(opening_of("nettp"), Opening::unfinished);
  EXPECT_EQ(opening_of("nettp\1"), Opening::good);
  EXPECT_EQ(opening_of("nettp\1anything"), Opening::good);
  EXPECT_EQ(opening_of("nettp\2"), Opening::other_version);
  EXPECT_EQ(opening_of("nettp\0"s), Opening::other_version);
  EXPECT_EQ(opening_of("G"), Opening::not_nettp);
  EXPECT_EQ(opening_of("netp"), Opening::not_nettp);
}

}  // namespace
}  // namespace ttcp::wire::nettp

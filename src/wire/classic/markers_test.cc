// SPDX-License-Identifier: MIT
// The markers around a UDP test, and every way in which some of them can be lost.
#include "wire/classic/markers.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

namespace ttcp::wire::classic {
namespace {

using namespace std::chrono_literals;
using enum model::DatagramVerdict;
using model::DatagramVerdict;
using model::MarkersSeen;
using model::PayloadSink;
using model::PayloadSource;
using testing::ElementsAre;

std::vector<DatagramVerdict> verdicts(MarkerJudge& judge, const std::vector<std::int64_t>& lengths) {
  std::vector<DatagramVerdict> all;
  all.reserve(lengths.size());
  for (const std::int64_t length : lengths) all.push_back(judge.judge(base::Bytes(length)));
  return all;
}

TEST(TransmitterMarkersTest, MadeUpPayloadHasAStartAnEndAndFourTrailingEnds) {
  const model::MarkerPlan expected{.length = base::Bytes(4),
                                   .start = true,
                                   .end = true,
                                   .trailing_pauses = {1ms, 10ms, 50ms, 200ms},
                                   .split_lookalikes = false};
  EXPECT_EQ(transmitter_markers(PayloadSource::pattern), expected);
  EXPECT_EQ(transmitter_markers(PayloadSource::random), expected);
}

TEST(TransmitterMarkersTest, StandardInputHasTheTrailingEndsAloneAndNeverAPayloadThatLooksLikeOne) {
  const model::MarkerPlan expected{.length = base::Bytes(4),
                                   .start = false,
                                   .end = false,
                                   .trailing_pauses = {1ms, 10ms, 50ms, 200ms},
                                   .split_lookalikes = true};
  EXPECT_EQ(transmitter_markers(PayloadSource::standard_input), expected);
}

TEST(CountingJudgeTest, TheFirstSmallDatagramIsTheStartAndTheSecondTheEnd) {
  MarkerJudge judge(PayloadSink::discard);
  EXPECT_THAT(verdicts(judge, {4, 1000, 1000, 4}), ElementsAre(start, payload, payload, end));
  EXPECT_EQ(judge.seen(), (MarkersSeen{.start = true, .end = true}));
}

TEST(CountingJudgeTest, AStartThatWasLostIsNotReplacedByTheEnd) {
  MarkerJudge judge(PayloadSink::discard);
  EXPECT_THAT(verdicts(judge, {1000, 1000, 4}), ElementsAre(payload, payload, end));
  EXPECT_EQ(judge.seen(), (MarkersSeen{.start = false, .end = true}));
}

TEST(CountingJudgeTest, AnEndThatWasLostIsReplacedByATrailingOne) {
  MarkerJudge judge(PayloadSink::discard);
  EXPECT_THAT(verdicts(judge, {4, 1000, 4}), ElementsAre(start, payload, end));
  EXPECT_TRUE(judge.seen().end);
}

TEST(CountingJudgeTest, WhenAllEndsAreLostNoneIsSeen) {
  MarkerJudge judge(PayloadSink::discard);
  EXPECT_THAT(verdicts(judge, {4, 1000, 1000}), ElementsAre(start, payload, payload));
  EXPECT_EQ(judge.seen(), (MarkersSeen{.start = true, .end = false}));
}

TEST(CountingJudgeTest, WhenAllMarkersAreLostNoneIsSeen) {
  MarkerJudge judge(PayloadSink::discard);
  EXPECT_THAT(verdicts(judge, {1000}), ElementsAre(payload));
  EXPECT_EQ(judge.seen(), MarkersSeen{});
}

TEST(CountingJudgeTest, NoPayloadAtAllIsAStartAndAnEnd) {
  MarkerJudge judge(PayloadSink::discard);
  EXPECT_THAT(verdicts(judge, {4, 4}), ElementsAre(start, end));
  EXPECT_EQ(judge.seen(), (MarkersSeen{.start = true, .end = true}));
}

TEST(CountingJudgeTest, WhenAllPayloadAndTheStartAreLostTwoEndsFinishTheTest) {
  MarkerJudge judge(PayloadSink::discard);
  EXPECT_THAT(verdicts(judge, {4, 4}), ElementsAre(start, end));
}

TEST(CountingJudgeTest, UpToFourBytesAreAMarkerAndFiveArePayload) {
  for (const std::int64_t length : {0, 1, 2, 3, 4}) {
    MarkerJudge judge(PayloadSink::discard);
    EXPECT_THAT(verdicts(judge, {length, 5, length}), ElementsAre(start, payload, end)) << length;
  }
}

TEST(CountingJudgeTest, DatagramsAfterTheEndAreStillSorted) {
  MarkerJudge judge(PayloadSink::discard);
  EXPECT_THAT(verdicts(judge, {4, 1000, 4, 1000, 4}), ElementsAre(start, payload, end, payload, end));
}

TEST(WritingJudgeTest, ExactlyFourBytesAfterPayloadAreTheEnd) {
  MarkerJudge judge(PayloadSink::standard_output);
  EXPECT_THAT(verdicts(judge, {10, 10, 6, 4}), ElementsAre(payload, payload, payload, end));
  EXPECT_EQ(judge.seen(), (MarkersSeen{.start = false, .end = true}));
}

TEST(WritingJudgeTest, LessThanFourBytesArePayload) {
  MarkerJudge judge(PayloadSink::standard_output);
  EXPECT_THAT(verdicts(judge, {0, 1, 2, 3, 4}), ElementsAre(payload, payload, payload, payload, end));
}

TEST(WritingJudgeTest, ALookalikeSentInTwoPiecesIsPayload) {
  MarkerJudge judge(PayloadSink::standard_output);
  EXPECT_THAT(verdicts(judge, {2, 2, 4}), ElementsAre(payload, payload, end));
}

TEST(WritingJudgeTest, TheStartOfMadeUpPayloadDoesNotEndTheTest) {
  MarkerJudge judge(PayloadSink::standard_output);
  EXPECT_THAT(verdicts(judge, {4, 200, 200, 4}), ElementsAre(start, payload, payload, end));
}

TEST(WritingJudgeTest, AnEmptyInputIsOverAtTheSecondTrailingEnd) {
  MarkerJudge judge(PayloadSink::standard_output);
  EXPECT_THAT(verdicts(judge, {4, 4}), ElementsAre(start, end));
  EXPECT_TRUE(judge.seen().end);
}

TEST(WritingJudgeTest, WhenAllEndsAreLostNoneIsSeen) {
  MarkerJudge judge(PayloadSink::standard_output);
  EXPECT_THAT(verdicts(judge, {10, 6}), ElementsAre(payload, payload));
  EXPECT_EQ(judge.seen(), MarkersSeen{});
}

}  // namespace
}  // namespace ttcp::wire::classic

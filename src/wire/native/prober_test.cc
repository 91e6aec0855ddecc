// SPDX-License-Identifier: MIT
// Requests on schedule, replies split anywhere, a stalled server, and replies that are none.
#include "wire/native/prober.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace ttcp::wire::native {
namespace {

using namespace std::string_literals;
using namespace std::chrono_literals;
using testing::ElementsAre;
using testing::IsEmpty;
using Times = std::vector<base::Duration>;

constexpr base::TimePoint kT0{1000s};

std::string request(char number) { return "\0\0\0\0\0\0\0"s + number; }

// Started, with requests 0 to 2 sent on time.
Prober with_three_sent() {
  Prober prober;
  prober.start(kT0);
  prober.on_time(kT0 + 20ms);
  prober.on_time(kT0 + 40ms);
  return prober;
}

TEST(ProberTest, ARequestGoesOutEveryTwentyMilliseconds) {
  Prober prober;
  const auto first = prober.start(kT0);
  EXPECT_EQ(first.send, request(0));
  EXPECT_EQ(first.wake_at, kT0 + 20ms);
  EXPECT_EQ(prober.on_time(kT0 + 20ms - 1ns).send, "");
  const auto second = prober.on_time(kT0 + 20ms);
  EXPECT_EQ(second.send, request(1));
  EXPECT_EQ(second.wake_at, kT0 + 40ms);
  EXPECT_EQ(prober.outstanding(), 2);
}

TEST(ProberTest, LateWakeUpsDontMoveTheSchedule) {
  Prober prober;
  prober.start(kT0);
  const auto turn = prober.on_time(kT0 + 65ms);
  EXPECT_EQ(turn.send, request(1) + request(2) + request(3));
  EXPECT_EQ(turn.wake_at, kT0 + 80ms);
}

TEST(ProberTest, ATimeCountsFromWhenTheRequestWasDueNotSent) {
  Prober prober;
  prober.start(kT0);
  prober.on_time(kT0 + 50ms);  // 1 and 2, which were due at 20 and 40
  const auto turn = prober.on_bytes(request(0) + request(1) + request(2), kT0 + 51ms);
  EXPECT_THAT(turn.times, ElementsAre(51ms, 31ms, 11ms));
  EXPECT_EQ(prober.outstanding(), 0);
}

TEST(ProberTest, RepliesByteByByteCountAtTheirLastByte) {
  Prober prober = with_three_sent();
  const std::string replies = request(0) + request(1);
  Times times;
  for (std::size_t i = 0; i < replies.size(); ++i) {
    const auto turn = prober.on_bytes(replies.substr(i, 1), kT0 + 41ms);
    EXPECT_EQ(turn.times.size(), i % kProbeLength == kProbeLength - 1 ? 1U : 0U);
    EXPECT_FALSE(turn.over);
    times.insert(times.end(), turn.times.begin(), turn.times.end());
  }
  EXPECT_THAT(times, ElementsAre(41ms, 21ms));
}

TEST(ProberTest, AStalledServerIsOwedNoMoreThanTheLimitAndTheRestIsMadeUpFor) {
  Prober prober(1ms);
  prober.start(kT0);
  const auto stalled = prober.on_time(kT0 + 2s);
  EXPECT_EQ(prober.outstanding(), kMostOutstanding);
  EXPECT_GT(stalled.wake_at, kT0 + 2s);
  const std::string first_reply = request(0);
  const auto after = prober.on_bytes(first_reply, kT0 + 2s);
  EXPECT_THAT(after.times, ElementsAre(2s));
  EXPECT_EQ(after.send, "\0\0\0\0\0\0\x05\xdc"s);  // 1500, due half a second ago
  EXPECT_EQ(prober.outstanding(), kMostOutstanding);
}

TEST(ProberTest, SilenceIsNoError) {
  Prober prober;
  prober.start(kT0);
  const auto turn = prober.on_time(kT0 + 1h);
  EXPECT_FALSE(turn.over);
  EXPECT_THAT(turn.times, IsEmpty());
}

void expect_over_after(const std::string& bytes, const Times& good) {
  Prober prober = with_three_sent();
  const auto turn = prober.on_bytes(bytes, kT0 + 40ms);
  EXPECT_EQ(turn.times, good);
  ASSERT_TRUE(turn.over);
  EXPECT_EQ(turn.over->kind, base::Error::Kind::peer);
  const auto later = prober.on_time(kT0 + 1s);
  EXPECT_EQ(later.over, turn.over);
  EXPECT_EQ(later.send, "");
  EXPECT_THAT(prober.on_bytes(request(1), kT0 + 1s).times, IsEmpty());
}

TEST(ProberTest, AReplyThatIsNotTheNextRequestsEndsIt) {
  expect_over_after(request(1), {});                                                        // out of turn
  expect_over_after(request(0) + request(0), {40ms});                                       // twice
  expect_over_after("HTTP/1.1 400 Bad Request\r\n", {});                                    // another program
  expect_over_after("\1\0\0\0\0\0\0\0"s, {});                                               // the wrong byte order
  expect_over_after(request(0) + request(1) + request(2) + request(3), {40ms, 20ms, 0ms});  // not asked yet
}

}  // namespace
}  // namespace ttcp::wire::native

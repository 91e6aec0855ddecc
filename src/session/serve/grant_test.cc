// SPDX-License-Identifier: MIT
// What a server grants, as values.
#include "session/serve/grant.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <functional>
#include <ostream>

namespace ttcp::session::serve {
namespace {
using namespace std::chrono_literals;
using base::BitRate;
using base::Bytes;
using model::Direction;
using testing::ElementsAre;
using testing::IsEmpty;

constexpr auto kMegabit = 1'000'000;

model::RunPlan upload() {
  model::RunPlan plan;
  plan.directions = {Direction::upload};
  return plan;
}

model::RunPlan datagrams() {
  auto plan = upload();
  plan.traffic.transport = model::Transport::udp;
  plan.traffic.rate = BitRate::bits_per_second(kMegabit);
  plan.traffic.block = Bytes(1472);
  plan.traffic.time = 1s;
  return plan;
}

TEST(GrantTest, WithoutLimitsWhatIsAskedIsGrantedWithoutANote) {
  auto plan = upload();
  plan.traffic.streams = 128;
  plan.traffic.time = 3600s;
  plan.traffic.rate = BitRate::bits_per_second(std::int64_t{400'000} * kMegabit);
  const auto granted = grant({}, plan);
  ASSERT_TRUE(granted);
  EXPECT_EQ(granted->plan, plan);
  EXPECT_THAT(granted->notes, IsEmpty());
}

TEST(GrantTest, EachLimitCutsAndSaysSo) {
  model::ServeLimits limits;
  limits.streams = 8;
  limits.duration = 5s;
  limits.rate = BitRate::bits_per_second(100 * kMegabit);
  auto plan = upload();
  plan.traffic.streams = 64;
  plan.traffic.time = 10s;
  plan.traffic.rate = BitRate::bits_per_second(200 * kMegabit);
  const auto granted = grant(limits, plan);
  ASSERT_TRUE(granted);
  EXPECT_EQ(granted->plan.traffic.streams, 8);
  EXPECT_EQ(granted->plan.traffic.time, 5s);
  EXPECT_EQ(granted->plan.traffic.rate, limits.rate);
  EXPECT_THAT(granted->notes,
              ElementsAre("asked for 64 streams, the server allows 8", "asked for 10 s, the server allows 5 s",
                          "asked for 200 Mbit/s, the server allows 100 Mbit/s"));
}

TEST(GrantTest, AnUnpacedTestIsPacedToTheServersRate) {
  model::ServeLimits limits;
  limits.rate = BitRate::bits_per_second(100 * kMegabit);
  const auto granted = grant(limits, upload());
  ASSERT_TRUE(granted);
  EXPECT_EQ(granted->plan.traffic.rate, limits.rate);
  EXPECT_THAT(granted->notes, ElementsAre("the server allows 100 Mbit/s"));
}

TEST(GrantTest, ATestWithoutATimeLearnsTheServersLimit) {
  model::ServeLimits limits;
  limits.duration = 5s;
  const auto granted = grant(limits, upload());
  ASSERT_TRUE(granted);
  EXPECT_EQ(granted->plan.traffic.time, 5s);
}

TEST(GrantTest, WhatIsWithinTheLimitsIsNotTouched) {
  model::ServeLimits limits;
  limits.streams = 8;
  limits.duration = 5s;
  auto plan = upload();
  plan.traffic.streams = 8;
  plan.traffic.time = 5s;
  const auto granted = grant(limits, plan);
  ASSERT_TRUE(granted);
  EXPECT_EQ(granted->plan, plan);
  EXPECT_THAT(granted->notes, IsEmpty());
}

struct Senseless {
  const char* name;
  std::function<void(model::RunPlan&)> spoil;
  const char* sentence;
};
std::ostream& operator<<(std::ostream& out, const Senseless& one) { return out << one.name; }
class SenselessPlanTest : public testing::TestWithParam<Senseless> {};

TEST_P(SenselessPlanTest, IsRefusedWithASentence) {
  auto plan = datagrams();
  GetParam().spoil(plan);
  const auto granted = grant({}, plan);
  ASSERT_FALSE(granted);
  EXPECT_EQ(granted.error().kind, base::Error::Kind::peer);
  EXPECT_EQ(granted.error().detail, GetParam().sentence);
}

INSTANTIATE_TEST_SUITE_P(
    GrantTest, SenselessPlanTest,
    testing::Values(
        Senseless{"NoDirection", [](auto& p) { p.directions = {}; }, "a run has one direction, or both once"},
        Senseless{"OneTwice",
                  [](auto& p) {
                    p.directions = {Direction::upload, Direction::upload};
                  },
                  "a run has one direction, or both once"},
        Senseless{"NoStream", [](auto& p) { p.traffic.streams = 0; }, "a run has at least one stream"},
        Senseless{"NoTime", [](auto& p) { p.traffic.time = 0s; }, "the time must be more than 0"},
        Senseless{"NoBytes", [](auto& p) { p.traffic.bytes = Bytes(0); }, "the bytes must be more than 0"},
        Senseless{"NoRate", [](auto& p) { p.traffic.rate.reset(); }, "a UDP run needs a rate"},
        Senseless{"RateBelowOne",
                  [](auto& p) {
                    p.traffic.streams = 2;
                    p.traffic.rate = BitRate::bits_per_second(1);
                  },
                  "the rate is below 1 bit/s per stream"},
        Senseless{"NoBlock", [](auto& p) { p.traffic.block.reset(); }, "a datagram has 32 to 65507 bytes"},
        Senseless{"ShortDatagram", [](auto& p) { p.traffic.block = Bytes(31); }, "a datagram has 32 to 65507 bytes"},
        Senseless{"LongDatagram", [](auto& p) { p.traffic.block = Bytes(65508); }, "a datagram has 32 to 65507 bytes"},
        Senseless{"HugeWindow", [](auto& p) { p.traffic.window = Bytes(std::int64_t{1} << 31); },
                  "a window has 1 to 1073741824 bytes"},
        Senseless{"HugeMss", [](auto& p) { p.traffic.mss = 65536; }, "the mss is out of range"},
        Senseless{"HugeDscp", [](auto& p) { p.traffic.dscp = 64; }, "the DSCP is 0 to 63"}),
    [](const auto& one) { return one.param.name; });

}  // namespace
}  // namespace ttcp::session::serve

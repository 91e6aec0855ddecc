// SPDX-License-Identifier: MIT
#include "codec/goodput.h"

#include <gtest/gtest.h>

namespace ttcp::codec {
namespace {
using base::Bytes;
using namespace std::chrono_literals;

model::FlowRecord receiver() {
  model::FlowRecord record;
  record.bytes = Bytes(1000);
  record.real = 3s;
  return record;
}

TEST(GoodputTest, AReceiverCountsFromTheFirstByteToTheLast) {
  model::FlowRecord record = receiver();
  record.first_byte_after = 1s;
  record.last_byte_after = 2500ms;
  EXPECT_EQ(goodput(record), (Goodput{Bytes(1000), 1500ms}));
}

TEST(GoodputTest, WithoutThoseMomentsAReceiversClockServes) {
  EXPECT_EQ(goodput(receiver()), (Goodput{Bytes(1000), 3s}));
}

TEST(GoodputTest, ATransmitterKnowsOnlyWhatItWasTold) {
  model::FlowRecord record = receiver();
  record.plan.role = model::Role::transmit;
  EXPECT_FALSE(goodput(record));
  record.far = model::FarResult{Bytes(900), 2s};
  EXPECT_EQ(goodput(record), (Goodput{Bytes(900), 2s}));
}

TEST(GoodputTest, ASpanUnderAMillisecondOrBackwardsIsNoMeasurement) {
  model::FlowRecord record = receiver();
  record.first_byte_after = 2s;
  record.last_byte_after = 2s + 999us;
  EXPECT_FALSE(goodput(record));
  record.last_byte_after = 2s + 1ms;
  EXPECT_TRUE(goodput(record));
  record.last_byte_after = 1s;
  EXPECT_FALSE(goodput(record));
}

}  // namespace
}  // namespace ttcp::codec

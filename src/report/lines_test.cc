// SPDX-License-Identifier: MIT
#include "report/lines.h"

#include <gtest/gtest.h>

namespace ttcp::report {
namespace {
using base::Bytes;
using namespace std::chrono_literals;

model::FlowPlan transmit(std::string host) {
  model::FlowPlan plan;
  plan.role = model::Role::transmit;
  plan.endpoint.host = std::move(host);
  return plan;
}

TEST(BannerTest, TheSeedsBannersWithTheirTwoSpaces) {
  EXPECT_EQ(banner(transmit("sheridan"), 5001),
            "ttcp-t: buflen=8192, nbuf=2048, align=16384/0, port=5001  tcp  -> sheridan\n");
  EXPECT_EQ(banner({}, 5001), "ttcp-r: buflen=8192, nbuf=2048, align=16384/0, port=5001  tcp\n");
}

TEST(BannerTest, APortAbove32767IsNotNegative) {
  EXPECT_EQ(banner({}, 40000), "ttcp-r: buflen=8192, nbuf=2048, align=16384/0, port=40000  tcp\n");
}

TEST(BannerTest, TheSocketBufferIsShownAsAskedForOnly) {
  model::FlowPlan plan = transmit("localhost");
  plan.buffer = {Bytes(1460), 8192, 1, false, false};
  plan.extent.buffers = 1000;
  plan.socket.buffer = Bytes(65536);
  plan.transport = model::Transport::udp;
  EXPECT_EQ(banner(plan, 25002),
            "ttcp-t: buflen=1460, nbuf=1000, align=8192/1, port=25002, sockbufsize=65536  udp  -> localhost\n");
}

TEST(BannerTest, NewLimitsFollowTheOldFields) {
  model::FlowPlan plan = transmit("h");
  plan.extent = {std::nullopt, Bytes(5'000'000'000), 500ms};
  plan.socket.buffer = Bytes(4096);
  EXPECT_EQ(banner(plan, 5001),
            "ttcp-t: buflen=8192, nbuf=unlimited, align=16384/0, port=5001, sockbufsize=4096, bytes=5000000000, "
            "time=0.5  tcp  -> h\n");
}

TEST(IntervalLineTest, UsesTheUnitOfTheReport) {
  const model::Interval interval{1s, 2s, Bytes(839311)};
  EXPECT_EQ(interval_line({}, interval, 'K'), "ttcp-r:   1.00-2.00   sec  839311 bytes = 819.64 KB/sec\n");
  EXPECT_EQ(interval_line({}, interval, 'm'), "ttcp-r:   1.00-2.00   sec  839311 bytes = 6.40 Mbit/sec\n");
}

TEST(IntervalLineTest, AnEmptySpanHasNoRate) {
  EXPECT_EQ(interval_line({}, {2s, 2s, Bytes(1)}, 'K'), "ttcp-r:   2.00-2.00   sec  1 bytes = unknown\n");
}

}  // namespace
}  // namespace ttcp::report

// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <array>
#include <cstring>

#include "probe/rusage.h"
#include "probe/tcp_info.h"

namespace ttcp::probe {
namespace {
using namespace std::chrono_literals;

std::array<std::byte, 240> captured() {
  std::array<std::byte, 240> raw{};
  const auto put = [&raw](std::size_t offset, std::uint32_t value) { std::memcpy(raw.data() + offset, &value, 4); };
  raw[0] = std::byte{1};  // ESTABLISHED
  raw[5] = std::byte{5};  // timestamps and window scaling
  put(16, 1448);
  put(68, 15300);
  put(76, 0x7fffffff);
  put(80, 10);
  put(100, 3);
  put(148, 0xffffffff);
  put(228, 65536);
  put(232, 4128);
  return raw;
}

TEST(TcpInfoTest, FieldsAreReadAtTheKernelsOffsets) {
  const auto raw = captured();
  const auto facts = parse_tcp_info(raw);
  EXPECT_EQ(facts.state, "ESTABLISHED");
  EXPECT_EQ(facts.mss, 1448);
  EXPECT_EQ(facts.rtt, 15300us);
  EXPECT_EQ(facts.cwnd, 10);
  EXPECT_EQ(facts.retransmits, 3);
  EXPECT_EQ(facts.send_window, 65536);
  EXPECT_EQ(facts.receive_window, 4128);
  EXPECT_EQ(facts.timestamps, true);
  EXPECT_EQ(facts.sack, false);
  EXPECT_EQ(facts.window_scaling, true);
}

TEST(TcpInfoTest, SentinelsOfTheKernelAreUnknownNotNumbers) {
  const auto raw = captured();
  EXPECT_FALSE(parse_tcp_info(raw).ssthresh);
  EXPECT_FALSE(parse_tcp_info(raw).min_rtt);
}

TEST(TcpInfoTest, AFieldThatAnOlderKernelDidNotReturnIsUnknown) {
  const auto raw = captured();
  const auto facts = parse_tcp_info(std::span(raw).first(231));
  EXPECT_FALSE(facts.send_window);
  EXPECT_FALSE(facts.receive_window);
  EXPECT_EQ(facts.mss, 1448);
  EXPECT_EQ(parse_tcp_info({}), model::TcpFacts{});
}

TEST(TcpInfoTest, ANonSocketIsAnErrorNotZeros) { EXPECT_FALSE(read_tcp_facts(-1)); }

TEST(RusageTest, DifferenceKeepsThePeakAndSubtractsTheRest) {
  model::Usage before;
  before.user = 1s;
  before.max_rss_kib = 100;
  before.minor_faults = 7;
  model::Usage after = before;
  after.user = 3500ms;
  after.max_rss_kib = 150;
  after.minor_faults = 9;
  const auto used = usage_between(before, after);
  EXPECT_EQ(used.user, 2500ms);
  EXPECT_EQ(used.max_rss_kib, 150);
  EXPECT_EQ(used.minor_faults, 2);
}

}  // namespace
}  // namespace ttcp::probe

// SPDX-License-Identifier: MIT
// The kernel's view of each option after it was set, and what is refused.
#include "net/options.h"

#include <gtest/gtest.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/resource.h>
#include <sys/socket.h>

#include <cerrno>

#include "net/loopback_for_tests.h"

namespace ttcp::net {
namespace {

base::OwnedFd socket_of(int family, int type) { return base::OwnedFd(::socket(family, type, 0)); }

int option_of(int fd, int level, int option) {
  int value = -1;
  socklen_t length = sizeof value;
  EXPECT_EQ(::getsockopt(fd, level, option, &value, &length), 0);
  return value;
}

void put(int fd, std::string_view text) {
  ASSERT_EQ(::send(fd, text.data(), text.size(), MSG_NOSIGNAL), static_cast<ssize_t>(text.size()));
}

bool becomes_readable(int fd, int milliseconds) {
  pollfd state{fd, POLLIN, 0};
  return ::poll(&state, 1, milliseconds) == 1;
}

TEST(MssTest, IsTheKernelsAndANonsensicalOneNamesTheValue) {
  const auto socket = socket_of(AF_INET, SOCK_STREAM);
  ASSERT_TRUE(set_mss(socket.get(), 1000));
  EXPECT_EQ(option_of(socket.get(), IPPROTO_TCP, TCP_MAXSEG), 1000);
  const auto refused = set_mss(socket.get(), std::int64_t{1} << 40);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().os_errno, EINVAL);
  EXPECT_EQ(refused.error().detail, "1099511627776");
}

TEST(DscpTest, StandsAboveTheEcnBitsInBothFamiliesHeaders) {
  const auto v4 = socket_of(AF_INET, SOCK_DGRAM);
  ASSERT_TRUE(set_dscp(v4.get(), AF_INET, 46));
  EXPECT_EQ(option_of(v4.get(), IPPROTO_IP, IP_TOS), 184);
  const auto v6 = socket_of(AF_INET6, SOCK_DGRAM);
  if (!v6.is_open()) GTEST_SKIP() << "no IPv6 here";
  ASSERT_TRUE(set_dscp(v6.get(), AF_INET6, 46));
  EXPECT_EQ(option_of(v6.get(), IPPROTO_IPV6, IPV6_TCLASS), 184);
  EXPECT_EQ(option_of(v6.get(), IPPROTO_IP, IP_TOS), 184);
}

TEST(PacingRateTest, IsAQuarterAboveThePayloadAndMayExceedFourBytes) {
  const auto socket = socket_of(AF_INET, SOCK_STREAM);
  ASSERT_TRUE(set_pacing_rate(socket.get(), base::BitRate::bits_per_second(80'000'000)));
  std::uint64_t per_second = 0;
  socklen_t length = sizeof per_second;
  ASSERT_EQ(::getsockopt(socket.get(), SOL_SOCKET, SO_MAX_PACING_RATE, &per_second, &length), 0);
  EXPECT_EQ(per_second, 12'500'000u);
  ASSERT_TRUE(set_pacing_rate(socket.get(), base::BitRate::bits_per_second(80'000'000'000)));
  ASSERT_EQ(::getsockopt(socket.get(), SOL_SOCKET, SO_MAX_PACING_RATE, &per_second, &length), 0);
  EXPECT_EQ(per_second, 12'500'000'000u);
}

TEST(PacingRateTest, ASocketIsPacedOnceItWasAskedForThatRateOrLess) {
  const auto socket = socket_of(AF_INET, SOCK_STREAM);
  const auto rate = base::BitRate::bits_per_second(80'000'000);
  EXPECT_FALSE(is_paced(socket.get(), rate));
  ASSERT_TRUE(set_pacing_rate(socket.get(), rate));
  EXPECT_TRUE(is_paced(socket.get(), rate));
  EXPECT_FALSE(is_paced(socket.get(), base::BitRate::bits_per_second(79'000'000)));
}

TEST(BindToDeviceTest, ADeviceThatIsNotThereIsNamed) {
  const auto socket = socket_of(AF_INET, SOCK_DGRAM);
  EXPECT_TRUE(bind_to_device(socket.get(), "lo"));
  const auto other = socket_of(AF_INET, SOCK_DGRAM);
  const auto bound = bind_to_device(other.get(), "nosuch0");
  ASSERT_FALSE(bound);
  EXPECT_EQ(bound.error().detail, "nosuch0");
}

TEST(SharePortTest, TwoSocketsThatBothAskForItGetTheSamePort) {
  const auto first = socket_of(AF_INET, SOCK_DGRAM);
  const auto second = socket_of(AF_INET, SOCK_DGRAM);
  ASSERT_TRUE(share_port(first.get()));
  ASSERT_TRUE(bind_socket(first.get(), loopback_any_port(), false));
  const auto own = own_address(first.get()).value();
  EXPECT_FALSE(bind_socket(second.get(), own, false));
  ASSERT_TRUE(share_port(second.get()));
  EXPECT_TRUE(bind_socket(second.get(), own, false));
}

TEST(ArrivalTimesTest, AreOnOnceAskedFor) {
  const auto socket = socket_of(AF_INET, SOCK_DGRAM);
  ASSERT_TRUE(ask_for_arrival_times(socket.get()));
  EXPECT_EQ(option_of(socket.get(), SOL_SOCKET, SO_TIMESTAMPNS), 1);
  EXPECT_FALSE(ask_for_arrival_times(-1));
}

TEST(BothBuffersTest, EachOneThatTheKernelCutIsASentence) {
  const auto socket = socket_of(AF_INET, SOCK_STREAM);
  EXPECT_TRUE(set_both_buffers(socket.get(), base::Bytes(65536)).value().empty());
  const auto cut = set_both_buffers(socket.get(), base::Bytes(INT32_MAX / 2));
  ASSERT_TRUE(cut);
  ASSERT_EQ(cut->size(), 2u);
  EXPECT_NE((*cut)[0].find("wmem_max"), std::string::npos);
  EXPECT_NE((*cut)[1].find("rmem_max"), std::string::npos);
}

TEST(LowWaterTest, FewerBytesThanItLeaveTheSocketUnreadable) {
  auto pair = tcp_pair();
  ASSERT_TRUE(set_low_water(pair.far.get(), 5));
  put(pair.near.get(), "1234");
  EXPECT_FALSE(becomes_readable(pair.far.get(), 0));
  put(pair.near.get(), "5");
  EXPECT_TRUE(becomes_readable(pair.far.get(), 30'000));
}

TEST(AbortTest, TheFarEndSeesAReset) {
  auto pair = tcp_pair();
  ASSERT_TRUE(abort_on_close(pair.near.get()));
  pair.near.reset();
  ASSERT_TRUE(becomes_readable(pair.far.get(), 30'000));
  EXPECT_TRUE(far_end_is_done(pair.far.get()));
  const auto seen = peek(pair.far.get(), 10);
  ASSERT_FALSE(seen);
  EXPECT_EQ(seen.error().kind, base::Error::Kind::peer);
  EXPECT_EQ(seen.error().os_errno, ECONNRESET);
}

TEST(PeekTest, ShowsWhatIsThereUpToTheLimitAndTakesNothing) {
  auto pair = tcp_pair();
  EXPECT_EQ(peek(pair.far.get(), 10).value(), "");
  EXPECT_FALSE(far_end_is_done(pair.far.get()));
  put(pair.near.get(), "TTCP/1 control\n");
  ASSERT_TRUE(becomes_readable(pair.far.get(), 30'000));
  EXPECT_EQ(peek(pair.far.get(), 4).value(), "TTCP");
  EXPECT_EQ(peek(pair.far.get(), 100).value(), "TTCP/1 control\n");
}

TEST(PeekTest, AnEndAfterAFewBytesIsSeenWhileTheyAreStillThere) {
  auto pair = tcp_pair();
  put(pair.near.get(), "TT");
  pair.near.reset();
  ASSERT_TRUE(becomes_readable(pair.far.get(), 30'000));
  pollfd state{pair.far.get(), POLLRDHUP, 0};
  ASSERT_EQ(::poll(&state, 1, 30'000), 1);
  EXPECT_TRUE(far_end_is_done(pair.far.get()));
  EXPECT_EQ(peek(pair.far.get(), 100).value(), "TT");
}

TEST(DescriptorLimitTest, TheSoftOneBecomesTheHardOne) {
  rlimit before{};
  ASSERT_EQ(::getrlimit(RLIMIT_NOFILE, &before), 0);
  ASSERT_TRUE(raise_descriptor_limit());
  rlimit after{};
  ASSERT_EQ(::getrlimit(RLIMIT_NOFILE, &after), 0);
  EXPECT_EQ(after.rlim_cur, before.rlim_max);
  EXPECT_EQ(::setrlimit(RLIMIT_NOFILE, &before), 0);
}

}  // namespace
}  // namespace ttcp::net

// SPDX-License-Identifier: MIT
// Senders and receivers over loopback sockets.
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <string>
#include <thread>
#include <vector>

#include "engine/buffer.h"
#include "engine/source.h"
#include "engine/tcp_receiver.h"
#include "engine/tcp_sender.h"
#include "engine/udp_receiver.h"
#include "engine/udp_sender.h"
#include "net/loopback_for_tests.h"

namespace ttcp::engine {
namespace {
using namespace std::chrono_literals;
using base::Bytes;

Buffer buffer_of(std::int64_t length) {
  model::BufferShape shape;
  shape.length = Bytes(length);
  return Buffer::make(shape).value();
}

ClockHooks no_hooks() {
  return {[] {}, [] {}};
}

SendOrder order_to(int socket, Source& source, std::int64_t buffers) {
  SendOrder order;
  order.socket = socket;
  order.source = &source;
  order.limits.buffers = buffers;
  order.clock = no_hooks();
  return order;
}

ReceiveOrder order_from(int socket, Buffer& buffer) {
  ReceiveOrder order;
  order.socket = socket;
  order.buffer = &buffer;
  order.clock = no_hooks();
  return order;
}

void put(int fd, std::string_view text) {
  ASSERT_EQ(::send(fd, text.data(), text.size(), MSG_NOSIGNAL), static_cast<ssize_t>(text.size()));
}

// Everything that has arrived on a datagram socket, one length each.
std::vector<ssize_t> datagrams_at(int fd) {
  std::vector<ssize_t> lengths;
  std::array<char, 65536> room{};
  while (true) {
    const ssize_t length = ::recv(fd, room.data(), room.size(), MSG_DONTWAIT);
    if (length < 0) return lengths;
    lengths.push_back(length);
  }
}

TEST(TcpMovementTest, BothEndsCountTheSameBytesAndTheSenderOneCallPerBuffer) {
  auto pair = net::tcp_pair();
  RepeatedBlock source(buffer_of(1460));
  Counters sent, received;
  std::jthread sender([&] { send_tcp(order_to(pair.near.get(), source, 1000), sent, {}); });
  auto buffer = buffer_of(8192);
  const auto outcome = receive_tcp(order_from(pair.far.get(), buffer), received, {});
  sender.join();
  EXPECT_EQ(outcome.end, End::finished);
  EXPECT_EQ(sent.calls.get(), 1000);
  EXPECT_EQ(sent.bytes.get(), 1460000);
  EXPECT_EQ(received.bytes.get(), 1460000);
}

TEST(TcpMovementTest, SenderKnowsWhenTheFarEndHasEverything) {
  auto pair = net::tcp_pair();
  RepeatedBlock source(buffer_of(100));
  Counters counters;
  const auto outcome = send_tcp(order_to(pair.near.get(), source, 3), counters, {});
  EXPECT_EQ(outcome.end, End::finished);
  ASSERT_TRUE(outcome.acknowledged);
  EXPECT_GE(*outcome.acknowledged, outcome.ended);
}

TEST(TcpMovementTest, PayloadThatCameInOneReadHasNoDuration) {
  auto pair = net::tcp_pair();
  put(pair.near.get(), "x");
  pair.near.reset();
  auto buffer = buffer_of(100);
  Counters counters;
  const auto outcome = receive_tcp(order_from(pair.far.get(), buffer), counters, {});
  ASSERT_TRUE(outcome.first_byte);
  EXPECT_EQ(outcome.last_byte, outcome.first_byte);
}

TEST(TcpMovementTest, LastEmptyReadCountsAsACall) {
  auto pair = net::tcp_pair();
  pair.near.reset();
  auto buffer = buffer_of(100);
  Counters counters;
  EXPECT_EQ(receive_tcp(order_from(pair.far.get(), buffer), counters, {}).end, End::finished);
  EXPECT_EQ(counters.calls.get(), 1);
}

TEST(TcpMovementTest, FullBlocksAreWrittenWholeAndTheLastOneIsTheRemainder) {
  auto pair = net::tcp_pair();
  std::array<int, 2> output{};
  ASSERT_EQ(::socketpair(AF_UNIX, SOCK_SEQPACKET, 0, output.data()), 0);  // keeps the borders of each write
  const base::OwnedFd out(output[0]), seen(output[1]);
  put(pair.near.get(), std::string(1000, 'x'));
  pair.near.reset();
  auto buffer = buffer_of(400);
  auto order = order_from(pair.far.get(), buffer);
  order.full_blocks = true;
  order.output = out.get();
  Counters counters;
  receive_tcp(order, counters, {});
  EXPECT_EQ(datagrams_at(seen.get()), (std::vector<ssize_t>{400, 400, 200}));
  EXPECT_EQ(counters.bytes.get(), 1000);
}

TEST(TcpMovementTest, DiscardingTouchingAndQuickAcksCountAlike) {
  for (const bool touch : {false, true}) {
    auto pair = net::tcp_pair();
    put(pair.near.get(), std::string(5000, 'x'));
    pair.near.reset();
    auto buffer = buffer_of(1000);
    auto order = order_from(pair.far.get(), buffer);
    order.touch = touch;
    order.quick_ack = touch;
    Counters counters;
    receive_tcp(order, counters, {});
    EXPECT_EQ(counters.bytes.get(), 5000);
    EXPECT_EQ(counters.calls.get(), 6);
  }
}

TEST(TcpMovementTest, AStopEndsABlockedSenderAndKeepsItsCount) {
  auto pair = net::tcp_pair();
  RepeatedBlock source(buffer_of(65536));
  std::stop_source stop;
  Counters counters;
  auto order = order_to(pair.near.get(), source, 0);
  order.limits.buffers.reset();
  std::jthread other([&] {
    while (counters.waits.get() == 0 && counters.bytes.get() < (std::int64_t{1} << 40)) {
      if (counters.bytes.get() > 0) break;
    }
    stop.request_stop();
  });
  const auto outcome = send_tcp(order, counters, stop.get_token());
  EXPECT_EQ(outcome.end, End::stopped);
  EXPECT_GT(counters.bytes.get(), 0);
  EXPECT_FALSE(outcome.acknowledged);
}

TEST(TcpMovementTest, FarEndThatTakesNothingEndsAtThePatience) {
  auto pair = net::tcp_pair();
  RepeatedBlock source(buffer_of(65536));
  Counters counters;
  auto order = order_to(pair.near.get(), source, 1 << 20);
  order.limits.patience = 20ms;
  EXPECT_EQ(send_tcp(order, counters, {}).end, End::timed_out);
  EXPECT_GE(counters.waited_ns.get(), base::Duration(20ms).count());
}

TEST(TcpMovementTest, TimeLimitEndsASenderThatCannotSend) {
  auto pair = net::tcp_pair();
  RepeatedBlock source(buffer_of(65536));
  Counters counters;
  auto order = order_to(pair.near.get(), source, 1 << 20);
  order.limits.time = 20ms;
  order.wait_for_far_end = false;
  EXPECT_EQ(send_tcp(order, counters, {}).end, End::finished);
}

TEST(TcpMovementTest, ResetIsThePeersDoingAtBothEnds) {
  auto sending = net::tcp_pair();
  net::reset_on_close(sending.far.get());
  sending.far.reset();
  RepeatedBlock source(buffer_of(1000));
  Counters counters;
  const auto sent = send_tcp(order_to(sending.near.get(), source, 1000), counters, {});
  EXPECT_EQ(sent.end, End::peer_lost);
  ASSERT_TRUE(sent.error);
  EXPECT_EQ(sent.error->attempt, "IO");

  auto receiving = net::tcp_pair();
  net::reset_on_close(receiving.near.get());
  receiving.near.reset();
  auto buffer = buffer_of(1000);
  EXPECT_EQ(receive_tcp(order_from(receiving.far.get(), buffer), counters, {}).end, End::peer_lost);
}

TEST(TcpMovementTest, FarEndThatLeavesWithBytesUnreadIsNoSuccess) {
  auto pair = net::tcp_pair();
  RepeatedBlock source(buffer_of(1000));
  Counters counters;
  auto order = order_to(pair.near.get(), source, 1);
  order.clock.stopped = [&pair] { pair.far.reset(); };  // unread bytes make this a reset
  EXPECT_EQ(send_tcp(order, counters, {}).end, End::peer_lost);
}

TEST(TcpMovementTest, HalfCloseWaitsForTheFarEndsClose) {
  auto pair = net::tcp_pair();
  RepeatedBlock source(buffer_of(10));
  Counters counters;
  auto order = order_to(pair.near.get(), source, 1);
  order.half_close = true;
  order.limits.patience = 20ms;
  EXPECT_EQ(send_tcp(order, counters, {}).end, End::timed_out);

  auto closing = net::tcp_pair();
  order.socket = closing.near.get();
  std::jthread far([&] {
    auto buffer = buffer_of(100);
    Counters unused;
    receive_tcp(order_from(closing.far.get(), buffer), unused, {});
    closing.far.reset();
  });
  order.limits.patience = 10s;
  EXPECT_EQ(send_tcp(order, counters, {}).end, End::finished);
}

TEST(TcpMovementTest, ReaderOfTheOutputThatLeftIsAnErrorAndCountsWhatCame) {
  auto pair = net::tcp_pair();
  std::array<int, 2> ends{};
  ASSERT_EQ(::socketpair(AF_UNIX, SOCK_STREAM, 0, ends.data()), 0);
  base::OwnedFd out(ends[0]);
  ::close(ends[1]);
  put(pair.near.get(), "hello");
  auto buffer = buffer_of(100);
  auto order = order_from(pair.far.get(), buffer);
  order.output = out.get();
  Counters counters;
  std::signal(SIGPIPE, SIG_IGN);
  const auto outcome = receive_tcp(order, counters, {});
  EXPECT_EQ(outcome.end, End::failed);
  EXPECT_EQ(outcome.error->os_errno, EPIPE);
  EXPECT_EQ(counters.bytes.get(), 5);
}

TEST(UdpMovementTest, WireCarriesStartPayloadEndAndFourTrailers) {
  auto pair = net::udp_pair();
  RepeatedBlock source(buffer_of(100));
  auto order = order_to(pair.near.get(), source, 3);
  order.markers = {Bytes(4), true, true, {0ms, 0ms, 0ms, 0ms}, false};
  Counters counters;
  EXPECT_EQ(send_udp(order, counters, {}).end, End::finished);
  EXPECT_EQ(datagrams_at(pair.far.get()), (std::vector<ssize_t>{4, 100, 100, 100, 4, 4, 4, 4, 4}));
  EXPECT_EQ(counters.calls.get(), 9);
  EXPECT_EQ(counters.bytes.get(), 300);
}

TEST(UdpMovementTest, PayloadThatLooksLikeAMarkerIsSplit) {
  auto pair = net::udp_pair();
  RepeatedBlock source(buffer_of(10));
  auto order = order_to(pair.near.get(), source, 0);
  order.limits.buffers.reset();
  order.limits.bytes = Bytes(14);
  order.markers = {Bytes(4), false, false, {}, true};
  Counters counters;
  send_udp(order, counters, {});
  EXPECT_EQ(datagrams_at(pair.far.get()), (std::vector<ssize_t>{10, 2, 2}));
  EXPECT_EQ(counters.bytes.get(), 14);
}

TEST(UdpMovementTest, NobodyListeningIsCountedAndEndsNothing) {
  auto pair = net::udp_pair();
  pair.far.reset();
  RepeatedBlock source(buffer_of(100));
  Counters counters;
  EXPECT_EQ(send_udp(order_to(pair.near.get(), source, 20), counters, {}).end, End::finished);
  EXPECT_GT(counters.refused.get(), 0);
  EXPECT_EQ(counters.bytes.get(), 2000);
}

TEST(UdpMovementTest, ReceiverThatLeftAfterTheEndMarkerIsNotTakenForNobody) {
  auto pair = net::udp_pair();
  RepeatedBlock source(buffer_of(100));
  auto order = order_to(pair.near.get(), source, 3);
  order.markers = {Bytes(4), true, true, {0ms, 0ms, 0ms, 0ms}, false};
  order.clock.stopped = [&pair] { pair.far.reset(); };
  Counters counters;
  send_udp(order, counters, {});
  EXPECT_EQ(counters.refused.get(), 0);
}

TEST(UdpMovementTest, DatagramTooLongForIpIsOurFailure) {
  auto pair = net::udp_pair();
  RepeatedBlock source(buffer_of(65508));
  Counters counters;
  const auto outcome = send_udp(order_to(pair.near.get(), source, 3), counters, {});
  EXPECT_EQ(outcome.end, End::failed);
  EXPECT_EQ(outcome.error->os_errno, EMSGSIZE);
}

TEST(UdpMovementTest, SilenceAfterDataStopsTheClockAtTheLastDatagram) {
  auto pair = net::udp_pair();
  put(pair.near.get(), std::string(1000, 'x'));
  put(pair.near.get(), std::string(1000, 'x'));
  auto buffer = buffer_of(8192);
  auto order = order_from(pair.far.get(), buffer);
  order.judge = [](Bytes) { return model::DatagramVerdict::payload; };
  order.limits.patience = 200ms;
  Counters counters;
  const auto outcome = receive_udp(order, counters, {});
  EXPECT_EQ(outcome.end, End::timed_out);
  EXPECT_EQ(counters.bytes.get(), 2000);
  EXPECT_LT(outcome.ended - outcome.started, 150ms);
}

TEST(UdpMovementTest, PatienceForTheFirstDatagramIsItsOwn) {
  auto pair = net::udp_pair();
  auto buffer = buffer_of(8192);
  auto order = order_from(pair.far.get(), buffer);
  order.judge = [](Bytes) { return model::DatagramVerdict::payload; };
  order.limits.patience = 1h;
  order.first_patience = 10ms;
  Counters counters;
  EXPECT_EQ(receive_udp(order, counters, {}).end, End::timed_out);
}

TEST(UdpMovementTest, DatagramLongerThanTheBufferCountsInFullUnlessItIsWrittenOut) {
  for (const bool writes : {false, true}) {
    auto pair = net::udp_pair();
    std::array<int, 2> ends{};
    ASSERT_EQ(::socketpair(AF_UNIX, SOCK_SEQPACKET, 0, ends.data()), 0);
    const base::OwnedFd out(ends[0]), seen(ends[1]);
    put(pair.near.get(), std::string(300, 'x'));
    auto buffer = buffer_of(100);
    auto order = order_from(pair.far.get(), buffer);
    order.judge = [](Bytes) { return model::DatagramVerdict::payload; };
    order.limits.patience = 10ms;
    if (writes) order.output = out.get();
    Counters counters;
    const auto outcome = receive_udp(order, counters, {});
    EXPECT_EQ(counters.bytes.get(), writes ? 100 : 300);
    EXPECT_EQ(outcome.cut_datagrams, writes ? 1 : 0);
  }
}

}  // namespace
}  // namespace ttcp::engine

// SPDX-License-Identifier: MIT
// Numbered datagrams, and paced TCP, over loopback sockets.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/socket.h>

#include <array>
#include <cstring>
#include <thread>
#include <vector>

#include "engine/datagram_receiver.h"
#include "engine/datagram_sender.h"
#include "engine/source.h"
#include "engine/tcp_sender.h"
#include "net/loopback_for_tests.h"
#include "net/options.h"
#include "net/sockets.h"

namespace ttcp::engine {
namespace {
using namespace std::chrono_literals;
using base::BitRate;
using base::Bytes;
using base::Duration;

ClockHooks no_hooks() {
  return {[] {}, [] {}};
}

// Payload of 'x', each datagram with its sequence in front.
class Sending {
 public:
  Sending(int socket, std::size_t size) : block_(size, std::byte{'x'}) {
    order.socket = socket;
    order.block = block_;
    order.clock = no_hooks();
    order.stamp = [](std::span<std::byte> datagram, std::uint64_t sequence, base::TimePoint) {
      std::memcpy(datagram.data(), &sequence, std::min(datagram.size(), sizeof sequence));
    };
  }
  Outcome run(std::stop_token stop = {}) { return send_datagrams(order, counters, std::move(stop)); }

  Counters counters;
  DatagramSendOrder order;

 private:
  std::vector<std::byte> block_;
};

struct Arrival {
  std::uint64_t sequence = 0;
  std::size_t length = 0;
  bool operator==(const Arrival&) const = default;
};

class Receiving {
 public:
  explicit Receiving(int socket) {
    order.socket = socket;
    order.clock = no_hooks();
    order.judge = [this](std::span<const std::byte> head, std::size_t length, Duration at) {
      Arrival arrival{0, length};
      std::memcpy(&arrival.sequence, head.data(), std::min(head.size(), sizeof arrival.sequence));
      arrivals.push_back(arrival);
      times.push_back(at);
      return true;
    };
  }
  Outcome run(std::stop_token stop = {}) { return receive_datagrams(order, counters, std::move(stop)); }

  Counters counters;
  DatagramReceiveOrder order;
  std::vector<Arrival> arrivals;
  std::vector<Duration> times;
};

void put(int fd, std::string_view text) {
  ASSERT_EQ(::send(fd, text.data(), text.size(), MSG_NOSIGNAL), static_cast<ssize_t>(text.size()));
}

// What a sender of either kind left in the receiver's queue.
std::vector<Arrival> arrived_at(int socket, std::int64_t datagrams) {
  Receiving receiving(socket);
  receiving.order.limits.buffers = datagrams;
  receiving.order.limits.patience = 30s;
  EXPECT_EQ(receiving.run().end, End::finished);
  return receiving.arrivals;
}

std::vector<Arrival> numbered(std::uint64_t count, std::size_t length) {
  std::vector<Arrival> expected;
  for (std::uint64_t sequence = 0; sequence < count; ++sequence) expected.push_back({sequence, length});
  return expected;
}

TEST(DatagramMovementTest, EachDatagramHasItsOwnNumberWithoutAGapAtEitherWayOfSending) {
  // Without a rate the kernel may cut batches; a rate below 2 Gbit/s sends each by itself.
  for (const auto rate : {std::optional<BitRate>(), std::optional(BitRate::bits_per_second(1'000'000'000))}) {
    auto pair = net::udp_pair();
    Sending sending(pair.near.get(), 100);
    sending.order.rate = rate;
    sending.order.limits.buffers = 100;
    EXPECT_EQ(sending.run().end, End::finished);
    EXPECT_EQ(sending.counters.datagrams.get(), 100);
    EXPECT_EQ(sending.counters.bytes.get(), 10000);
    EXPECT_EQ(arrived_at(pair.far.get(), 100), numbered(100, 100));
  }
}

TEST(DatagramMovementTest, ManyDatagramsGoAndComeInOneCall) {
  auto pair = net::udp_pair();
  Sending sending(pair.near.get(), 100);
  sending.order.limits.buffers = 128;
  sending.run();
  EXPECT_LE(sending.counters.calls.get(), 4);
  Receiving receiving(pair.far.get());
  receiving.order.limits.buffers = 128;
  receiving.run();
  EXPECT_EQ(receiving.counters.calls.get(), 2);
  EXPECT_EQ(receiving.counters.datagrams.get(), 128);
  EXPECT_EQ(receiving.counters.bytes.get(), 12800);
}

TEST(DatagramMovementTest, ABytesLimitCutsTheLastDatagramAndASmallestRestTheOneBefore) {
  for (const std::size_t smallest : {0u, 32u}) {
    auto pair = net::udp_pair();
    Sending sending(pair.near.get(), 100);
    sending.order.limits.bytes = Bytes(310);
    sending.order.limits.smallest_rest = smallest;
    EXPECT_EQ(sending.run().end, End::finished);
    const auto arrivals = arrived_at(pair.far.get(), 4);
    EXPECT_EQ(arrivals[1].length, 100u);
    EXPECT_EQ(arrivals[2].length, smallest == 0 ? 100u : 68u);
    EXPECT_EQ(arrivals[3], (Arrival{3, smallest == 0 ? 10u : 42u}));
  }
}

TEST(DatagramMovementTest, DatagramsBeyondTheMtuFallBackToOneByOneAndAllArrive) {
  auto pair = net::udp_pair();
  ASSERT_TRUE(net::set_buffer(pair.far.get(), model::Role::receive, Bytes(200'000)));
  Sending sending(pair.near.get(), 40'000);
  sending.order.limits.buffers = 3;
  EXPECT_EQ(sending.run().end, End::finished);
  EXPECT_EQ(arrived_at(pair.far.get(), 3), numbered(3, 40'000));
}

TEST(DatagramMovementTest, ADatagramTooLongForIpIsOurFailure) {
  auto pair = net::udp_pair();
  Sending sending(pair.near.get(), 65'508);
  sending.order.limits.buffers = 3;
  const auto outcome = sending.run();
  EXPECT_EQ(outcome.end, End::failed);
  ASSERT_TRUE(outcome.error);
  EXPECT_EQ(outcome.error->os_errno, EMSGSIZE);
}

TEST(DatagramMovementTest, NobodyListeningIsCountedAndEndsNothing) {
  auto pair = net::udp_pair();
  pair.far.reset();
  Sending sending(pair.near.get(), 100);
  sending.order.limits.buffers = 1000;
  EXPECT_EQ(sending.run().end, End::finished);
  EXPECT_GT(sending.counters.refused.get(), 0);
  EXPECT_EQ(sending.counters.datagrams.get(), 1000);
}

TEST(DatagramMovementTest, AHeldRateIsNeverExceededAndEndsWithTheTime) {
  auto pair = net::udp_pair();
  Sending sending(pair.near.get(), 1000);
  sending.order.rate = BitRate::bits_per_second(80'000'000);
  sending.order.limits.time = 100ms;
  const auto outcome = sending.run();
  EXPECT_EQ(outcome.end, End::finished);
  EXPECT_GE(outcome.ended - outcome.started, 100ms);
  EXPECT_LE(sending.counters.bytes.get(), 1'000'000 + 2000);
  EXPECT_GT(sending.counters.bytes.get(), 0);
}

TEST(DatagramMovementTest, AStopEndsASenderThatWaitsForItsTurn) {
  auto pair = net::udp_pair();
  Sending sending(pair.near.get(), 1000);
  sending.order.rate = BitRate::bits_per_second(8);  // the second one is due after 1000 s
  std::stop_source stop;
  std::jthread other([&] {
    while (sending.counters.datagrams.get() == 0) std::this_thread::yield();
    stop.request_stop();
  });
  EXPECT_EQ(sending.run(stop.get_token()).end, End::stopped);
  EXPECT_EQ(sending.counters.datagrams.get(), 1);
}

TEST(DatagramMovementTest, AStopEndsAnUnpacedSenderAndASilentReceiver) {
  auto pair = net::udp_pair();
  Sending sending(pair.near.get(), 1000);
  std::stop_source stop;
  std::jthread other([&] {
    while (sending.counters.datagrams.get() == 0) std::this_thread::yield();
    stop.request_stop();
  });
  EXPECT_EQ(sending.run(stop.get_token()).end, End::stopped);
  auto silent = net::udp_pair();
  EXPECT_EQ(Receiving(silent.far.get()).run(stop.get_token()).end, End::stopped);
}

TEST(DatagramMovementTest, WhatHadArrivedBeforeTheStopIsCounted) {
  auto pair = net::udp_pair();
  for (int i = 0; i < 100; ++i) put(pair.near.get(), "0123456789");
  std::stop_source stop;
  stop.request_stop();
  Receiving receiving(pair.far.get());
  EXPECT_EQ(receiving.run(stop.get_token()).end, End::stopped);
  EXPECT_EQ(receiving.counters.datagrams.get(), 100);
}

TEST(DatagramMovementTest, StrangersAreNotCounted) {
  auto pair = net::udp_pair();
  for (const char* text : {"ours 1", "stranger", "ours 2"}) put(pair.near.get(), text);
  Receiving receiving(pair.far.get());
  receiving.order.judge = [](std::span<const std::byte> head, std::size_t, Duration) {
    return head.front() == std::byte{'o'};
  };
  receiving.order.limits.buffers = 2;
  EXPECT_EQ(receiving.run().end, End::finished);
  EXPECT_EQ(receiving.counters.datagrams.get(), 2);
  EXPECT_EQ(receiving.counters.bytes.get(), 12);
}

TEST(DatagramMovementTest, LengthsAreWholeThoughOnlyHeadsAreRead) {
  auto pair = net::udp_pair();
  put(pair.near.get(), std::string(1472, 'x'));
  put(pair.near.get(), "");
  Receiving receiving(pair.far.get());
  std::vector<std::size_t> heads;
  receiving.order.judge = [&heads](std::span<const std::byte> head, std::size_t, Duration) {
    heads.push_back(head.size());
    return true;
  };
  receiving.order.limits.buffers = 2;
  receiving.run();
  EXPECT_EQ(heads, (std::vector<std::size_t>{64, 0}));
  EXPECT_EQ(receiving.counters.bytes.get(), 1472);
}

TEST(DatagramMovementTest, ArrivalsAreOnTheMonotonicClockBetweenSendingAndReading) {
  auto pair = net::udp_pair();
  const auto before = base::now();
  put(pair.near.get(), "first");
  const auto between = base::now();
  put(pair.near.get(), "second");
  const auto sent = base::now();
  Receiving receiving(pair.far.get());
  receiving.order.limits.buffers = 2;
  const auto outcome = receiving.run();
  const auto read = base::now();
  ASSERT_EQ(receiving.times.size(), 2u);
  // Half a microsecond: the doubt about the difference of two clocks. What came before anybody wanted to know gets the
  // time of the first look (socket(7)).
  EXPECT_GE(receiving.times[0] + 500ns, before.time_since_epoch());
  EXPECT_LE(receiving.times[0], receiving.times[1]);
  EXPECT_LE(receiving.times[1], read.time_since_epoch());
  EXPECT_LE(between, sent);
  EXPECT_EQ(outcome.first_byte, base::TimePoint(receiving.times[0]));
  EXPECT_EQ(outcome.last_byte, base::TimePoint(receiving.times[1]));
}

TEST(DatagramMovementTest, SilenceEndsAReceiverAtItsPatienceOrItsTime) {
  auto pair = net::udp_pair();
  Receiving patient(pair.far.get());
  patient.order.limits.patience = 10ms;
  EXPECT_EQ(patient.run().end, End::timed_out);
  Receiving limited(pair.far.get());
  limited.order.limits.time = 10ms;
  EXPECT_EQ(limited.run().end, End::finished);
}

TEST(DatagramMovementTest, WhatTheFullQueueCostIsTold) {
  auto pair = net::udp_pair();
  ASSERT_TRUE(net::set_buffer(pair.far.get(), model::Role::receive, Bytes(4096)));
  Receiving receiving(pair.far.get());
  receiving.order.clock.started = [&pair] {
    for (int i = 0; i < 200; ++i) put(pair.near.get(), std::string(1000, 'x'));
  };
  receiving.order.limits.patience = 10ms;
  receiving.run();
  EXPECT_GT(receiving.counters.overflowed.get(), 0);
  EXPECT_EQ(receiving.counters.overflowed.get() + receiving.counters.datagrams.get(), 200);
}

// Returns when the far end closed. By each moment no more may have come than was due, and a piece of 1 ms; a late
// reader only makes this easier.
std::int64_t receive_on_schedule(int socket, base::TimePoint start, double bytes_per_second) {
  EXPECT_EQ(::fcntl(socket, F_SETFL, 0), 0);
  std::vector<char> room(1 << 20);
  std::int64_t received = 0;
  while (true) {
    const ssize_t count = ::recv(socket, room.data(), room.size(), 0);
    if (count <= 0) return received;
    received += count;
    const double seconds = static_cast<double>(base::in_seconds(base::now() - start));
    EXPECT_LE(static_cast<double>(received), (seconds + 0.001) * bytes_per_second);
  }
}

TEST(PacedTcpTest, NoByteArrivesBeforeItsTimeOnTheSchedule) {
  const auto rate = BitRate::bits_per_second(100'000'000);
  for (const bool by_the_kernel_too : {false, true}) {
    auto pair = net::tcp_pair();
    ASSERT_TRUE(net::set_no_delay(pair.near.get()));
    if (by_the_kernel_too) {
      ASSERT_TRUE(net::set_pacing_rate(pair.near.get(), rate));
    }
    model::BufferShape shape;
    shape.length = Bytes(131'072);
    RepeatedBlock source(Buffer::make(shape).value());
    SendOrder order;
    order.socket = pair.near.get();
    order.source = &source;
    order.clock = no_hooks();
    order.rate = rate;
    order.limits.bytes = Bytes(2'500'000);  // 0.2 s
    Counters counters;
    const auto before = base::now();
    std::jthread sender([&] { send_tcp(order, counters, {}); });
    EXPECT_EQ(receive_on_schedule(pair.far.get(), before, 12'500'000), 2'500'000);
  }
}

TEST(PacedTcpTest, TimeEndsASenderThatWaitsForItsTurn) {
  auto pair = net::tcp_pair();
  model::BufferShape shape;
  shape.length = Bytes(1448);
  RepeatedBlock source(Buffer::make(shape).value());
  SendOrder order;
  order.socket = pair.near.get();
  order.source = &source;
  order.clock = no_hooks();
  order.rate = BitRate::bits_per_second(8);  // the second piece is due after 1448 s
  order.limits.time = 10ms;
  Counters counters;
  EXPECT_EQ(send_tcp(order, counters, {}).end, End::finished);
  EXPECT_EQ(counters.bytes.get(), 1448);
}

}  // namespace
}  // namespace ttcp::engine

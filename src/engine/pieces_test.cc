// SPDX-License-Identifier: MIT
// Buffer, LimitMeter, Waker and the sources, without a network.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <unistd.h>

#include <array>
#include <string>
#include <thread>
#include <vector>

#include "engine/buffer.h"
#include "engine/limit_meter.h"
#include "engine/source.h"
#include "engine/waker.h"

namespace ttcp::engine {
namespace {
using namespace std::chrono_literals;
using base::Bytes;

struct Pipe {
  Pipe() {
    std::array<int, 2> ends{};
    EXPECT_EQ(::pipe(ends.data()), 0);
    read = base::OwnedFd(ends[0]);
    write = base::OwnedFd(ends[1]);
  }
  base::OwnedFd read, write;
};

Buffer buffer_of(std::int64_t length) {
  model::BufferShape shape;
  shape.length = Bytes(length);
  return Buffer::make(shape).value();
}

TEST(BufferTest, StartsAtOffsetPastTheModulusWhateverTheModulus) {
  for (const std::int64_t align : {1, 3, 4096, 3000, 16384, 1 << 20}) {
    for (const std::int64_t offset : {0, 1, 100, 20000}) {
      model::BufferShape shape;
      shape.length = Bytes(8192);
      shape.align = align;
      shape.offset = offset;
      const auto buffer = Buffer::make(shape);
      ASSERT_TRUE(buffer);
      EXPECT_EQ(buffer->address() % static_cast<std::uint64_t>(align), static_cast<std::uint64_t>(offset % align));
      EXPECT_EQ(buffer->bytes().size(), 8192u);
      buffer->bytes().back() = std::byte{1};  // the sanitizers object if it isn't ours
    }
  }
}

TEST(BufferTest, AlignmentZeroIgnoresTheOffsetAndLengthZeroIsEmpty) {
  model::BufferShape shape;
  shape.length = Bytes(0);
  shape.align = 0;
  shape.offset = 5;
  EXPECT_TRUE(Buffer::make(shape)->bytes().empty());
}

TEST(BufferTest, MoreMemoryThanThereIsIsAnErrorNamedAsTheClassicProgramDid) {
  model::BufferShape shape;
  shape.length = Bytes(std::int64_t{1} << 60);
  const auto buffer = Buffer::make(shape);
  ASSERT_FALSE(buffer);
  EXPECT_EQ(buffer.error().attempt, "malloc");
}

TEST(LimitMeterTest, LastBufferIsCutToTheByteLimit) {
  Limits limits;
  limits.bytes = Bytes(250);
  LimitMeter meter(limits, {});
  for (const std::size_t expected : {100u, 100u, 50u}) {
    ASSERT_EQ(meter.next(100), expected);
    meter.took(expected);
  }
  EXPECT_EQ(meter.next(100), std::nullopt);
}

TEST(LimitMeterTest, ARestThatIsTooSmallIsAvoidedByAShorterBufferBeforeIt) {
  Limits limits;
  limits.bytes = Bytes(2003);
  limits.smallest_rest = 5;
  LimitMeter meter(limits, {});
  for (const std::size_t expected : {1000u, 995u, 8u}) {
    ASSERT_EQ(meter.next(1000), expected);
    meter.took(expected);
  }
  EXPECT_EQ(meter.next(1000), std::nullopt);
}

TEST(LimitMeterTest, ZeroBuffersMeansNothingAndNoLimitMeansEverything) {
  Limits none;
  none.buffers = 0;
  EXPECT_EQ(LimitMeter(none, {}).next(100), std::nullopt);
  EXPECT_EQ(LimitMeter({}, {}).next(100), 100u);
}

TEST(LimitMeterTest, WaitEndsAtTheTimeLimitOrWhenPatienceIsOver) {
  const base::TimePoint start{100s};
  Limits limits;
  limits.time = 10s;
  limits.patience = 3s;
  const LimitMeter meter(limits, start);
  EXPECT_EQ(meter.wait_deadline(start + 1s), start + 4s);
  EXPECT_EQ(meter.wait_deadline(start + 9s), start + 10s);
  EXPECT_EQ(meter.end_of_wait(start + 4s), End::timed_out);
  EXPECT_EQ(meter.end_of_wait(start + 10s), End::finished);
}

TEST(WakerTest, AStopRequestedBeforeTheWaitIsSeenAtOnce) {
  std::stop_source stop;
  const Waker waker(stop.get_token());
  stop.request_stop();
  EXPECT_EQ(waker.wait(-1, 0, std::nullopt), Waker::End::stopped);
}

TEST(WakerTest, AStopFromAnotherThreadEndsAnEndlessWait) {
  std::stop_source stop;
  const Waker waker(stop.get_token());
  std::jthread other([&stop] { stop.request_stop(); });
  EXPECT_EQ(waker.wait(-1, 0, std::nullopt), Waker::End::stopped);
}

TEST(WakerTest, ADeadlineInThePastTimesOut) {
  const Waker waker{std::stop_token()};
  EXPECT_EQ(waker.wait(-1, 0, base::now() - 1s), Waker::End::timed_out);
}

TEST(SourceTest, RandomBlocksAreFreshEachTime) {
  RandomBlocks source(buffer_of(64), 1);
  const Waker waker{std::stop_token()};
  const auto copy = [](std::span<const std::byte> block) { return std::vector(block.begin(), block.end()); };
  const auto first = copy(**source.next(64, waker, std::nullopt));
  const auto second = copy(**source.next(64, waker, std::nullopt));
  EXPECT_NE(first, second);
}

TEST(SourceTest, DescriptorYieldsWhatEachReadGaveAndThenEnds) {
  Pipe pipe;
  DescriptorBlocks source(buffer_of(8), pipe.read.get());
  const Waker waker{std::stop_token()};
  ASSERT_EQ(::write(pipe.write.get(), "0123456789", 10), 10);
  pipe.write.reset();
  EXPECT_EQ((*source.next(8, waker, std::nullopt))->size(), 8u);
  EXPECT_EQ((*source.next(8, waker, std::nullopt))->size(), 2u);
  EXPECT_FALSE(source.next(8, waker, std::nullopt).value());
}

TEST(SourceTest, SilentDescriptorEndsByDeadlineOrByStop) {
  Pipe pipe;
  DescriptorBlocks source(buffer_of(8), pipe.read.get());
  std::stop_source stop;
  const Waker waker(stop.get_token());
  EXPECT_EQ(source.next(8, waker, base::now()).error().kind, base::Error::Kind::timeout);
  stop.request_stop();
  EXPECT_EQ(source.next(8, waker, std::nullopt).error().kind, base::Error::Kind::cancelled);
}

TEST(SourceTest, ClosedDescriptorIsAnErrorNotAnEnd) {
  DescriptorBlocks source(buffer_of(8), -1);
  const Waker waker{std::stop_token()};
  const auto block = source.next(8, waker, base::now());
  ASSERT_FALSE(block);
}

}  // namespace
}  // namespace ttcp::engine

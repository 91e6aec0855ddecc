// SPDX-License-Identifier: MIT
// Frames split anywhere, and lengths that nobody may announce.
#include "wire/native/frame_reader.h"

#include <gtest/gtest.h>

namespace ttcp::wire::native {
namespace {

using namespace std::string_literals;

std::optional<std::string> next_of(FrameReader& frames) { return frames.next().value(); }

void expect_broken(FrameReader frames, const std::string& bytes) {
  frames.add(bytes);
  const auto frame = frames.next();
  ASSERT_FALSE(frame);
  EXPECT_EQ(frame.error().kind, base::Error::Kind::peer);
  frames.add(framed("good"));
  EXPECT_FALSE(frames.next());
}

TEST(FrameReaderTest, AFrameIsItsLengthAndItsText) { EXPECT_EQ(framed("{}"), "\0\0\0\2{}"s); }

TEST(FrameReaderTest, OneChunkMayHoldSeveralFramesAndAHalf) {
  FrameReader frames;
  frames.add(framed("one") + framed("two") + "\0\0"s);
  EXPECT_EQ(next_of(frames), "one");
  EXPECT_EQ(next_of(frames), "two");
  EXPECT_EQ(next_of(frames), std::nullopt);
  frames.add("\0\5thr"s);
  EXPECT_EQ(next_of(frames), std::nullopt);
  frames.add("ee");
  EXPECT_EQ(next_of(frames), "three");
  EXPECT_EQ(next_of(frames), std::nullopt);
}

TEST(FrameReaderTest, ByteByByteAFrameIsWholeAtItsLastByte) {
  FrameReader frames;
  const std::string bytes = framed("abc") + framed("d");
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    frames.add(bytes.substr(i, 1));
    const auto frame = next_of(frames);
    EXPECT_EQ(frame, i == 6 ? std::optional("abc"s) : i == 11 ? std::optional("d"s) : std::nullopt) << i;
  }
}

TEST(FrameReaderTest, ALengthThatIsNotAllowedIsRefusedBeforeAnythingIsStored) {
  expect_broken({}, "\0\0\0\0"s);
  expect_broken({}, "\0\1\0\1"s);  // 64 KiB and one
  expect_broken({}, "\xFF\xFF\xFF\xFF"s);
  expect_broken({}, "GET / HTTP/1.1\r\n");
}

TEST(FrameReaderTest, TheLongestMessagePasses) {
  FrameReader frames;
  const std::string longest(kLongestMessage, 'x');
  frames.add(framed(longest));
  EXPECT_EQ(next_of(frames), longest);
}

TEST(FrameReaderTest, AnotherLimitHoldsFromTheNextLengthOn) {
  FrameReader frames;
  const std::string longer(kLongestMessage + 1, 'x');
  frames.allow(kLongestOutcome);
  frames.add(framed(longer).substr(0, 10));
  EXPECT_EQ(next_of(frames), std::nullopt);
  frames.allow(kLongestMessage);
  frames.add(framed(longer).substr(10));
  EXPECT_EQ(next_of(frames), longer);
  expect_broken(frames, framed(longer));
}

}  // namespace
}  // namespace ttcp::wire::native

// SPDX-License-Identifier: MIT
// The line that opens a connection: the three kinds of it, other versions, and nonsense.
#include "wire/native/preface.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace ttcp::wire::native {
namespace {

using namespace std::string_literals;

Preface data_preface(int run, int stream, model::Direction direction) {
  return {Connection::data, std::string(kLongestSession, 'f'), run, stream, direction};
}

TEST(PrefaceTest, TheThreeKindsHaveTheirLines) {
  using enum model::Direction;
  EXPECT_EQ(encode(Preface{}), "TTCP/1 control\n");
  EXPECT_EQ(encode(Preface{Connection::probe, "0af3", 0, 0, upload}), "TTCP/1 probe 0af3\n");
  EXPECT_EQ(encode(Preface{Connection::data, "0af3", 2, 17, upload}), "TTCP/1 data 0af3 2 17 upload\n");
  EXPECT_EQ(encode(Preface{Connection::data, "0af3", 0, 0, download}), "TTCP/1 data 0af3 0 0 download\n");
}

TEST(PrefaceTest, EveryKindRoundTripsUpToItsLimits) {
  const std::vector<Preface> all{{},
                                 {Connection::probe, "a", 0, 0, model::Direction::upload},
                                 data_preface(0, 0, model::Direction::upload),
                                 data_preface(kHighestRun, model::kMostStreams - 1, model::Direction::download)};
  for (const Preface& preface : all) {
    const std::string line = encode(preface);
    EXPECT_LE(line.size(), kLongestPreface);
    const auto again = decode_preface(line);
    ASSERT_TRUE(again) << line;
    EXPECT_EQ(*again, preface);
  }
}

TEST(PrefaceTest, ItsLengthIsKnownAtItsNewlineNotBefore) {
  const std::string line = "TTCP/1 control\n";
  for (std::size_t length = 0; length < line.size(); ++length) {
    EXPECT_EQ(preface_length(line.substr(0, length)), std::nullopt);
  }
  EXPECT_EQ(preface_length(line), line.size());
  EXPECT_EQ(preface_length(line + "more\n"), line.size());
}

TEST(PrefaceTest, ALineWithoutAnEndIsRefusedAtTheLimit) {
  const std::string endless(kLongestPreface, 'T');
  EXPECT_EQ(preface_length(endless.substr(1)), std::nullopt);
  EXPECT_EQ(preface_length(endless), kLongestPreface);
  EXPECT_EQ(preface_length(endless + "\n"), kLongestPreface);
  EXPECT_FALSE(decode_preface("TTCP/1 " + std::string(kLongestPreface - 7, 'x')));
}

TEST(PrefaceTest, AnotherVersionIsNamed) {
  const auto preface = decode_preface("TTCP/2 greeting with more words\n");
  ASSERT_FALSE(preface);
  EXPECT_EQ(preface.error().kind, base::Error::Kind::peer);
  EXPECT_EQ(to_text(preface.error()),
            "the far end speaks version 2 of the native protocol, and this program version 1");
}

TEST(PrefaceTest, ALineThatIsNotExactlyRightIsNonsense) {
  const std::vector<std::string> lines{"",
                                       "\n",
                                       "TTCP/\n",
                                       "TTCP/1\n",
                                       "TTCP/1 \n",
                                       "TTCP/01 control\n",
                                       "TTCP/1 control",
                                       "TTCP/1 control \n",
                                       "TTCP/1  control\n",
                                       "TTCP/1 control\r\n",
                                       "TTCP/1 Control\n",
                                       "TTCP/1 control\n\n",
                                       "TTCP/1 control\n ",
                                       "ttcp/1 control\n",
                                       "TTCP/1 probe\n",
                                       "TTCP/1 probe \n",
                                       "TTCP/1 probe g\n",
                                       "TTCP/1 probe AB\n",
                                       "TTCP/1 probe ab cd\n",
                                       "TTCP/1 probe " + std::string(kLongestSession + 1, 'a') + "\n",
                                       "TTCP/1 data ab 1 0\n",
                                       "TTCP/1 data ab 1 0 sideways\n",
                                       "TTCP/1 data ab 1 128 upload\n",
                                       "TTCP/1 data ab 1 -1 upload\n",
                                       "TTCP/1 data ab 1 00 upload\n",
                                       "TTCP/1 data ab +1 0 upload\n",
                                       "TTCP/1 data ab 1000000000 0 upload\n",
                                       "TTCP/1 data ab 99999999999999999999 0 upload\n",
                                       "TTCP/1 data ab 1 0 upload x\n",
                                       "TTCP/1 data  ab 1 0 upload\n",
                                       "TTCP/1 data ab 1 0 upload\0\n"s,
                                       "TTCP/1 \xFF\n",
                                       "TTCP/999999999999 control\n"};
  for (const std::string& line : lines) {
    const auto preface = decode_preface(line);
    ASSERT_FALSE(preface) << line;
    EXPECT_EQ(preface.error().kind, base::Error::Kind::peer);
    EXPECT_THAT(preface.error().detail, testing::Not(testing::IsEmpty()));
  }
}

}  // namespace
}  // namespace ttcp::wire::native

// SPDX-License-Identifier: MIT
// The head of a datagram, byte by byte and spoilt in every way.
#include "wire/native/datagram.h"

#include <gtest/gtest.h>

#include <array>
#include <chrono>
#include <vector>

#include "wire/native/examples_for_tests.h"

namespace ttcp::wire::native {
namespace {

using namespace std::string_literals;
using namespace std::chrono_literals;

const DataHeader kHeader{3, 0x0011223344556677, 0x0102030405060708, 0x1122334455667788ns};
const std::string kData =
    "TTU1\2\0\0\3\0\x11\x22\x33\x44\x55\x66\x77\1\2\3\4\5\6\7\x8\x11\x22\x33\x44\x55\x66\x77\x88"s;
const std::string kHello =
    "TTU1\1\0\0\x7f\0\x11\x22\x33\x44\x55\x66\x77\x88\x99\xaa\xbb\xcc\xdd\xee\xff\0\0\0\0\0\0\0\0"s;

std::string stamped(const DataHeader& header) {
  std::array<std::byte, kDatagramHeader> out{};
  stamp(out, header);
  return {reinterpret_cast<const char*>(out.data()), out.size()};
}

std::optional<DataHeader> data_of(const std::string& datagram) {
  return data_header(std::as_bytes(std::span(datagram)));
}

std::optional<HelloDatagram> hello_in(const std::string& datagram) {
  return hello_of(std::as_bytes(std::span(datagram)));
}

std::string with(std::string text, std::size_t at, char c) {
  text[at] = c;
  return text;
}

TEST(DatagramTest, DataIsLaidOutAsTheDocumentSays) {
  EXPECT_EQ(stamped(kHeader), kData);
  EXPECT_EQ(tag_of(kToken), kHeader.tag);
}

TEST(DatagramTest, AHelloIsLaidOutAsTheDocumentSays) { EXPECT_EQ(hello_datagram(kToken, 127), kHello); }

TEST(DatagramTest, DataRoundTripsUpToItsLimitsWhateverPayloadFollows) {
  for (const DataHeader& header :
       {DataHeader{}, kHeader, DataHeader{255, UINT64_MAX, UINT64_MAX, base::Duration::max()}}) {
    EXPECT_EQ(data_of(stamped(header)), header);
    EXPECT_EQ(data_of(stamped(header) + std::string(1440, '\xFF')), header);
  }
}

TEST(DatagramTest, AHelloRoundTripsUpToItsLimits) {
  for (const HelloDatagram& hello : {HelloDatagram{kToken, 0}, HelloDatagram{std::string(32, 'f'), 255}}) {
    EXPECT_EQ(hello_in(hello_datagram(hello.token_hex, hello.stream)), hello);
  }
}

TEST(DatagramTest, ASpoiltHeadIsNotData) {
  for (std::size_t at = 0; at < 7; ++at) EXPECT_FALSE(data_of(with(kData, at, '\x7e'))) << at;  // 7: another stream
  EXPECT_FALSE(data_of(with(kData, 24, '\x80')));                                               // 2^63 ns and more
  EXPECT_FALSE(data_of(kHello));
  for (std::size_t length = 0; length < kDatagramHeader; ++length) EXPECT_FALSE(data_of(kData.substr(0, length)));
}

TEST(DatagramTest, ASpoiltHeadIsNotAHello) {
  for (std::size_t at = 0; at < 7; ++at) EXPECT_FALSE(hello_in(with(kHello, at, '\x7e'))) << at;
  for (std::size_t at = 24; at < 32; ++at) EXPECT_FALSE(hello_in(with(kHello, at, '\1'))) << at;
  EXPECT_FALSE(hello_in(kData));
  EXPECT_FALSE(hello_in(kHello + "x"));
  for (std::size_t length = 0; length < kDatagramHeader; ++length) EXPECT_FALSE(hello_in(kHello.substr(0, length)));
}

TEST(DatagramTest, ATokenIsThirtyTwoSmallHexadecimalDigits) {
  EXPECT_TRUE(is_token(kToken));
  for (const std::string& text : {""s, kToken + "0", kToken.substr(1), with(kToken, 5, 'A'), with(kToken, 31, 'g')}) {
    EXPECT_FALSE(is_token(text)) << text;
  }
}

}  // namespace
}  // namespace ttcp::wire::native

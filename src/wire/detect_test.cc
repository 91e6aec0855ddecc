// SPDX-License-Identifier: MIT
// First bytes of known clients, of strangers, and of those who stop half-way.
#include "wire/detect.h"

#include <gtest/gtest.h>

#include <string>

namespace ttcp::wire {
namespace {

using namespace std::string_literals;

struct Case {
  std::string head;
  bool no_more;
  std::optional<Client> client;
};

TEST(DetectTest, EachOpeningHasItsProtocol) {
  const Case cases[] = {
      {"TTCP/", false, Client::native},
      {"TTCP/1 control\n", false, Client::native},
      {"TTCP/99 whatever", true, Client::native},
      {"nettp", false, Client::nettp},
      {"nettp\1\0\0"s, false, Client::nettp},
      {"T", false, std::nullopt},
      {"TTCP", false, std::nullopt},
      {"n", false, std::nullopt},
      {"nett", false, std::nullopt},
      {"TTCP", true, Client::classic},
      {"nett", true, Client::classic},
      {"ttcp/1 control\n", false, Client::classic},
      {"TTCP\n", false, Client::classic},
      {"netty", false, Client::classic},
      {" !\"#$%&'()*+,-./0123456789", false, Client::classic},
      {"G", false, Client::classic},
      {"\0"s, false, Client::classic},
      {"\xFF", true, Client::classic},
      {"", false, std::nullopt},
      {"", true, std::nullopt},
  };
  for (const Case& one : cases) EXPECT_EQ(detect(one.head, one.no_more), one.client) << one.head;
}

TEST(DetectTest, ByteByByteTheAnswerIsTheSameAndComesWithinTheLongestOpening) {
  for (const std::string whole : {"TTCP/1 control\n", "nettp\1xxxxxxx", "TTCPx", "nettqxxxx", "0123456789"}) {
    const auto answer = detect(whole, false);
    ASSERT_TRUE(answer) << whole;
    EXPECT_TRUE(detect(whole.substr(0, longest_opening()), false)) << whole;
    for (std::size_t length = 0; length <= whole.size(); ++length) {
      const auto early = detect(whole.substr(0, length), false);
      EXPECT_EQ(early.value_or(*answer), *answer) << whole << " after " << length;
    }
  }
}

}  // namespace
}  // namespace ttcp::wire

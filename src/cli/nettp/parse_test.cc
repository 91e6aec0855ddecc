// SPDX-License-Identifier: MIT
// Command lines of nettp against the plan or the message that each must give.
#include "cli/nettp/parse.h"

#include <gtest/gtest.h>

#include <sstream>
#include <vector>

#include "cli/golden_text.h"

namespace ttcp::cli::nettp {
namespace {

base::Result<model::Command> parse_line(std::string_view line) {
  std::istringstream stream{std::string(line)};
  const std::vector<std::string> words{std::istream_iterator<std::string>(stream), {}};
  return parse(words, "0.1.0");
}

model::FlowPlan plan_of(std::string_view line) { return std::get<model::NettpSend>(parse_line(line).value()).plan; }
model::Endpoint listen_of(std::string_view line) {
  return std::get<model::NettpServe>(parse_line(line).value()).listen;
}

std::string refusal(std::string_view line) {
  const auto command = parse_line(line);
  return command ? "accepted" : command.error().detail;
}

std::string with_usage(std::string_view complaint) {
  const std::string text = std::string(complaint) + "\n" + usage();
  return text.substr(0, text.size() - 1);
}

TEST(NettpParseTest, TheSeedsClientSendsTenRandomMegabytesToPort1515) {
  model::FlowPlan expected;
  expected.protocol = model::Protocol::nettp;
  expected.role = model::Role::transmit;
  expected.endpoint.host = "nettp.bogus.edu";
  expected.endpoint.port = 1515;
  expected.source = model::PayloadSource::random;
  expected.sink = model::PayloadSink::discard;
  expected.buffer.length = base::Bytes(1048576);
  expected.extent.buffers = 10;
  EXPECT_EQ(plan_of("-c nettp.bogus.edu 1048576 10"), expected);
  EXPECT_EQ(plan_of("-c nettp.bogus.edu 1M 10"), expected);
  EXPECT_EQ(plan_of("nettp.bogus.edu 1MiB 10 -c"), expected);
}

TEST(NettpParseTest, TheSeedsServerListensOnPort1515) {
  EXPECT_EQ(listen_of("-s"), (model::Endpoint{"", 1515, model::Family::any, ""}));
}

TEST(NettpParseTest, OptionsReachTheEndpointOfEitherForm) {
  EXPECT_EQ(listen_of("-s -p 0 -6 --bind ::1"), (model::Endpoint{"", 0, model::Family::ipv6, "::1"}));
  EXPECT_EQ(plan_of("-c -p 1600 -6 -4 --bind=10.0.0.1 h 1 1").endpoint,
            (model::Endpoint{"h", 1600, model::Family::ipv4, "10.0.0.1"}));
}

TEST(NettpParseTest, SizeAndCountReachTheirLimitsAndNoFurther) {
  EXPECT_EQ(plan_of("-c h 1 1").buffer.length, base::Bytes(1));
  EXPECT_EQ(plan_of("-c h 1G 2147483648").buffer.length, base::Bytes(1073741824));
  EXPECT_EQ(plan_of("-c h 1G 2147483648").extent.buffers, 2147483648);
  EXPECT_EQ(refusal("-c h 0 1"), "SIZE 0: out of range, 1 to 1073741824");
  EXPECT_EQ(refusal("-c h 2G 1"), "SIZE 2G: out of range, 1 to 1073741824");
  EXPECT_EQ(refusal("-c h big 1"), "SIZE big: not a size such as 8192, 8K or 1MiB");
  EXPECT_EQ(refusal("-c h 1 0"), "COUNT 0: out of range, 1 to 2147483648");
  EXPECT_EQ(refusal("-c h 1 2147483649"), "COUNT 2147483649: out of range, 1 to 2147483648");
  EXPECT_EQ(refusal("-c h 1 1K"), "COUNT 1K: not a whole number (1K is 1024)");
  EXPECT_EQ(refusal("-c h 1 1 -p 0"), "-p 0: out of range, 1 to 65535");
  EXPECT_EQ(refusal("-s -p 65536"), "-p 65536: out of range, 0 to 65535");
  EXPECT_EQ(refusal("-s --bind="), "--bind '': not an address");
}

TEST(NettpParseTest, WhatIsNeitherFormIsRefusedWithTheUsage) {
  const std::string neither = with_usage("say either -s to serve or -c HOST SIZE COUNT to send");
  EXPECT_EQ(refusal(""), neither);
  EXPECT_EQ(refusal("h 1 1"), neither);
  EXPECT_EQ(refusal("-s -c h 1 1"), neither);
  EXPECT_EQ(refusal("-c"), with_usage("-c needs HOST SIZE COUNT: HOST, SIZE and COUNT missing"));
  EXPECT_EQ(refusal("-c h"), with_usage("-c needs HOST SIZE COUNT: SIZE and COUNT missing"));
  EXPECT_EQ(refusal("-c h 1"), with_usage("-c needs HOST SIZE COUNT: COUNT missing"));
  EXPECT_EQ(refusal("-c h 1 1 1"), with_usage("unexpected word '1' after HOST SIZE COUNT"));
  EXPECT_EQ(refusal("-s h"), with_usage("unexpected word 'h': -s takes none"));
  EXPECT_EQ(refusal("-x"), with_usage("invalid option -- 'x'"));
  EXPECT_EQ(refusal("-s -p"), with_usage("option requires an argument -- 'p'"));
}

TEST(NettpParseTest, AnEmptyHostIsAMissingHost) {
  const std::vector<std::string> words{"-c", "", "1", "1"};
  EXPECT_EQ(parse(words, "").error().detail, with_usage("-c needs HOST SIZE COUNT: HOST missing"));
}

TEST(NettpParseTest, HelpAndVersionAreTexts) {
  EXPECT_EQ(parse_line("--help").value(), model::Command(model::ShowText{help(), 0}));
  EXPECT_EQ(parse_line("-s --version").value(), model::Command(model::ShowText{"ttcp 0.1.0\n", 0}));
}

TEST(NettpTextsTest, UsageAndHelpAreTheGoldenFilesAndFitIntoEightyColumns) {
  EXPECT_EQ(usage(), golden_text("nettp_usage.txt"));
  EXPECT_EQ(help(), golden_text("nettp_help.txt"));
  EXPECT_LE(widest_line(usage()), 80U);
  EXPECT_LE(widest_line(help()), 80U);
}

}  // namespace
}  // namespace ttcp::cli::nettp

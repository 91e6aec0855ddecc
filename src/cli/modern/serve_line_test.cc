// SPDX-License-Identifier: MIT
// `ttcp serve` lines against the plan or the message that each must give.
#include <gmock/gmock.h>

#include <chrono>
#include <functional>

#include "cli/golden_text.h"
#include "cli/modern/lines.h"
#include "cli/modern/parse.h"

namespace ttcp::cli::modern {
namespace {

using base::BitRate;
using model::ListenAt;
using model::Serve;
using model::ServeOutput;
using namespace std::chrono_literals;

base::Result<model::Command> parse_line(std::string_view line) { return parse_serve(words_of(line), "0.1.0"); }

std::string refusal(std::string_view line) {
  const auto command = parse_line(line);
  if (command) return "accepted";
  EXPECT_EQ(command.error().kind, base::Error::Kind::usage);
  return command.error().detail;
}

Serve serve_of(std::string_view line) {
  const auto command = parse_line(line);
  if (!command) {
    ADD_FAILURE() << line << ": " << command.error().detail;
    return {};
  }
  return std::get<Serve>(*command);
}

void expect_refused(const std::vector<Refused>& rows) {
  for (const auto& [line, message] : rows) EXPECT_EQ(refusal(line), message) << line;
}

TEST(ServeLineTest, WithoutWordsItServesEverybodyOnBothUsualPorts) {
  EXPECT_EQ(serve_of(""), Serve{});
  EXPECT_THAT(serve_of("").plan.listen, ::testing::ElementsAre(ListenAt{"", 5001}, ListenAt{"", 1515}));
}

TEST(ServeLineTest, ListeningAddressesReplaceTheDefaultsInTheOrderTyped) {
  struct Row {
    std::string_view line;
    std::vector<ListenAt> listen;
  };
  const std::vector<Row> rows{
      {"--listen 127.0.0.1", {{"127.0.0.1", 5001}}},
      {"--listen 127.0.0.1:6000", {{"127.0.0.1", 6000}}},
      {"--listen [::1]:6000", {{"::1", 6000}}},
      {"--listen [::1]", {{"::1", 5001}}},
      {"--listen ::1", {{"::1", 5001}}},
      {"--listen=fe80::1%eth0", {{"fe80::1%eth0", 5001}}},
      {"--listen :6000", {{"", 6000}}},
      {"--listen :0 --listen :0", {{"", 0}, {"", 0}}},
      {"-p 6000", {{"", 6000}}},
      {"--port 0", {{"", 0}}},
      {"-p 6000 --listen ::1 -p 1515", {{"", 6000}, {"::1", 5001}, {"", 1515}}},
  };
  for (const auto& [line, listen] : rows) EXPECT_EQ(serve_of(line).plan.listen, listen) << line;
}

TEST(ServeLineTest, LimitsAndOutputReachThePlan) {
  struct Row {
    std::string_view line;
    std::function<void(Serve&)> change;
  };
  const std::vector<Row> rows{
      {"--max-tests 1", [](auto& s) { s.plan.limits.tests = 1; }},
      {"--max-tests 4096", [](auto& s) { s.plan.limits.tests = 4096; }},
      {"--exclusive", [](auto& s) { s.plan.limits.tests = 1; }},
      {"--exclusive --max-tests 1", [](auto& s) { s.plan.limits.tests = 1; }},
      {"--max-duration 30", [](auto& s) { s.plan.limits.duration = 30s; }},
      {"--max-duration 500ms", [](auto& s) { s.plan.limits.duration = 500ms; }},
      {"--max-rate 1G", [](auto& s) { s.plan.limits.rate = BitRate::bits_per_second(1'000'000'000); }},
      {"--max-streams 8", [](auto& s) { s.plan.limits.streams = 8; }},
      {"--allow 10.0.0.0/8 --allow ::1",
       [](auto& s) {
         s.plan.allow = {{"10.0.0.0", 8}, {"::1", 128}};
       }},
      {"--once", [](auto& s) { s.plan.once = 1; }},
      {"--once 3", [](auto& s) { s.plan.once = 3; }},
      {"--once=3", [](auto& s) { s.plan.once = 3; }},
      {"--once -q", [](auto& s) { s.plan.once = 1, s.output = ServeOutput::quiet; }},
      {"--once 5 --once", [](auto& s) { s.plan.once = 1; }},
      {"--json-lines", [](auto& s) { s.output = ServeOutput::json_lines; }},
      {"--quiet", [](auto& s) { s.output = ServeOutput::quiet; }},
  };
  for (const auto& [line, change] : rows) {
    Serve expected;
    change(expected);
    EXPECT_EQ(serve_of(line), expected) << line;
  }
}

TEST(ServeLineTest, BadValuesAreRefusedInOneLine) {
  const std::string_view kDuration = "--max-duration 0: not 0.1 to 86400 seconds, such as 5, 0.5 or 500ms";
  expect_refused({
      {"--listen localhost",
       "--listen localhost: not an address such as 192.0.2.7, 192.0.2.7:5001, [::1]:5001 or :5001"},
      {"--listen :", "--listen :: the port is not a whole number"},
      {"--listen :65536", "--listen :65536: the port is out of range, 0 to 65535"},
      {"--listen :6000 -p 6000", "-p 6000: this address was given before"},
      {"-p -1", "-p -1: out of range, 0 to 65535"},
      {"--max-tests 0", "--max-tests 0: out of range, 1 to 4096"},
      {"--max-tests 4097", "--max-tests 4097: out of range, 1 to 4096"},
      {"--max-duration 0", kDuration},
      {"--max-rate 0", "--max-rate 0: out of range, 1K to 100T bits per second"},
      {"--max-rate fast", "--max-rate fast: not a rate such as 200M, 1.5G or 10Gbit/s"},
      {"--max-streams 129", "--max-streams 129: out of range, 1 to 128"},
      {"--once 0", "--once 0: out of range, 1 to 2147483648"},
      {"--once [3]", "--once [3]: not a whole number"},
      {"--once=", "option '--once' requires an argument"},
  });
}

TEST(ServeLineTest, ContradictionsUnknownOptionsAndOperandsAreRefused) {
  expect_refused({
      {"--exclusive --max-tests 2", "--exclusive doesn't go with --max-tests: it is --max-tests 1"},
      {"--quiet --json-lines",
       "--json-lines doesn't go with --quiet: one prints a line for each event, the other none"},
      {"lab2", "serve: unexpected word 'lab2': it takes options only"},
      {"--once -- 3", "serve: unexpected word '3': it takes options only"},
      {"--exlusive", "unrecognized option '--exlusive' (did you mean '--exclusive'?)"},
      {"-x", "invalid option -- 'x'"},
      {"--listen", "option '--listen' requires an argument"},
      {"-4", "-4: the family is that of --listen, as in --listen 0.0.0.0 or --listen [::]"},
      {"-6", "-6: the family is that of --listen, as in --listen 0.0.0.0 or --listen [::]"},
      {"-s", "-s: not needed here: ttcp serve"},
      {"-1", "-1: it is --once here"},
  });
}

TEST(ServeLineTest, HelpAndVersionAreTexts) {
  EXPECT_EQ(parse_line("--help").value(), model::Command(model::ShowText{serve_help(), 0}));
  EXPECT_EQ(parse_line("-qh").value(), model::Command(model::ShowText{serve_help(), 0}));
  EXPECT_EQ(parse_line("--version").value(), model::Command(model::ShowText{"ttcp 0.1.0\n", 0}));
}

TEST(ServeHelpTest, ItIsTheGoldenFileAndFitsIntoEightyColumns) {
  EXPECT_EQ(serve_help(), golden_text("serve_help.txt"));
  EXPECT_LE(widest_line(serve_help()), 80U);
}

TEST(ServeHelpTest, ItsExamplesAreAccepted) {
  std::istringstream lines(serve_help());
  int examples = 0;
  for (std::string line; std::getline(lines, line);) {
    constexpr std::string_view kStart = "  ttcp serve";
    if (!line.starts_with(kStart)) continue;
    line = line.substr(kStart.size(), line.find("  ", kStart.size()) - kStart.size());
    EXPECT_EQ(refusal(line), "accepted") << line;
    ++examples;
  }
  EXPECT_EQ(examples, 3);
}

}  // namespace
}  // namespace ttcp::cli::modern

// SPDX-License-Identifier: MIT
// Classic command lines against the plan or the message that each must give.
#include "cli/classic/parse.h"

#include <gmock/gmock.h>

#include <chrono>
#include <functional>
#include <sstream>
#include <vector>

#include "cli/golden_text.h"

namespace ttcp::cli::classic {
namespace {

using base::Bytes;
using model::Family;
using model::PayloadSink;
using model::PayloadSource;
using model::Role;
using model::Transport;
using namespace std::chrono_literals;

std::vector<std::string> split(std::string_view line) {
  std::istringstream stream{std::string(line)};
  return {std::istream_iterator<std::string>(stream), {}};
}

base::Result<model::Command> parse_line(std::string_view line) { return parse(split(line), "0.1.0"); }

model::RunTest run_of(std::string_view line) {
  const auto command = parse_line(line);
  if (!command) {
    ADD_FAILURE() << line << ": " << command.error().detail;
    return {};
  }
  return std::get<model::RunTest>(*command);
}

std::string refusal(std::string_view line) {
  const auto command = parse_line(line);
  if (command) return "accepted";
  EXPECT_EQ(command.error().kind, base::Error::Kind::usage);
  return command.error().detail;
}

std::string with_usage(std::string_view complaint) {
  const std::string text = std::string(complaint) + "\n" + usage();
  return text.substr(0, text.size() - 1);
}

model::RunTest receiver() { return {}; }

model::RunTest transmitter(std::string_view host = "h") {
  model::RunTest run;
  run.plan.role = Role::transmit;
  run.plan.endpoint.host = host;
  return run;
}

model::RunTest with_sink(model::RunTest run) {
  run.plan.source = PayloadSource::pattern;
  run.plan.sink = PayloadSink::discard;
  return run;
}

// A line, where it starts from, and what it changes there.
struct Accepted {
  std::string_view line;
  model::RunTest base;
  std::function<void(model::FlowPlan&, model::ReportChoice&)> change = [](auto&, auto&) {};
};

void expect_accepted(const std::vector<Accepted>& rows) {
  for (auto [line, expected, change] : rows) {
    change(expected.plan, expected.report);
    const auto run = run_of(line);
    EXPECT_EQ(run.plan, expected.plan) << line;
    EXPECT_EQ(run.report, expected.report) << line << ": " << ::testing::PrintToString(run.report.notes);
  }
}

struct Refused {
  std::string_view line;
  std::string detail;
};

void expect_refused(const std::vector<Refused>& rows) {
  for (const auto& [line, detail] : rows) EXPECT_EQ(refusal(line), detail) << line;
}

TEST(ClassicParseTest, TheSeedsLinesGiveTheSeedsTests) {
  expect_accepted({
      {"-r -s", with_sink(receiver())},
      {"-t -s sheridan", with_sink(transmitter("sheridan"))},
      {"-r -v -s", with_sink(receiver()), [](auto&, auto& report) { report.verbose = true; }},
      {"-r -s -v", with_sink(receiver()), [](auto&, auto& report) { report.verbose = true; }},
      {"-t 192.168.1.100", transmitter("192.168.1.100")},
      {"-t -s -n 50 10.1.1.1", with_sink(transmitter("10.1.1.1")), [](auto& plan, auto&) { plan.extent.buffers = 50; }},
  });
}

TEST(ClassicParseTest, LettersMeanWhatTheyMeantIn112) {
  expect_accepted({
      {"-r", receiver()},
      {"-v", receiver(), [](auto&, auto& report) { report.verbose = true; }},
      {"-t -r", receiver()},
      {"-r -t h", transmitter()},
      {"-t h", transmitter()},
      {"h -t", transmitter()},
      {"-t -- h", transmitter()},
      {"-t -- -h", transmitter("-h")},
      {"-ts h", with_sink(transmitter())},
      {"-t -s -s h", transmitter()},
      {"-rsss", with_sink(receiver())},
      {"-r -u", receiver(), [](auto& plan, auto&) { plan.transport = Transport::udp; }},
      {"-r -d", receiver(), [](auto& plan, auto&) { plan.socket.debug = true; }},
      {"-t -D h", transmitter(), [](auto& plan, auto&) { plan.socket.no_delay = true; }},
      {"-r -B", receiver(), [](auto& plan, auto&) { plan.buffer.full_blocks = true; }},
      {"-r -T", receiver(), [](auto& plan, auto&) { plan.buffer.touch = true; }},
      {"-r -4 -6", receiver(), [](auto& plan, auto&) { plan.endpoint.family = Family::ipv6; }},
      {"-r64", receiver(), [](auto& plan, auto&) { plan.endpoint.family = Family::ipv4; }},
      {"-r -fk", receiver(), [](auto&, auto& report) { report.unit = 'k'; }},
      {"-r -f G", receiver(), [](auto&, auto& report) { report.unit = 'G'; }},
  });
}

TEST(ClassicParseTest, NumbersReachTheirLimitsAndNoFurther) {
  expect_accepted({
      {"-r -p 0", receiver(), [](auto& plan, auto&) { plan.endpoint.port = 0; }},
      {"-t -p1 h", transmitter(), [](auto& plan, auto&) { plan.endpoint.port = 1; }},
      {"-r -p 65535", receiver(), [](auto& plan, auto&) { plan.endpoint.port = 65535; }},
      {"-r -l 0", receiver(), [](auto& plan, auto&) { plan.buffer.length = Bytes(0); }},
      {"-r -l 1073741824", receiver(), [](auto& plan, auto&) { plan.buffer.length = Bytes(1 << 30); }},
      {"-t -s -n 0 h", with_sink(transmitter()), [](auto& plan, auto&) { plan.extent.buffers = 0; }},
      {"-t -s -n4611686018427387904 h", with_sink(transmitter()),
       [](auto& plan, auto&) { plan.extent.buffers = std::int64_t{1} << 62; }},
      {"-r -b 0", receiver()},
      {"-r -b 65536 -b 0", receiver()},
      {"-r -b 2147483647", receiver(), [](auto& plan, auto&) { plan.socket.buffer = Bytes(INT32_MAX); }},
      {"-r -A 0", receiver(), [](auto& plan, auto&) { plan.buffer.align = 0; }},
      {"-r -A 1073741824", receiver(), [](auto& plan, auto&) { plan.buffer.align = 1 << 30; }},
      {"-r -O 20000", receiver(), [](auto& plan, auto&) { plan.buffer.offset = 20000; }},
  });
  expect_refused({
      {"-t -p 0 h", "-p 0: out of range, 1 to 65535"},
      {"-p 0 -t h", "-p 0: out of range, 1 to 65535"},
      {"-t -p 70000 h", "-p 70000: out of range, 1 to 65535"},
      {"-r -p 70000", "-p 70000: out of range, 0 to 65535"},
      {"-r -l 1073741825", "-l 1073741825: out of range, 0 to 1073741824"},
      {"-t -s -n 4611686018427387905 h", "-n 4611686018427387905: out of range, 0 to 4611686018427387904"},
      {"-t -s -n -1 h", "-n -1: out of range, 0 to 4611686018427387904"},
      {"-r -b 2147483648", "-b 2147483648: out of range, 0 to 2147483647"},
      {"-r -A 1073741825", "-A 1073741825: out of range, 0 to 1073741824"},
      {"-r -O 1073741825", "-O 1073741825: out of range, 0 to 1073741824"},
  });
}

TEST(ClassicParseTest, WhatIsNoNumberIsRefusedWithTheOptionAndTheValue) {
  expect_refused({
      {"-t -l 8k h", "-l 8k: not a whole number (8k is 8192)"},
      {"-t -l 2G h", "-l 2G: not a whole number"},
      {"-t -l 0x10 h", "-l 0x10: not a whole number"},
      {"-t -l 1e3 h", "-l 1e3: not a whole number"},
      {"-t -l +5 h", "-l +5: not a whole number"},
      {"-t -n 50x h", "-n 50x: not a whole number"},
      {"-r -p http", "-p http: not a whole number"},
      {"-r -p -s", "-p -s: not a whole number"},
      {"-r -l 99999999999999999999", "-l 99999999999999999999: out of range, 0 to 1073741824"},
      {"-r -l \x1b", "-l \\x1b: not a whole number"},
      {"-r -f mm", "-f mm: not one of k, K, m, M, g, G"},
      {"-r -f 1", "-f 1: not one of k, K, m, M, g, G"},
  });
  const std::vector<std::string> empty_value{"-r", "-l", ""};
  EXPECT_EQ(parse(empty_value, "").error().detail, "-l '': not a whole number");
}

TEST(ClassicParseTest, LongOptionsWorkInBothRolesWhereTheyCan) {
  const auto unlimited = [](auto& plan, auto&) { plan.extent = {std::nullopt, std::nullopt, 10s}; };
  expect_accepted({
      {"-t -s --time 10 h", with_sink(transmitter()), unlimited},
      {"-r -s --time=10s", with_sink(receiver()), unlimited},
      {"-t --time 10 h", transmitter(), unlimited},
      {"-t -s --time 10 -n 3 h", with_sink(transmitter()),
       [](auto& plan, auto&) {
         plan.extent = {3, std::nullopt, 10s};
       }},
      {"-t -s --bytes 1M h", with_sink(transmitter()),
       [](auto& plan, auto&) {
         plan.extent = {std::nullopt, Bytes(1048576), std::nullopt};
       }},
      {"-r -s -u --bytes 1", with_sink(receiver()),
       [](auto& plan, auto&) {
         plan.transport = Transport::udp;
         plan.extent = {std::nullopt, Bytes(1), std::nullopt};
       }},
      {"-t -s --random h", with_sink(transmitter()), [](auto& plan, auto&) { plan.source = PayloadSource::random; }},
      {"-r --interval 0.5", receiver(), [](auto& plan, auto&) { plan.interval = 500ms; }},
      {"-r --timeout 200ms", receiver(), [](auto& plan, auto&) { plan.patience = 200ms; }},
      {"-r --bind ::1", receiver(), [](auto& plan, auto&) { plan.endpoint.bind_address = "::1"; }},
      {"-r --congestion=bbr", receiver(), [](auto& plan, auto&) { plan.socket.congestion = "bbr"; }},
      {"-r -s --json", with_sink(receiver()), [](auto&, auto& report) { report.json_fd = 1; }},
      {"-r --json=3", receiver(), [](auto&, auto& report) { report.json_fd = 3; }},
      {"-t --json=1023 h", transmitter(), [](auto&, auto& report) { report.json_fd = 1023; }},
      {"-t h --json", transmitter(), [](auto&, auto& report) { report.json_fd = 1; }},
  });
}

TEST(ClassicParseTest, LongOptionsRefuseWhatTheyCannotDo) {
  const std::string payload_on_stdout =
      "--json: standard output carries the payload of -r without -s; name another descriptor, as in --json=3";
  expect_refused({
      {"-r -s -u --congestion bbr", "--congestion: for TCP only, not with -u"},
      {"-t -s -u --bytes 4 h", "--bytes 4: with -u -s at least 5, because shorter datagrams are markers"},
      {"-r -s --random", "--random: says what -t sends, so not with -r"},
      {"-t --random h", "--random: needs -s, because without it the payload comes from standard input"},
      {"-t -s -s --random h", "--random: needs -s, because without it the payload comes from standard input"},
      {"-r --json", payload_on_stdout},
      {"-r --json=1", payload_on_stdout},
      {"-r -s --json=0", "--json 0: out of range, 1 to 1023"},
      {"-r -s --json=1024", "--json 1024: out of range, 1 to 1023"},
      {"-r -s --json=", "--json '': not a whole number"},
      {"-r --time 0", "--time 0: out of range, more than 0 to 1000000000 seconds"},
      {"-r --time soon", "--time soon: not a number of seconds such as 10 or 0.5"},
      {"-r --timeout -1", "--timeout -1: out of range, more than 0 to 1000000000 seconds"},
      {"-r --interval 0.009", "--interval 0.009: out of range, 0.01 seconds at least"},
      {"-r --bytes 0", "--bytes 0: out of range, 1 to 4611686018427387904"},
      {"-r --bytes many", "--bytes many: not a size such as 8192, 8K or 1MiB"},
      {"-r --bind=", "--bind '': not an address"},
      {"-r --congestion=", "--congestion '': not the name of an algorithm"},
  });
}

TEST(ClassicParseTest, WhatGetoptRefusesIsFollowedByTheUsage) {
  expect_refused({
      {"-z", with_usage("invalid option -- 'z'")},
      {"-r -p", with_usage("option requires an argument -- 'p'")},
      {"--foo", with_usage("unrecognized option '--foo'")},
      {"-r --intervall 1", with_usage("unrecognized option '--intervall' (did you mean '--interval'?)")},
      {"-t", with_usage("-t needs a host to transmit to")},
      {"-t -s", with_usage("-t needs a host to transmit to")},
      {"", with_usage("say -t HOST to transmit, or -r to receive")},
  });
  const std::vector<std::string> empty_host{"-t", ""};
  EXPECT_EQ(parse(empty_host, "").error().detail, with_usage("-t needs a host to transmit to"));
}

TEST(ClassicParseTest, WordsAfterTheHostAreRefused) {
  expect_refused({
      {"-t h 10", "unexpected word '10' after 'h': one host is enough"},
      {"-r h i", "unexpected word 'i' after 'h': one host is enough"},
  });
}

TEST(ClassicParseTest, WhatIsAcceptedAndIgnoredIsSaid) {
  const std::vector<std::pair<std::string_view, std::vector<std::string>>> rows{
      {"-r 10.1.1.1", {"10.1.1.1 is not used by -r"}},
      {"-r -s -u -B -T -d", {"-d has no meaning with UDP", "-B has no meaning with UDP", "-T has no meaning with UDP"}},
      {"-t -u -D h", {"-D has no meaning with UDP"}},
      {"-r -D", {"-D has no meaning with -r"}},
      {"-t -B -T h", {"-B has no meaning with -t", "-T has no meaning with -t"}},
      {"-r -n 5", {"-n has no meaning with -r"}},
      {"-t -n 5 h", {"-n has no meaning without -s"}},
      {"-r -A 0 -O 1", {"-O has no meaning with -A 0"}},
      {"-r -f z", {"-f z is no known unit: rates are in KB"}},
      {"-r -u -l 3", {"-l 3: 5 is used, because shorter datagrams are markers"}},
  };
  for (const auto& [line, notes] : rows) EXPECT_EQ(run_of(line).report.notes, notes) << line;
  EXPECT_EQ(run_of("-r -f z").report.unit, 'z');
  EXPECT_EQ(run_of("-r -n 5").plan.extent.buffers, 5);
}

TEST(ClassicParseTest, ADatagramIsNeverAsShortAsAMarker) {
  EXPECT_EQ(run_of("-r -u -l 0").plan.buffer.length, Bytes(5));
  EXPECT_EQ(run_of("-r -l 4 -u").plan.buffer.length, Bytes(5));
  EXPECT_EQ(run_of("-r -u -l 5").plan.buffer.length, Bytes(5));
  EXPECT_EQ(run_of("-r -l 3").plan.buffer.length, Bytes(3));
}

TEST(ClassicParseTest, HelpAndVersionWinOverWhateverElseIsThere) {
  EXPECT_EQ(parse_line("-t --help -p 70000").value(), model::Command(model::ShowText{help(), 0}));
  EXPECT_EQ(parse_line("--version").value(), model::Command(model::ShowText{"ttcp 0.1.0\n", 0}));
}

TEST(ClassicTextsTest, UsageAndHelpAreTheGoldenFilesAndFitIntoEightyColumns) {
  EXPECT_EQ(usage(), golden_text("classic_usage.txt"));
  EXPECT_EQ(help(), golden_text("classic_help.txt"));
  EXPECT_LE(widest_line(usage()), 80U);
  EXPECT_LE(widest_line(help()), 80U);
}

TEST(ClassicTextsTest, HelpExplainsEveryOption) {
  for (const std::string_view name : {"-t",          "-r",
                                      "-s",          "-u",
                                      "-4",          "-6",
                                      "-p N",        "-l N",
                                      "-n N",        "-b N",
                                      "-f UNIT",     "-v",
                                      "-d",          "-D",
                                      "-B",          "-T",
                                      "-A N",        "-O N",
                                      "--time S",    "--bytes N",
                                      "--random",    "--interval S",
                                      "--json[=FD]", "--timeout S",
                                      "--bind ADDR", "--congestion NAME",
                                      "--help",      "--version"}) {
    EXPECT_THAT(help(), ::testing::HasSubstr(name));
  }
}

}  // namespace
}  // namespace ttcp::cli::classic

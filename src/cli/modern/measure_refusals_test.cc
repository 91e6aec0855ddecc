// SPDX-License-Identifier: MIT
// `ttcp test` lines against the message that each must give.
#include <gtest/gtest.h>

#include "cli/modern/lines.h"
#include "cli/modern/parse.h"

namespace ttcp::cli::modern {
namespace {

std::string refusal(std::string_view line) {
  const auto command = parse_test(words_of(line), "0.1.0");
  if (command) return "accepted";
  EXPECT_EQ(command.error().kind, base::Error::Kind::usage);
  return command.error().detail;
}

void expect_refused(const std::vector<Refused>& rows) {
  for (const auto& [line, message] : rows) EXPECT_EQ(refusal(line), message) << line;
}

TEST(TestLineRefusalTest, ValuesOutOfRangeAreRefusedInOneLineWithTheRange) {
  expect_refused({
      {"-t 0 h", "-t 0: not 0.1 to 86400 seconds, such as 5, 0.5 or 500ms"},
      {"--time 86401 h", "--time 86401: not 0.1 to 86400 seconds, such as 5, 0.5 or 500ms"},
      {"-t ten h", "-t ten: not 0.1 to 86400 seconds, such as 5, 0.5 or 500ms"},
      {"-t -5 h", "-t -5: not 0.1 to 86400 seconds, such as 5, 0.5 or 500ms"},
      {"-P 0 h", "-P 0: out of range, 1 to 128"},
      {"--streams 129 h", "--streams 129: out of range, 1 to 128"},
      {"-P 4k h", "-P 4k: not a whole number"},
      {"-b 0 h", "-b 0: out of range, 1K to 100T bits per second"},
      {"--rate 101T h", "--rate 101T: out of range, 1K to 100T bits per second"},
      {"-b 10MB h", "-b 10MB: not a rate such as 200M, 1.5G or 10Gbit/s"},
      {"-n 0 h", "-n 0: out of range, 1 to 4611686018427387904"},
      {"-n some h", "-n some: not a size such as 8192, 8K or 1MiB"},
      {"-O 61 -t 99 h", "-O 61: not 0 to 60 seconds, such as 5, 0.5 or 500ms"},
      {"-w 0 h", "-w 0: out of range, 1 to 2147483647"},
      {"-w 2G h", "-w 2G: out of range, 1 to 2147483647"},
      {"-l 0 h", "-l 0: out of range, 1 to 1048576"},
      {"-l 2M h", "-l 2M: out of range, 1 to 1048576"},
      {"-u -l 31 h", "-l 31: out of range, 32 to 65507"},
      {"-l 65508 -u h", "-l 65508: out of range, 32 to 65507"},
      {"-M 87 h", "-M 87: out of range, 88 to 32767"},
      {"--mss 32768 h", "--mss 32768: out of range, 88 to 32767"},
      {"--dscp 64 h", "--dscp 64: not 0 to 63, EF, AF11 to AF43 or CS0 to CS7"},
      {"--dscp AF44 h", "--dscp AF44: not 0 to 63, EF, AF11 to AF43 or CS0 to CS7"},
      {"--dscp AF01 h", "--dscp AF01: not 0 to 63, EF, AF11 to AF43 or CS0 to CS7"},
      {"--dscp CS8 h", "--dscp CS8: not 0 to 63, EF, AF11 to AF43 or CS0 to CS7"},
      {"-p 0 h", "-p 0: out of range, 1 to 65535"},
      {"-p 65536 h", "-p 65536: out of range, 1 to 65535"},
      {"-i 0 h", "-i 0: not 0.1 to 3600 seconds, such as 5, 0.5 or 500ms"},
      {"--interval 0.09 h", "--interval 0.09: not 0.1 to 3600 seconds, such as 5, 0.5 or 500ms"},
      {"--repeat 0 h", "--repeat 0: out of range, 1 to 1000000"},
      {"--pause x --repeat 2 h", "--pause x: not 0 to 86400 seconds, such as 5, 0.5 or 500ms"},
      {"-C a/b h", "-C a/b: not the name of a congestion control"},
      {"-C sixteenletters16 h", "-C sixteenletters16: not the name of a congestion control"},
      {"--bind-dev sixteenletters16 h", "--bind-dev sixteenletters16: not the name of an interface"},
  });
}

TEST(TestLineRefusalTest, EmptyValuesAreRefused) {
  for (const std::string option : {"-B", "--bind", "--bind-dev", "-C", "--output", "-t", "--expect", "--dscp"}) {
    const auto command = parse_test(std::vector<std::string>{option, "", "h"}, "");
    ASSERT_TRUE(command.has_error()) << option;
    EXPECT_TRUE(command.error().detail.starts_with(option + " '': not ")) << command.error().detail;
  }
}

TEST(TestLineRefusalTest, OptionsThatContradictEachOtherAreRefusedByTheNamesThatWereTyped) {
  expect_refused({
      {"-4 -6 h", "-4 doesn't go with -6: say one, or neither for what the host has"},
      {"-n 1M -t 5 h", "-t doesn't go with -n: a run ends after a time or after a size"},
      {"--both --up h", "--both doesn't go with --up: both directions at the same time is a run of its own"},
      {"-R --bidir h", "--bidir doesn't go with -R: both directions at the same time is a run of its own"},
      {"-J --csv h", "-J doesn't go with --csv: the output has one form"},
      {"--json-stream -J h", "-J doesn't go with --json-stream: the output has one form"},
      {"--csv --json-lines h", "--json-lines doesn't go with --csv: the output has one form"},
      {"-u -N h", "-N doesn't go with -u: it is an option of TCP"},
      {"--mss 1400 --udp h", "--mss doesn't go with --udp: it is an option of TCP"},
      {"-u -C bbr h", "-C doesn't go with -u: it is an option of TCP"},
      {"--pause 2 h", "--pause: between repeats, so only with --repeat"},
      {"-4 -B ::1 h", "-B ::1: an IPv6 address doesn't go with -4"},
      {"-6 --bind 192.0.2.1 h", "--bind 192.0.2.1: an IPv4 address doesn't go with -6"},
      {"-4 [::1]:80", "HOST [::1]:80: an IPv6 address doesn't go with -4"},
      {"-6 192.0.2.1", "HOST 192.0.2.1: an IPv4 address doesn't go with -6"},
  });
}

TEST(TestLineRefusalTest, UdpWithoutARateTakesNeitherTimeNorSizeNorOmission) {
  expect_refused({
      {"-u -t 5 h", "-t: with -u and no -b the rate is searched for; give -b RATE to hold one for -t seconds"},
      {"-u --bytes 1M h",
       "--bytes: with -u and no -b the rate is searched for; give -b RATE to send a size at that rate"},
      {"-u -O 1 h",
       "-O: with -u and no -b the rate is searched for; give -b RATE to omit the start of a run at that rate"},
  });
}

TEST(TestLineRefusalTest, UnknownOptionsAreRefusedWithTheNearestOne) {
  expect_refused({
      {"--tme 5 h", "unrecognized option '--tme' (did you mean '--time'?)"},
      {"--congest bbr h", "unrecognized option '--congest' (did you mean '--congestion'?)"},
      {"--json-line h", "unrecognized option '--json-line' (did you mean '--json-lines'?)"},
      {"--frobnicate=3 h", "unrecognized option '--frobnicate'"},
      {"-x h", "invalid option -- 'x'"},
      {"-Jx h", "invalid option -- 'x'"},
      {"-5 h", "invalid option -- '5'"},
      {"--\x1b[2J h", "unrecognized option '--\\x1b[2J'"},
  });
}

TEST(TestLineRefusalTest, OptionsOfOtherProgramsAreAnsweredByName) {
  expect_refused({
      {"-Z h", "-Z: this version has no such option; payload is copied by the kernel"},
      {"--zerocopy h", "--zerocopy: this version has no such option; payload is copied by the kernel"},
      {"-S 4 h", "-S: the type of service is not an option here; --dscp 0 to 63 is"},
      {"--tos=4 h", "--tos: the type of service is not an option here; --dscp 0 to 63 is"},
      {"-c h", "-c: not needed here: ttcp test HOST"},
      {"-s", "-s: a server is ttcp serve"},
  });
}

TEST(TestLineRefusalTest, MissingAndSuperfluousValuesAreRefused) {
  expect_refused({
      {"", "test: needs a HOST, as in ttcp test lab2 (see ttcp test --help)"},
      {"-J", "test: needs a HOST, as in ttcp test lab2 (see ttcp test --help)"},
      {"h -t", "option requires an argument -- 't'"},
      {"h -Jt", "option requires an argument -- 't'"},
      {"h --time", "option '--time' requires an argument"},
      {"--time= h", "option '--time' requires an argument"},
      {"--up=no h", "option '--up' doesn't allow an argument"},
      {"--json=1 h", "option '--json' doesn't allow an argument"},
  });
  EXPECT_EQ(parse_test(std::vector{std::string("h\0x", 3)}, "").error().detail, "a word contains a NUL byte");
}

}  // namespace
}  // namespace ttcp::cli::modern

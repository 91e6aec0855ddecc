// SPDX-License-Identifier: MIT
#include "report/classic/report.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>

#include "report/golden.h"

namespace ttcp::report::classic {
namespace {
using base::Bytes;
using base::Duration;
using model::ReportChoice;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;
using namespace std::chrono_literals;

ReportChoice verbose() {
  ReportChoice choice;
  choice.verbose = true;
  return choice;
}

ReportChoice in_unit(char unit) {
  ReportChoice choice;
  choice.unit = unit;
  return choice;
}

model::FlowRecord moved(model::Role role, std::int64_t bytes, Duration real, std::int64_t calls) {
  model::FlowRecord record;
  record.plan.role = role;
  record.bytes = Bytes(bytes);
  record.real = real;
  record.calls = calls;
  return record;
}

model::FlowRecord linux_seed_receiver() {
  model::FlowRecord record = moved(model::Role::receive, 1048576, 2'746'400us, 191);
  record.usage.user = 10ms;
  record.usage.system = 1410ms;
  record.usage.minor_faults = 2;
  record.buffer_address = 0x8050000;
  return record;
}

// The seeds print seconds rounded; each duration here is one that gives all the figures of its line.
struct SeedLine {
  model::Role role;
  std::int64_t bytes;
  Duration real;
  std::int64_t calls;
  const char* lines;
};

TEST(ClassicReportTest, TheSeedsLinesWithTheSeedsNumbers) {
  using enum model::Role;
  const SeedLine table[] = {{receive, 16777216, 19'989'350us, 10288,
                             "ttcp-r: 16777216 bytes in 19.99 real seconds = 819.64 KB/sec +++\n"
                             "ttcp-r: 10288 I/O calls, msec/call = 1.99, calls/sec = 514.67\n"},
                            {transmit, 16777216, 19'980'000us, 2048,
                             "ttcp-t: 16777216 bytes in 19.98 real seconds = 820.02 KB/sec +++\n"
                             "ttcp-t: 2048 I/O calls, msec/call = 9.99, calls/sec = 102.50\n"},
                            {transmit, 1048576, 2'663'820us, 128,
                             "ttcp-t: 1048576 bytes in 2.66 real seconds = 384.41 KB/sec +++\n"
                             "ttcp-t: 128 I/O calls, msec/call = 21.31, calls/sec = 48.05\n"},
                            {receive, 1048576, 2'746'400us, 191,
                             "ttcp-r: 1048576 bytes in 2.75 real seconds = 372.85 KB/sec +++\n"
                             "ttcp-r: 191 I/O calls, msec/call = 14.72, calls/sec = 69.55\n"},
                            {receive, 409600, 84'942'000us, 79,
                             "ttcp-r: 409600 bytes in 84.94 real seconds = 4.71 KB/sec +++\n"
                             "ttcp-r: 79 I/O calls, msec/call = 1101.02, calls/sec = 0.93\n"}};
  for (const SeedLine& seed : table) {
    EXPECT_THAT(report(moved(seed.role, seed.bytes, seed.real, seed.calls), {}), StartsWith(seed.lines));
  }
}

TEST(ClassicReportTest, TheNetcatSeedsSumIsDoneForTheReader) {
  EXPECT_THAT(report(moved(model::Role::receive, 87478392, 9993ms, 60000), verbose()),
              HasSubstr("ttcp-r: 87478392 bytes x 8 / 9.993 s = 70.03 Mbit/s (powers of ten)\n"));
}

TEST(ClassicReportTest, WithoutVThereAreFourLines) {
  const std::string printed = report(linux_seed_receiver(), {});
  EXPECT_EQ(printed, golden("classic_receiver.txt", printed));
}

TEST(ClassicReportTest, WithVTheOrderIsRealCpuCallsUsageSumAddress) {
  const std::string printed = report(linux_seed_receiver(), verbose());
  EXPECT_EQ(printed, golden("classic_receiver_verbose.txt", printed));
}

TEST(ClassicReportTest, AnInterruptedTransmitterIsMarkedBeforeTheFigures) {
  model::FlowRecord record = moved(model::Role::transmit, std::int64_t{3} << 40, 2h + 3min + 4s, 402653184);
  record.ending = model::Ending::interrupted;
  record.interrupted_by = SIGINT;
  record.acknowledged_after = record.real + 2min;
  record.usage = {1234'560ms, 2345'670ms, 3148, 0, 0, 5, 1, 700, 80};
  record.buffer_address = 0x7f5b720000;
  record.notes = {"asked for congestion control bbr, got cubic"};
  const std::string printed = report(record, verbose());
  EXPECT_EQ(printed, golden("classic_interrupted_transmitter_verbose.txt", printed));
}

TEST(ClassicReportTest, AUdpReceiverWithoutMarkersSaysSo) {
  model::FlowRecord record = moved(model::Role::receive, 10000, 990ms, 10);
  record.plan.transport = model::Transport::udp;
  record.plan.sink = model::PayloadSink::discard;
  record.plan.patience = 3s;
  record.ending = model::Ending::timed_out;
  record.markers = model::MarkersSeen{};
  record.first_byte_after = 0s;
  record.last_byte_after = 990ms;
  const std::string printed = report(record, verbose());
  EXPECT_EQ(printed, golden("classic_udp_without_markers.txt", printed));
}

TEST(ClassicReportTest, EveryLetterOfFGovernsBothRates) {
  std::string text;
  for (const char unit : {'k', 'K', 'm', 'M', 'g', 'G', 'z'}) {
    ReportChoice choice = in_unit(unit);
    choice.verbose = true;
    text += report(linux_seed_receiver(), choice);
  }
  EXPECT_EQ(text, golden("classic_units.txt", text));
}

TEST(ClassicReportTest, BytesBeyond31And40BitsAreExactAndPositive) {
  EXPECT_THAT(report(moved(model::Role::receive, 2'258'632'704, 1247'570ms, 9), {}),
              StartsWith("ttcp-r: 2258632704 bytes in 1247.57 real seconds = 1767.99 KB/sec +++\n"));
  EXPECT_THAT(report(moved(model::Role::receive, 9'007'199'254'740'993, 1000s, 9), in_unit('G')),
              StartsWith("ttcp-r: 9007199254740993 bytes in 1000.00 real seconds = 8388.61 GB/sec +++\n"));
}

TEST(ClassicReportTest, NothingMovedInNoTimeIsInfAndNoAbsurdRate) {
  const std::string text = report(moved(model::Role::transmit, 0, 0s, 0), verbose());
  EXPECT_THAT(text, StartsWith("ttcp-t: 0 bytes in 0.00 real seconds = 0.00 KB/sec +++\n"
                               "ttcp-t: 0 bytes in 0.00 CPU seconds = 0.00 KB/cpu sec\n"
                               "ttcp-t: 0 I/O calls, msec/call = inf, calls/sec = 0.00\n"));
  EXPECT_THAT(text, Not(HasSubstr("bit/s")));
}

TEST(ClassicReportTest, RealSecondsOfZeroCountAsAMillisecondAndCpuSecondsAsTenMicroseconds) {
  const std::string text = report(moved(model::Role::receive, 1024, 0s, 1), verbose());
  EXPECT_THAT(text, HasSubstr("in 0.00 real seconds = 1000.00 KB/sec"));
  EXPECT_THAT(text, HasSubstr("in 0.00 CPU seconds = 100000.00 KB/cpu sec"));
}

TEST(ClassicReportTest, ALateFirstByteGivesTheRateWhileDataFlowed) {
  model::FlowRecord record = moved(model::Role::receive, 1'250'000, 3s, 900);
  record.first_byte_after = 2s;
  record.last_byte_after = 3s;
  EXPECT_THAT(report(record, verbose()),
              HasSubstr("ttcp-r: first byte 2.000 s after accept, last 3.000 s after it: 10.00 Mbit/s while data "
                        "flowed (powers of ten)\n"));
  EXPECT_THAT(report(record, {}), Not(HasSubstr("first byte")));
}

TEST(ClassicReportTest, ASpanTooShortToMeasureGivesTheMomentsWithoutARate) {
  model::FlowRecord record = moved(model::Role::receive, 100'000, 2s, 3);
  record.first_byte_after = 2s;
  record.last_byte_after = 2s;
  EXPECT_THAT(report(record, verbose()), HasSubstr("ttcp-r: first byte 2.000 s after accept, last 2.000 s after it\n"));
}

TEST(ClassicReportTest, AHundredthOrLessIsNotWorthALine) {
  model::FlowRecord record = moved(model::Role::receive, 1'250'000, 10s, 900);
  record.first_byte_after = 100ms;
  record.last_byte_after = 10s;
  EXPECT_THAT(report(record, verbose()), Not(HasSubstr("first byte")));
  record.last_byte_after = 9999ms;
  EXPECT_THAT(report(record, verbose()), HasSubstr("first byte 0.100000 s"));
}

TEST(ClassicReportTest, ALateAcknowledgementGivesTheRateUntilThen) {
  model::FlowRecord record = moved(model::Role::transmit, 1'250'000, 500ms, 900);
  record.acknowledged_after = 1s;
  EXPECT_THAT(report(record, verbose()),
              HasSubstr("ttcp-t: last byte acknowledged after 1.000 s: 10.00 Mbit/s until then (powers of ten)\n"));
  record.acknowledged_after = 505ms;
  EXPECT_THAT(report(record, verbose()), Not(HasSubstr("acknowledged")));
}

TEST(UsageTextTest, IsTheLinuxSeedsLine) {
  const auto seed = linux_seed_receiver();
  EXPECT_EQ(usage_text(seed.usage, seed.real), "0.0user 1.4sys 0:02real 51% 0i+0d 0maxrss 0+2pf 0+0csw");
}

TEST(UsageTextTest, TheSgiSeedsSecondsAndPercentages) {
  model::Usage usage;
  usage.user = 100ms;
  usage.system = 3400ms;
  EXPECT_THAT(usage_text(usage, 19'989'350us), StartsWith("0.1user 3.4sys 0:19real 17%"));
  usage.user = 99'999us;
  usage.system = 2399'999us;
  EXPECT_THAT(usage_text(usage, 19'980ms), StartsWith("0.0user 2.3sys 0:19real 12%"));
}

TEST(UsageTextTest, MaxrssIsHalvedAndFaultsAndSwitchesKeepTheirOrder) {
  model::Usage usage;
  usage.max_rss_kib = 3149;
  usage.major_faults = 1;
  usage.minor_faults = 2;
  usage.voluntary_switches = 176;
  usage.involuntary_switches = 3;
  EXPECT_EQ(usage_text(usage, 5ms), "0.0user 0.0sys 0:00real 0% 0i+0d 1574maxrss 1+2pf 176+3csw");
}

TEST(UsageTextTest, IntegralsAreDividedByCpuHundredths) {
  model::Usage usage;
  usage.integral_shared = 100;
  usage.integral_unshared = 250;
  EXPECT_THAT(usage_text(usage, 1s), HasSubstr(" 100i+250d "));
  usage.user = 500ms;
  EXPECT_THAT(usage_text(usage, 1s), HasSubstr(" 2i+5d "));
}

TEST(UsageTextTest, FromOneHourOnTheTimeHasThreeParts) {
  EXPECT_THAT(usage_text({}, 3599'999ms), HasSubstr(" 59:59real "));
  EXPECT_THAT(usage_text({}, 1h), HasSubstr(" 1:00:00real "));
  EXPECT_THAT(usage_text({}, 25h + 61s), HasSubstr(" 25:01:01real "));
}

}  // namespace
}  // namespace ttcp::report::classic

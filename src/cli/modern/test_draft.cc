// SPDX-License-Identifier: MIT
// One option at a time into the draft.
#include "cli/modern/test_draft.h"

#include <algorithm>
#include <array>
#include <chrono>

namespace ttcp::cli::modern {
namespace {

using namespace std::chrono_literals;

constexpr std::array kSpellings{
    Spelling{"--up", Argument::none, kUp},
    Spelling{"-R", Argument::none, kDown},
    Spelling{"--down", Argument::none, kDown},
    Spelling{"--reverse", Argument::none, kDown},
    Spelling{"--both", Argument::none, kBoth},
    Spelling{"--bidir", Argument::none, kBoth},
    Spelling{"-t", Argument::required, kTime},
    Spelling{"--time", Argument::required, kTime},
    Spelling{"-P", Argument::required, kStreams},
    Spelling{"--streams", Argument::required, kStreams},
    Spelling{"-u", Argument::none, kUdp},
    Spelling{"--udp", Argument::none, kUdp},
    Spelling{"-b", Argument::required, kRate},
    Spelling{"--rate", Argument::required, kRate},
    Spelling{"-n", Argument::required, kBytes},
    Spelling{"--bytes", Argument::required, kBytes},
    Spelling{"-O", Argument::required, kOmit},
    Spelling{"--omit", Argument::required, kOmit},
    Spelling{"-w", Argument::required, kWindow},
    Spelling{"--window", Argument::required, kWindow},
    Spelling{"-l", Argument::required, kLength},
    Spelling{"--length", Argument::required, kLength},
    Spelling{"-C", Argument::required, kCongestion},
    Spelling{"--congestion", Argument::required, kCongestion},
    Spelling{"-N", Argument::none, kNoDelay},
    Spelling{"--nodelay", Argument::none, kNoDelay},
    Spelling{"-M", Argument::required, kMss},
    Spelling{"--mss", Argument::required, kMss},
    Spelling{"--dscp", Argument::required, kDscp},
    Spelling{"-B", Argument::required, kBind},
    Spelling{"--bind", Argument::required, kBind},
    Spelling{"--bind-dev", Argument::required, kBindDevice},
    Spelling{"-4", Argument::none, kIpv4},
    Spelling{"-6", Argument::none, kIpv6},
    Spelling{"-p", Argument::required, kPort},
    Spelling{"--port", Argument::required, kPort},
    Spelling{"-i", Argument::required, kInterval},
    Spelling{"--interval", Argument::required, kInterval},
    Spelling{"--repeat", Argument::required, kRepeat},
    Spelling{"--pause", Argument::required, kPause},
    Spelling{"--no-idle", Argument::none, kNoIdle},
    Spelling{"-J", Argument::none, kJson},
    Spelling{"--json", Argument::none, kJson},
    Spelling{"--json-lines", Argument::none, kJsonLines},
    Spelling{"--json-stream", Argument::none, kJsonLines},
    Spelling{"--csv", Argument::none, kCsv},
    Spelling{"--output", Argument::required, kOutput},
    Spelling{"--expect", Argument::required, kExpect},
    Spelling{"-q", Argument::none, kQuiet},
    Spelling{"--quiet", Argument::none, kQuiet},
    Spelling{"-h", Argument::none, kHelp},
    Spelling{"--help", Argument::none, kHelp},
    Spelling{"--version", Argument::none, kVersion},
};

constexpr std::string_view kNoZeroCopy = "this version has no such option; payload is copied by the kernel";
constexpr std::string_view kNoTypeOfService = "the type of service is not an option here; --dscp 0 to 63 is";
constexpr std::array kForeign{
    Foreign{"-Z", kNoZeroCopy},
    Foreign{"--zerocopy", kNoZeroCopy},
    Foreign{"-S", kNoTypeOfService},
    Foreign{"--tos", kNoTypeOfService},
    Foreign{"-c", "not needed here: ttcp test HOST"},
    Foreign{"--client", "not needed here: ttcp test HOST"},
    Foreign{"-s", "a server is ttcp serve"},
    Foreign{"--server", "a server is ttcp serve"},
};

constexpr Range kWindows{1, kLargestSocketBuffer};
constexpr Range kBlocks{1, std::int64_t{1} << 20};
constexpr Range kDatagrams{model::kSmallestDatagram.count(), model::kLargestDatagram.count()};
constexpr Range kSegments{88, 32767};  // TCP_MIN_MSS and MAX_TCP_WINDOW of Linux, which TCP_MAXSEG enforces
constexpr Range kRepeats{1, 1'000'000};
constexpr Durations kOmitted{0s, 60s, "0 to 60"};
constexpr Durations kIntervals{100ms, 1h, "0.1 to 3600"};
constexpr Durations kPauses{0s, 24h, "0 to 86400"};

base::Result<std::string> text_of(const Option& option, std::string_view what) {
  const auto text = text_in(option);
  if (text.empty()) return bad_value(option.name, text, what);
  return std::string(text);
}

base::Result<std::uint16_t> port_of(const Option& option) {
  const auto port = count_in(option, {1, kLargestPort});
  if (!port) return port.error();
  return static_cast<std::uint16_t>(*port);
}

struct ValueOption {
  int code;
  base::Result<void> (*put)(TestDraft&, const Option&);
};
using Draft = TestDraft;
constexpr std::array kValues{
    ValueOption{kTime, [](Draft& d, const Option& o) { return set(d.traffic.time, duration_in(o, kRunTimes)); }},
    ValueOption{kStreams,
                [](Draft& d, const Option& o) {
                  return set(d.traffic.streams, count_in(o, {1, model::kMostStreams}));
                }},
    ValueOption{kRate, [](Draft& d, const Option& o) { return set(d.traffic.rate, rate_in(o)); }},
    ValueOption{kBytes,
                [](Draft& d, const Option& o) {
                  return set(d.traffic.bytes, size_in(o, {1, kLargestCount}));
                }},
    ValueOption{kOmit, [](Draft& d, const Option& o) { return set(d.plan.omit, duration_in(o, kOmitted)); }},
    ValueOption{kWindow, [](Draft& d, const Option& o) { return set(d.traffic.window, size_in(o, kWindows)); }},
    ValueOption{
        kLength,
        [](Draft& d, const Option& o) { return set(d.traffic.block, size_in(o, d.has(kUdp) ? kDatagrams : kBlocks)); }},
    ValueOption{kCongestion,
                [](Draft& d, const Option& o) {
                  return set(d.traffic.congestion, kernel_name_in(o, "the name of a congestion control"));
                }},
    ValueOption{kMss, [](Draft& d, const Option& o) { return set(d.traffic.mss, count_in(o, kSegments)); }},
    ValueOption{kDscp, [](Draft& d, const Option& o) { return set(d.traffic.dscp, dscp_in(o)); }},
    ValueOption{kBind, [](Draft& d,
                          const Option& o) { return set(d.plan.endpoint.bind_address, text_of(o, "not an address")); }},
    ValueOption{kBindDevice,
                [](Draft& d, const Option& o) {
                  return set(d.plan.bind_device, kernel_name_in(o, "the name of an interface"));
                }},
    ValueOption{kPort, [](Draft& d, const Option& o) { return set(d.plan.endpoint.port, port_of(o)); }},
    ValueOption{kInterval, [](Draft& d, const Option& o) { return set(d.plan.interval, duration_in(o, kIntervals)); }},
    ValueOption{kRepeat, [](Draft& d, const Option& o) { return set(d.measure.repeat, count_in(o, kRepeats)); }},
    ValueOption{kPause, [](Draft& d, const Option& o) { return set(d.measure.pause, duration_in(o, kPauses)); }},
    ValueOption{kOutput,
                [](Draft& d, const Option& o) { return set(d.measure.file, text_of(o, "not the name of a file")); }},
    ValueOption{kExpect, [](Draft& d, const Option& o) { return set(d.expectation, expectation_in(o)); }},
};

void apply_flag(TestDraft& draft, int code) {
  switch (code) {
    case kUdp:
      draft.traffic.transport = model::Transport::udp;
      return;
    case kNoDelay:
      draft.traffic.no_delay = true;
      return;
    case kIpv4:
      draft.plan.endpoint.family = model::Family::ipv4;
      return;
    case kIpv6:
      draft.plan.endpoint.family = model::Family::ipv6;
      return;
    case kNoIdle:
      draft.plan.idle_latency = base::Duration(0);
      return;
    case kJson:
      draft.measure.output = model::TestOutput::json;
      return;
    case kJsonLines:
      draft.measure.output = model::TestOutput::json_lines;
      return;
    case kCsv:
      draft.measure.output = model::TestOutput::csv;
      return;
    case kQuiet:
      draft.measure.quiet = true;
      return;
    default:  // directions, --help and --version: being among `given` is all they do
      return;
  }
}

}  // namespace

Spellings test_spellings() { return {kSpellings, kForeign}; }

base::Result<TestDraft> read_test_options(std::span<const Option> options) {
  TestDraft draft;
  for (const auto& option : options) {
    draft.given[option.code] = option.name;
    apply_flag(draft, option.code);
  }
  for (const auto& option : options) {
    const auto value = std::ranges::find(kValues, option.code, &ValueOption::code);
    if (value == kValues.end()) continue;
    if (auto applied = value->put(draft, option); !applied) return applied.error();
  }
  return draft;
}

}  // namespace ttcp::cli::modern

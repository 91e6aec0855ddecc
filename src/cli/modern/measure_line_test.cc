// SPDX-License-Identifier: MIT
// `ttcp test` lines against the plan or the message that each must give.
#include <gmock/gmock.h>

#include <chrono>
#include <functional>
#include <utility>

#include "cli/golden_text.h"
#include "cli/modern/lines.h"
#include "cli/modern/parse.h"

namespace ttcp::cli::modern {
namespace {

using base::BitRate;
using base::Bytes;
using model::Direction;
using model::Family;
using model::Measure;
using model::TestOutput;
using model::TestPlan;
using model::Traffic;
using model::Transport;
using namespace std::chrono_literals;

const std::vector<Direction> kUpload{Direction::upload};
const std::vector<Direction> kDownload{Direction::download};
const std::vector<Direction> kAtOnce{Direction::upload, Direction::download};

base::Result<model::Command> parse_line(std::string_view line) { return parse_test(words_of(line), "0.1.0"); }

std::string refusal(std::string_view line) {
  const auto command = parse_line(line);
  if (command) return "accepted";
  EXPECT_EQ(command.error().kind, base::Error::Kind::usage);
  return command.error().detail;
}

Measure measure_of(std::string_view line) {
  const auto command = parse_line(line);
  if (!command) {
    ADD_FAILURE() << line << ": " << command.error().detail;
    return {};
  }
  return std::get<Measure>(*command);
}

TestPlan default_plan(std::string_view host = "h") {
  TestPlan plan;
  plan.endpoint.host = host;
  plan.runs = {{kUpload, {}}, {kDownload, {}}};
  return plan;
}

Measure measure_with(TestPlan plan) {
  Measure measure;
  measure.plans = {std::move(plan)};
  return measure;
}

void in_every_run(TestPlan& plan, const std::function<void(Traffic&)>& change) {
  for (auto& run : plan.runs) change(run.traffic);
}

// A line, and what it changes in every run's traffic.
struct TrafficRow {
  std::string_view line;
  std::function<void(Traffic&)> change;
};

// A line, and what it changes in the plan or around it.
struct PlanRow {
  std::string_view line;
  std::function<void(TestPlan&)> change;
};
struct MeasureRow {
  std::string_view line;
  std::function<void(Measure&)> change;
};

void expect_plans(const std::vector<PlanRow>& rows) {
  for (const auto& [line, change] : rows) {
    Measure expected = measure_with(default_plan());
    change(expected.plans.front());
    EXPECT_EQ(measure_of(line), expected) << line;
  }
}

void expect_refused(const std::vector<Refused>& rows) {
  for (const auto& [line, message] : rows) EXPECT_EQ(refusal(line), message) << line;
}

TEST(TestLineTest, AHostAloneIsMeasuredUpThenDownAfterASecondOfIdleLatency) {
  const auto measure = measure_of("lab2");
  EXPECT_EQ(measure, measure_with(default_plan("lab2")));
  EXPECT_EQ(measure.plans.front().idle_latency, 1s);
  EXPECT_EQ(measure.plans.front().endpoint.port, 5001);
  EXPECT_FALSE(measure.plans.front().interval);
}

TEST(TestLineTest, DirectionsBecomeRunsInTheOrderUploadDownload) {
  expect_plans({
      {"--up h",
       [](auto& plan) {
         plan.runs = {{kUpload, {}}};
       }},
      {"--down h",
       [](auto& plan) {
         plan.runs = {{kDownload, {}}};
       }},
      {"-R h",
       [](auto& plan) {
         plan.runs = {{kDownload, {}}};
       }},
      {"h --reverse",
       [](auto& plan) {
         plan.runs = {{kDownload, {}}};
       }},
      {"--down --up h", [](auto&) {}},
      {"--both h",
       [](auto& plan) {
         plan.runs = {{kAtOnce, {}}};
       }},
      {"--bidir h",
       [](auto& plan) {
         plan.runs = {{kAtOnce, {}}};
       }},
  });
}

TEST(TestLineTest, TrafficOptionsReachEveryRun) {
  const std::vector<TrafficRow> rows{
      {"-t 10 h", [](auto& t) { t.time = 10s; }},
      {"-t10 h", [](auto& t) { t.time = 10s; }},
      {"h --time=100ms", [](auto& t) { t.time = 100ms; }},
      {"--time 86400 h", [](auto& t) { t.time = 24h; }},
      {"-t 5 --time 7 h", [](auto& t) { t.time = 7s; }},
      {"-P 4 h", [](auto& t) { t.streams = 4; }},
      {"--streams 128 h", [](auto& t) { t.streams = 128; }},
      {"-b 200M h", [](auto& t) { t.rate = BitRate::bits_per_second(200'000'000); }},
      {"--rate 1.5Gbit/s h", [](auto& t) { t.rate = BitRate::bits_per_second(1'500'000'000); }},
      {"--rate 1K h", [](auto& t) { t.rate = BitRate::bits_per_second(1000); }},
      {"-n 1M h", [](auto& t) { t.bytes = Bytes(1048576); }},
      {"--bytes 1 h", [](auto& t) { t.bytes = Bytes(1); }},
      {"-l 128K h", [](auto& t) { t.block = Bytes(131072); }},
      {"--length 1M h", [](auto& t) { t.block = Bytes(1048576); }},
      {"-C bbr h", [](auto& t) { t.congestion = "bbr"; }},
      {"--congestion=cubic h", [](auto& t) { t.congestion = "cubic"; }},
      {"-N h", [](auto& t) { t.no_delay = true; }},
      {"--nodelay h", [](auto& t) { t.no_delay = true; }},
      {"-M 1400 h", [](auto& t) { t.mss = 1400; }},
      {"--mss 88 h", [](auto& t) { t.mss = 88; }},
      {"--dscp 63 h", [](auto& t) { t.dscp = 63; }},
      {"--dscp EF h", [](auto& t) { t.dscp = 46; }},
      {"--dscp ef h", [](auto& t) { t.dscp = 46; }},
      {"--dscp AF11 h", [](auto& t) { t.dscp = 10; }},
      {"--dscp AF43 h", [](auto& t) { t.dscp = 38; }},
      {"--dscp CS0 h", [](auto& t) { t.dscp = 0; }},
      {"--dscp cs7 h", [](auto& t) { t.dscp = 56; }},
  };
  for (const auto& [line, change] : rows) {
    TestPlan plan = default_plan();
    in_every_run(plan, change);
    EXPECT_EQ(measure_of(line), measure_with(plan)) << line;
  }
}

TEST(TestLineTest, AValueEndsABundleOfLetters) {
  TestPlan plan = default_plan();
  in_every_run(plan, [](auto& t) { t.no_delay = true, t.streams = 4; });
  EXPECT_EQ(measure_of("-NP4 h"), measure_with(plan));
  EXPECT_EQ(refusal("-NP4t10 h"), "-P 4t10: not a whole number");
}

TEST(TestLineTest, UdpSearchesForTheRateUnlessOneIsGiven) {
  expect_plans({
      {"-u h",
       [](auto& plan) {
         plan.search_rate = true;
         in_every_run(plan, [](auto& t) { t.transport = Transport::udp; });
       }},
      {"--udp -l 32 -P 2 --up h",
       [](auto& plan) {
         plan.search_rate = true;
         plan.runs.resize(1);
         in_every_run(plan, [](auto& t) { t.transport = Transport::udp, t.block = Bytes(32), t.streams = 2; });
       }},
      {"-u -b 1G -t 3 -l 65507 -O 1 h",
       [](auto& plan) {
         plan.omit = 1s;
         in_every_run(plan, [](auto& t) {
           t.transport = Transport::udp, t.time = 3s, t.block = Bytes(65507);
           t.rate = BitRate::bits_per_second(1'000'000'000);
         });
       }},
      {"-u -b 1M -n 8K h",
       [](auto& plan) {
         in_every_run(plan, [](auto& t) {
           t.transport = Transport::udp, t.bytes = Bytes(8192);
           t.rate = BitRate::bits_per_second(1'000'000);
         });
       }},
  });
}

TEST(TestLineTest, PlanOptionsReachThePlan) {
  expect_plans({
      {"-4 h", [](auto& plan) { plan.endpoint.family = Family::ipv4; }},
      {"-6 h", [](auto& plan) { plan.endpoint.family = Family::ipv6; }},
      {"-p 6000 h", [](auto& plan) { plan.endpoint.port = 6000; }},
      {"--port 65535 h", [](auto& plan) { plan.endpoint.port = 65535; }},
      {"-B 192.0.2.1 h", [](auto& plan) { plan.endpoint.bind_address = "192.0.2.1"; }},
      {"-4 --bind 192.0.2.1 h",
       [](auto& plan) { plan.endpoint.bind_address = "192.0.2.1", plan.endpoint.family = Family::ipv4; }},
      {"--bind-dev eth0.100 h", [](auto& plan) { plan.bind_device = "eth0.100"; }},
      {"-O 2 h", [](auto& plan) { plan.omit = 2s; }},
      {"--omit 0 h", [](auto&) {}},
      {"-i 1 h", [](auto& plan) { plan.interval = 1s; }},
      {"--interval 100ms h", [](auto& plan) { plan.interval = 100ms; }},
      {"--no-idle h", [](auto& plan) { plan.idle_latency = 0s; }},
  });
}

TEST(TestLineTest, TheSpanThatIsOmittedFitsIntoTheRun) {
  EXPECT_EQ(measure_of("-O 59 -t 60 h").plans.front().omit, 59s);
  EXPECT_EQ(measure_of("-O 60 -n 1G h").plans.front().omit, 60s);
  expect_refused({
      {"-O 5 -t 5 h", "-O leaves nothing: make it shorter than -t"},
      {"--omit 60 --time 10 h", "--omit leaves nothing: make it shorter than --time"},
      {"-O 10 h", "-O leaves nothing: a run is over after 10 seconds at most, unless -t says more"},
  });
}

TEST(TestLineTest, OneExpectationIsForEachMeasuredDirectionTwoAreUpAndDown) {
  const auto rate = [](std::int64_t megabits) { return BitRate::bits_per_second(megabits * 1'000'000); };
  expect_plans({
      {"--expect 900M h", [&](auto& plan) { plan.expected_up = plan.expected_down = rate(900); }},
      {"--expect 900M,300M h", [&](auto& plan) { plan.expected_up = rate(900), plan.expected_down = rate(300); }},
      {"--expect 900M --up h",
       [&](auto& plan) {
         plan.runs = {{kUpload, {}}}, plan.expected_up = rate(900);
       }},
      {"--expect 900M -R h",
       [&](auto& plan) {
         plan.runs = {{kDownload, {}}}, plan.expected_down = rate(900);
       }},
      {"--expect 9M,3M --both h",
       [&](auto& plan) {
         plan.runs = {{kAtOnce, {}}};
         plan.expected_up = rate(9), plan.expected_down = rate(3);
       }},
  });
  expect_refused({
      {"--expect 1M,2M --up h", "--expect: one rate is enough, because only one direction is measured"},
      {"--expect 1M, h", "--expect 1M,: not a rate such as 200M, 1.5G or 10Gbit/s"},
      {"--expect 1M,2M,3M h", "--expect 1M,2M,3M: not a rate such as 200M, 1.5G or 10Gbit/s"},
      {"--expect 0 h", "--expect 0: out of range, 1K to 100T bits per second"},
  });
}

TEST(TestLineTest, OutputOptionsReachTheMeasure) {
  const std::vector<MeasureRow> rows{
      {"-J h", [](auto& m) { m.output = TestOutput::json; }},
      {"--json h", [](auto& m) { m.output = TestOutput::json; }},
      {"--json-lines h", [](auto& m) { m.output = TestOutput::json_lines; }},
      {"--json-stream h", [](auto& m) { m.output = TestOutput::json_lines; }},
      {"--csv h", [](auto& m) { m.output = TestOutput::csv; }},
      {"--output out.json -J h", [](auto& m) { m.output = TestOutput::json, m.file = "out.json"; }},
      {"-q h", [](auto& m) { m.quiet = true; }},
      {"--quiet h", [](auto& m) { m.quiet = true; }},
      {"--repeat 3 h", [](auto& m) { m.repeat = 3, m.pause = 1s; }},
      {"--repeat 3 --pause 0 h", [](auto& m) { m.repeat = 3; }},
      {"--repeat 3 --pause 2.5 h", [](auto& m) { m.repeat = 3, m.pause = 2500ms; }},
      {"--repeat 1 h", [](auto&) {}},
  };
  for (const auto& [line, change] : rows) {
    Measure expected = measure_with(default_plan());
    change(expected);
    EXPECT_EQ(measure_of(line), expected) << line;
  }
}

TEST(TestLineTest, AFixedWindowIsSetAndSaidToTurnAutotuningOff) {
  const auto tcp = measure_of("-w 256K h");
  EXPECT_EQ(tcp.plans.front().runs.front().traffic.window, Bytes(262144));
  EXPECT_THAT(tcp.notes, ::testing::ElementsAre(
                             "-w 262144: a fixed window turns off the kernel's autotuning of socket buffers at both "
                             "ends"));
  const auto udp = measure_of("-u --window 256K h");
  EXPECT_EQ(udp.plans.front().runs.back().traffic.window, Bytes(262144));
  EXPECT_TRUE(udp.notes.empty());
}

TEST(TestLineTest, SeveralHostsShareTheOptionsButNotThePort) {
  const auto measure = measure_of("lab2 -p 6000 lab3:7000 --up [::1] 192.0.2.7");
  ASSERT_EQ(measure.plans.size(), 4U);
  const std::vector<std::pair<std::string, int>> expected{
      {"lab2", 6000}, {"lab3", 7000}, {"::1", 6000}, {"192.0.2.7", 6000}};
  for (std::size_t i = 0; i < expected.size(); ++i) {
    EXPECT_EQ(measure.plans[i].endpoint.host, expected[i].first);
    EXPECT_EQ(measure.plans[i].endpoint.port, expected[i].second);
    EXPECT_EQ(measure.plans[i].runs.size(), 1U);
  }
}

TEST(TestLineTest, WordsAfterTwoDashesAreHosts) {
  EXPECT_EQ(measure_of("-- h").plans.size(), 1U);
  EXPECT_EQ(measure_of("a -- b").plans.size(), 2U);
  const std::string_view why = ": neither a name nor an address such as lab2, lab2:5001, 192.0.2.7 or [::1]:5001";
  EXPECT_EQ(refusal("-- -J"), "HOST -J" + std::string(why));
  EXPECT_EQ(refusal("-- --"), "HOST --" + std::string(why));
}

TEST(TestLineTest, HelpAndVersionAreTextsWhateverElseIsThere) {
  const model::Command help = model::ShowText{test_help(), 0};
  EXPECT_EQ(parse_line("--help").value(), help);
  EXPECT_EQ(parse_line("-h").value(), help);
  EXPECT_EQ(parse_line("-4 -6 -t 0 -Jh").value(), help);
  EXPECT_EQ(parse_line("h --version").value(), model::Command(model::ShowText{"ttcp 0.1.0\n", 0}));
}

TEST(TestHelpTest, ItIsTheGoldenFileAndFitsIntoEightyColumns) {
  EXPECT_EQ(test_help(), golden_text("test_help.txt"));
  EXPECT_LE(widest_line(test_help()), 80U);
}

TEST(TestHelpTest, ItsExamplesAreAccepted) {
  std::istringstream lines(test_help());
  int examples = 0;
  for (std::string line; std::getline(lines, line);) {
    constexpr std::string_view kStart = "  ttcp test ";
    if (!line.starts_with(kStart)) continue;
    line = line.substr(kStart.size(), line.find("  ", kStart.size()) - kStart.size());
    EXPECT_EQ(refusal(line), "accepted") << line;
    ++examples;
  }
  EXPECT_EQ(examples, 5);
}

}  // namespace
}  // namespace ttcp::cli::modern

// SPDX-License-Identifier: MIT
#include "report/live/live.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>

#include "report/human.h"

namespace ttcp::report::live {
namespace {
using model::Direction;
using ::testing::HasSubstr;
using ::testing::Not;
using namespace std::chrono_literals;

const std::string kErase = "\r\x1b[K";

base::BitRate bps(std::int64_t n) { return base::BitRate::bits_per_second(n); }

model::TestPlan plan() {
  model::TestPlan plan;
  plan.endpoint.host = "lab2";
  plan.runs = {{{Direction::upload}, {}}, {{Direction::download}, {}}};
  return plan;
}

const model::Connected kConnected{"192.0.2.7", 5001, std::nullopt, "cubic"};
constexpr const char* kHeading = "ttcp test to lab2 (192.0.2.7:5001), TCP, 1 stream, cubic\n";

model::Progress progress(std::optional<Direction> direction, base::Duration elapsed) {
  model::Progress progress;
  progress.direction = direction;
  progress.elapsed = elapsed;
  progress.left = 10s - elapsed;
  progress.rate_now = bps(941'400'000);
  progress.rtt = 500us;
  progress.retransmits = 3;
  return progress;
}

model::PhaseStarted phase(std::vector<Direction> directions) { return {std::move(directions), {}, 10s, std::nullopt}; }

struct Screen {
  explicit Screen(Terminal terminal, model::TestPlan of = plan())
      : test(std::move(of)), live(std::make_unique<Live>(out, terminal, test)) {}
  void see(const std::vector<model::TestEvent>& events) {
    for (const model::TestEvent& event : events) live->on_event(event);
  }
  std::size_t draws() const { return static_cast<std::size_t>(std::ranges::count(out.text(), '\r')); }

  base::StringSink out;
  model::TestPlan test;
  std::unique_ptr<Live> live;
};

std::vector<model::TestEvent> whole_test() {
  return {kConnected,
          model::Noted{"asked for 64 streams, the server allows 8"},
          model::Queued{3},
          model::Queued{3},
          model::Queued{1},
          phase({}),
          progress(std::nullopt, 100ms),
          model::IdleOver{},
          phase({Direction::upload}),
          progress(Direction::upload, 100ms),
          model::IntervalOver{Direction::upload, 0s, 1s, base::Bytes(117'675'000), 3, 500us},
          model::StepOver{Direction::upload, {bps(100'000'000), bps(100'000'000), bps(99'980'000), 0.0002, true}},
          model::StepOver{Direction::upload, {bps(200'000'000), std::nullopt, std::nullopt, std::nullopt, false}},
          model::DirectionOver{},
          model::TestOver{}};
}

TEST(LiveTest, WithoutATerminalThereAreHeadingNotesAndQueueAlone) {
  Screen screen({false, 80, true});
  screen.see(whole_test());
  EXPECT_EQ(screen.out.text(), std::string(kHeading) + "  note: asked for 64 streams, the server allows 8\n" +
                                   "the server is busy: place 3 in its queue\n" +
                                   "the server is busy: place 1 in its queue\n");
}

TEST(LiveTest, AnIntervalBringsItsLinesAndTheStepsOfASearch) {
  model::TestPlan with_interval = plan();
  with_interval.interval = 1s;
  Screen screen({false, 80, false}, with_interval);
  screen.see(whole_test());
  EXPECT_THAT(screen.out.text(), HasSubstr("  upload    0.0-1.0 s   941.4 Mbit/s  retransmits 3  rtt 0.5 ms\n"));
  EXPECT_THAT(screen.out.text(),
              HasSubstr("  upload    offered 100 Mbit/s: sent 100.0 Mbit/s, received 99.98 Mbit/s, loss 0.02 %\n"));
  EXPECT_THAT(screen.out.text(),
              HasSubstr("  upload    offered 200 Mbit/s: sent unknown, received unknown, loss unknown\n"));
  EXPECT_THAT(screen.out.text(), Not(::testing::ContainsRegex("[\r\x1b]")));
}

TEST(LiveTest, AnIntervalWithoutTimeOrEvidenceStillHasALine) {
  model::TestPlan with_interval = plan();
  with_interval.interval = 50ms;
  Screen screen({false, 80, false}, with_interval);
  screen.see({model::IntervalOver{Direction::download, 50ms, 50ms, base::Bytes(0), {}, {}},
              model::IntervalOver{Direction::download, 100s, 101s, base::Bytes(0), {}, {}}});
  EXPECT_EQ(screen.out.text(), "  download  0.05-0.05 s            -\n  download  100.00-101.00 s      0 bit/s\n");
}

TEST(LiveTest, WhatWasShownIsRemembered) {
  Screen screen({false, 80, false});
  EXPECT_FALSE(screen.live->shown().heading);
  screen.see(whole_test());
  EXPECT_TRUE(screen.live->shown().heading);
  EXPECT_THAT(screen.live->shown().notes, ::testing::ElementsAre("asked for 64 streams, the server allows 8"));
}

TEST(LiveTest, TheLineIsErasedBeforeAnythingThatStaysAndAtTheEnd) {
  Screen screen({true, 80, false});
  screen.see({phase({Direction::upload}), progress(Direction::upload, 2s), model::Noted{"x"}});
  EXPECT_THAT(screen.out.text(), ::testing::EndsWith(kErase + "  note: x\n"));
  for (const model::TestEvent& end : {model::TestEvent(model::TestOver{}), model::TestEvent(model::DirectionOver{}),
                                      model::TestEvent(model::IdleOver{})}) {
    screen.see({progress(Direction::upload, 3s)});
    screen.see({phase({Direction::upload}), end});
    EXPECT_THAT(screen.out.text(), ::testing::EndsWith(kErase));
  }
  const std::size_t before = screen.out.text().size();
  screen.see({model::TestOver{}});
  EXPECT_EQ(screen.out.text().size(), before);  // once is enough
}

TEST(LiveTest, TheLineGoesWithItsOwner) {
  Screen screen({true, 80, false});
  screen.see({phase({Direction::upload})});
  screen.live.reset();
  EXPECT_THAT(screen.out.text(), ::testing::EndsWith(kErase));
}

TEST(LiveTest, ATenthOfASecondIsDrawnOnce) {
  Screen screen({true, 80, false});
  screen.see({phase({Direction::upload, Direction::download})});
  const std::size_t before = screen.draws();
  for (auto at = 100ms; at < 1100ms; at += 10ms) {
    screen.see({progress(Direction::upload, at), progress(Direction::download, at + 3ms)});
  }
  EXPECT_EQ(screen.draws() - before, 10U);
}

TEST(LiveLineTest, HasAllThereIsRoomFor) {
  EXPECT_EQ(line(phase({Direction::upload}), {progress(Direction::upload, 2500ms)}, {100, false}),
            "  upload    [#####...............]  941.4 Mbit/s  rtt 0.5 ms  retransmits 3  7.5 s left");
}

TEST(LiveLineTest, BothDirectionsShareIt) {
  EXPECT_EQ(line(phase({Direction::upload, Direction::download}),
                 {progress(Direction::upload, 2s), progress(Direction::download, 2s)}, {100, false}),
            "  upload  941.4 Mbit/s  download  941.4 Mbit/s  rtt 0.5 ms  retransmits 6  8.0 s left");
}

TEST(LiveLineTest, BeforeTheFirstFigureThereIsThePhase) {
  EXPECT_EQ(line(phase({}), {}, {80, false}), "  latency");
  EXPECT_EQ(line(phase({Direction::upload, Direction::download}), {}, {80, false}), "  upload and download");
}

TEST(LiveLineTest, WhatIsUnknownIsLeftOut) {
  model::Progress bare;
  bare.direction = Direction::upload;
  bare.elapsed = 1200ms;
  EXPECT_EQ(line(phase({Direction::upload}), {bare}, {80, false}), "  upload               -  1.2 s");
  bare.direction = std::nullopt;
  bare.rtt = 35us;
  EXPECT_EQ(line(phase({}), {bare}, {80, false}), "  latency   rtt 35 us  1.2 s");
}

TEST(LiveLineTest, AnOfferedRateIsShown) {
  model::PhaseStarted search = phase({Direction::upload});
  search.rate = bps(200'000'000);
  EXPECT_THAT(line(search, {progress(Direction::upload, 1s)}, {120, false}), HasSubstr("941.4 Mbit/s  of 200 Mbit/s"));
}

TEST(LiveLineTest, FitsEveryWidth) {
  for (int columns = 0; columns <= 120; ++columns) {
    for (const std::size_t directions : {1U, 2U}) {
      std::vector<model::Progress> newest{progress(Direction::upload, 2s), progress(Direction::download, 2s)};
      newest.resize(directions);
      const std::string text = line(phase({Direction::upload, Direction::download}), newest, {columns, false});
      EXPECT_LE(width_of(text), static_cast<std::size_t>(std::max(columns - 1, 0))) << text;
    }
  }
}

TEST(LiveLineTest, ARunThatTakesLongerThanItWasToFillsTheBarAndNoMore) {
  model::Progress late = progress(Direction::upload, 12s);
  late.left = -2s;
  EXPECT_THAT(line(phase({Direction::upload}), {late}, {100, false}), HasSubstr("[####################]"));
  late.elapsed = 0s;
  late.left = 0s;
  EXPECT_THAT(line(phase({Direction::upload}), {late}, {100, false}), HasSubstr("0.0 s left"));
}

TEST(LiveLineTest, ColourChangesNoWord) {
  const auto newest = {progress(Direction::upload, 2s)};
  std::string coloured = line(phase({Direction::upload}), newest, {100, true});
  EXPECT_THAT(coloured, HasSubstr("\x1b[1mupload"));
  for (const std::string& code : {std::string("\x1b[1m"), std::string("\x1b[0m")}) {
    coloured.erase(coloured.find(code), code.size());
  }
  EXPECT_EQ(coloured, line(phase({Direction::upload}), newest, {100, false}));
}

}  // namespace
}  // namespace ttcp::report::live

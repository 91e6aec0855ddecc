// SPDX-License-Identifier: MIT
#include "report/progress.h"

#include <gtest/gtest.h>

#include "report/classic/report.h"
#include "report/golden.h"

namespace ttcp::report::classic {
namespace {
using base::Bytes;
using model::Event;
using Kind = model::Event::Kind;
using namespace std::chrono_literals;

struct Screen {
  base::StringSink banner, progress;
};

Event event(Kind kind, std::string address = "", std::string text = "") {
  return {kind, 5001, std::move(address), std::nullopt, std::move(text)};
}

void play(const model::FlowPlan& plan, model::ReportChoice choice, Screen& screen) {
  Progress progress(form(), std::move(choice), screen.banner, screen.progress);
  for (const auto kind : {Kind::starting, Kind::socket, Kind::buffer_set, Kind::no_delay_set}) {
    progress.on_event(plan, event(kind));
  }
  progress.on_event(plan,
                    event(plan.role == model::Role::transmit ? Kind::connected : Kind::accepted, "192.102.108.4"));
  progress.on_event(plan, event(Kind::note, "", "asked for 65536, got 131072"));
  progress.on_interval(plan, {0s, 1s, Bytes(839311)});
}

TEST(ClassicProgressTest, ATransmittersLinesInTheirOrder) {
  model::FlowPlan plan;
  plan.role = model::Role::transmit;
  plan.endpoint.host = "sheridan";
  Screen screen;
  model::ReportChoice choice;
  choice.notes = {"said first"};
  play(plan, choice, screen);
  EXPECT_EQ(screen.banner.text(), "ttcp-t: buflen=8192, nbuf=2048, align=16384/0, port=5001  tcp  -> sheridan\n");
  const std::string printed = screen.progress.text();
  EXPECT_EQ(printed, golden("classic_progress_transmitter.txt", printed));
}

TEST(ClassicProgressTest, AReceiversLinesInTheirOrder) {
  Screen screen;
  play({}, {}, screen);
  EXPECT_EQ(screen.banner.text(), "ttcp-r: buflen=8192, nbuf=2048, align=16384/0, port=5001  tcp\n");
  const std::string printed = screen.progress.text();
  EXPECT_EQ(printed, golden("classic_progress_receiver.txt", printed));
}

TEST(ClassicProgressTest, UdpPrintsNeitherConnectNorAccept) {
  model::FlowPlan plan;
  plan.transport = model::Transport::udp;
  Screen screen;
  Progress progress(form(), {}, screen.banner, screen.progress);
  progress.on_event(plan, event(Kind::accepted, "192.0.2.1"));
  progress.on_event(plan, event(Kind::connected, "192.0.2.1"));
  EXPECT_EQ(screen.progress.text(), "");
}

}  // namespace
}  // namespace ttcp::report::classic

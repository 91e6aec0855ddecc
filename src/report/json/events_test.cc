// SPDX-License-Identifier: MIT
#include "report/json/events.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "codec/record_json.h"
#include "codec/test_record_json.h"
#include "report/examples.h"
#include "report/golden.h"

namespace ttcp::report::json {
namespace {
using examples::bps;
using model::Direction;
using nlohmann::json;
using namespace std::chrono_literals;

std::vector<model::TestEvent> small_events() {
  model::Progress bare;
  bare.elapsed = 100ms;
  return {model::Connected{"192.0.2.7", 5001, examples::host("lab2"), "cubic"},
          model::Connected{"::1", 5001, std::nullopt, ""},
          model::Queued{3},
          model::Noted{"asked for 64 streams, the server allows 8"},
          model::PhaseStarted{},
          model::PhaseStarted{{Direction::upload, Direction::download}, model::Transport::udp, 10s, bps(200'000'000)},
          bare,
          model::Progress{Direction::upload, 1500ms, 8500ms, bps(941'400'000), 500us, 3},
          model::IntervalOver{Direction::upload, 1s, 2s, base::Bytes(117'675'000), 3, 500us},
          model::IntervalOver{Direction::download, 1s, 1s, base::Bytes(0), std::nullopt, std::nullopt},
          model::StepOver{Direction::upload, {bps(100'000'000), bps(100'000'000), bps(99'000'000), 0.01, false}},
          model::IdleOver{examples::latency(400us, 50)}};
}

TEST(JsonEventsTest, EachIsALineOfItsOwn) {
  std::string text;
  for (const model::TestEvent& event : small_events()) text += event_line(event);
  EXPECT_EQ(text, golden("events.jsonl", text));
}

TEST(JsonEventsTest, EveryLineIsOneObjectWithItsEventInFront) {
  auto events = small_events();
  events.emplace_back(model::DirectionOver{examples::lan().results[0]});
  events.emplace_back(model::TestOver{examples::lan()});
  for (const model::TestEvent& event : events) {
    const std::string line = event_line(event);
    EXPECT_EQ(line.find('\n'), line.size() - 1);
    EXPECT_EQ(line.rfind("{\"event\":\"", 0), 0U);
    EXPECT_TRUE(json::parse(line).is_object());
  }
}

TEST(JsonEventsTest, TheEndHasTheWholeRecord) {
  const auto end = json::parse(event_line(model::TestOver{examples::lan()}));
  EXPECT_EQ(end.at("event"), "end");
  EXPECT_EQ(end.at("record"), json::parse(codec::to_json(examples::lan())));
}

TEST(JsonEventsTest, ADirectionIsAsInTheRecord) {
  const auto line = json::parse(event_line(model::DirectionOver{examples::lan().results[0]}));
  EXPECT_EQ(line.at("result").at("direction"), "upload");
  EXPECT_EQ(line.at("result").at("goodput_bps"),
            json::parse(codec::to_json(examples::lan()))["results"][0]["goodput_bps"]);
}

TEST(JsonEventsTest, AServersEvents) {
  const std::string text = event_line(model::Listening{{"[::]:5001 TCP and UDP", "[::]:1515 TCP"}}) +
                           event_line(model::Refused{"192.0.2.9", 40000, {base::Error::Kind::peer, "read", 104, ""}}) +
                           event_line(model::Trouble{{base::Error::Kind::system, "accept", 24, ""}});
  EXPECT_EQ(text, golden("serve_events.jsonl", text));
}

TEST(JsonEventsTest, WhatWasServedIsTheRecordWhicheverItIs) {
  const auto native = json::parse(event_line(model::Served{examples::lan()}));
  EXPECT_EQ(native.at("event"), "served");
  EXPECT_EQ(native.at("record"), json::parse(codec::to_json(examples::lan())));
  const auto classic = json::parse(event_line(model::Served{model::FlowRecord{}}));
  EXPECT_EQ(classic.at("record"), json::parse(codec::to_json(model::FlowRecord{})));
}

TEST(JsonEventsTest, BytesThatAreNotUtf8DoNotBreakALine) {
  EXPECT_EQ(event_line(model::Noted{"a\xFFz\n"}), "{\"event\":\"note\",\"text\":\"a\xEF\xBF\xBDz\\n\"}\n");
}

}  // namespace
}  // namespace ttcp::report::json

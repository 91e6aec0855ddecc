// SPDX-License-Identifier: MIT
#include "codec/values.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>

#include "codec/sample_record.h"

namespace ttcp::codec {
namespace {
using base::Duration;
using std::chrono::seconds;
using Json = nlohmann::json;
using ::testing::HasSubstr;

Json shown(const auto& value) { return Json::parse(json_of(value).dump()); }

model::RunPlan full_run() { return {{model::Direction::download, model::Direction::upload}, full_traffic()}; }

std::string refusal_of(const model::RunPlan& plan) {
  const auto read = run_plan_of(shown(plan));
  return read ? "accepted" : read.error().detail;
}

std::string refusal_of_view(const Json& view) {
  const auto read = end_view_of(view);
  return read ? "accepted" : read.error().detail;
}

TEST(ValuesTest, EachValueSurvivesItsJson) {
  EXPECT_EQ(run_plan_of(shown(full_run())).value(), full_run());
  EXPECT_EQ(host_facts_of(shown(full_host())).value(), full_host());
  EXPECT_EQ(host_facts_of(shown(model::HostFacts{})).value(), model::HostFacts{});
  EXPECT_EQ(end_view_of(shown(full_view())).value(), full_view());
  EXPECT_EQ(end_view_of(shown(model::EndView{})).value(), model::EndView{});
  EXPECT_EQ(sample_of(shown(full_samples()[7])).value(), full_samples()[7]);
}

TEST(ValuesTest, NamesCarryTheirUnits) {
  EXPECT_EQ(shown(model::Sample{seconds(1), base::Bytes(5), {}, {}, {}}),
            Json::parse(R"({"at_ns":1000000000,"bytes":5,"rtt_ns":null,"cwnd_segments":null,"retransmits":null})"));
  EXPECT_EQ(shown(full_latency()),
            Json::parse(R"({"p50":0.402,"p95":1.25,"p99":2.001,"max":2.75,"min":0.31,"jitter":0.090001,"count":50,)"
                        R"("lost":2})"));
  EXPECT_EQ(shown(model::RateStep{}), Json::parse(R"({"offered_bps":0,"sent_bps":null,"received_bps":null,)"
                                                  R"("loss_ratio":null,"accepted":false})"));
}

TEST(ValuesTest, AnErrorHasItsSentence) {
  EXPECT_EQ(shown(base::Error{base::Error::Kind::peer, "hello", 0, "other version"}),
            Json::parse(R"({"kind":"peer","attempt":"hello","os_errno":null,"detail":"other version",)"
                        R"("text":"hello: other version"})"));
}

TEST(ValuesTest, AResultAloneHasTheIdleLatencyOfItsContext) {
  const auto result = full_result(model::Direction::download);
  EXPECT_TRUE(json_of(result).at("latency_ms").at("idle").is_null());
  EXPECT_EQ(json_of(result, {seconds(2), full_latency()}).at("latency_ms").at("idle").at("p50"), 0.402);
}

struct Nonsense {
  const char* what;
  std::function<void(model::RunPlan&)> make;
};

TEST(ValuesTest, APlanThatNobodyCanGrantIsRefused) {
  using enum model::Direction;
  const Nonsense cases[] = {
      {"direction", [](model::RunPlan& plan) { plan.directions.clear(); }},
      {"direction",
       [](model::RunPlan& plan) {
         plan.directions = {upload, upload};
       }},
      {"more than 2",
       [](model::RunPlan& plan) {
         plan.directions = {upload, download, upload};
       }},
      {"streams", [](model::RunPlan& plan) { plan.traffic.streams = 0; }},
      {"streams", [](model::RunPlan& plan) { plan.traffic.streams = model::kMostStreams + 1; }},
      {"dscp", [](model::RunPlan& plan) { plan.traffic.dscp = 64; }},
      {"is 0", [](model::RunPlan& plan) { plan.traffic.time = Duration(0); }},
      {"is 0", [](model::RunPlan& plan) { plan.traffic.bytes = base::Bytes(0); }},
      {"is 0", [](model::RunPlan& plan) { plan.traffic.rate = base::BitRate(); }},
      {"is 0", [](model::RunPlan& plan) { plan.traffic.block = base::Bytes(0); }},
      {"is 0", [](model::RunPlan& plan) { plan.traffic.window = base::Bytes(0); }},
      {"is 0", [](model::RunPlan& plan) { plan.traffic.mss = 0; }},
  };
  for (const auto& [what, make] : cases) {
    model::RunPlan plan = full_run();
    make(plan);
    EXPECT_THAT(refusal_of(plan), HasSubstr(what));
  }
}

TEST(ValuesTest, APlanThatAsksForNothingInParticularIsTaken) {
  EXPECT_TRUE(run_plan_of(shown(model::RunPlan{{model::Direction::upload}, {}})));
}

TEST(ValuesTest, FlowsSamplesAndSysctlsAreBounded) {
  model::EndView one;
  one.flows.resize(1);
  Json view = shown(one);
  const Json flow = view["flows"][0];
  view["flows"] = Json::array_t(kMostFlows, flow);
  view["samples"] = Json::array_t(kMostSamples, shown(model::Sample{}));
  EXPECT_EQ(refusal_of_view(view), "accepted");
  view["samples"].push_back(shown(model::Sample{}));
  EXPECT_EQ(refusal_of_view(view), "view.samples: more than 200000 elements");
  view["flows"].push_back(flow);
  EXPECT_EQ(refusal_of_view(view), "view.flows: more than 1024 elements");
  Json host = shown(model::HostFacts{});
  host["sysctls"] = Json::array_t(kMostSysctls + 1, Json({{"name", ""}, {"value", ""}}));
  EXPECT_EQ(host_facts_of(host).error().detail, "host.sysctls: more than 64 elements");
}

TEST(ValuesTest, WhatIsNotSuchAValueIsAPeerErrorThatSaysWhere) {
  for (const char* text : {"null", "[]", "1", "\"x\"", "{}"}) {
    const Json json = Json::parse(text);
    EXPECT_EQ(run_plan_of(json).error().kind, base::Error::Kind::peer) << text;
    EXPECT_THAT(host_facts_of(json).error().detail, HasSubstr("host: ")) << text;
    EXPECT_THAT(end_view_of(json).error().detail, HasSubstr("view: ")) << text;
    EXPECT_THAT(sample_of(json).error().detail, HasSubstr("sample: ")) << text;
  }
}

TEST(ValuesTest, EachMemberIsNeededAndOfItsType) {
  const Json whole = shown(full_view());
  for (const auto& item : whole.items()) {
    Json json = whole;
    json[item.key()] = Json::array({true});
    EXPECT_THAT(refusal_of_view(json), HasSubstr("view." + item.key()));
    json.erase(item.key());
    EXPECT_EQ(refusal_of_view(json), "view: " + item.key() + " is missing");
  }
}

TEST(ValuesTest, SixteenLevelsAreNotTooDeepAndSeventeenAre) {
  EXPECT_FALSE(is_too_deep(std::string(16, '[')));
  EXPECT_TRUE(is_too_deep(std::string(17, '[')));
  EXPECT_FALSE(is_too_deep("[\"" + std::string(17, '[') + "\\\"[[\"]"));
}

}  // namespace
}  // namespace ttcp::codec

// SPDX-License-Identifier: MIT
#include "codec/test_record_json.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "codec/record_json.h"
#include "codec/sample_record.h"
#include "codec/values.h"
#include "stats/goodput.h"

namespace ttcp::codec {
namespace {
using base::BitRate;
using base::Bytes;
using base::Duration;
using std::chrono::milliseconds;
using std::chrono::seconds;
using Json = nlohmann::json;
using ::testing::HasSubstr;

Json parsed(const model::TestRecord& record) { return Json::parse(to_json(record)); }

// A record of this one result alone.
Json shown(const model::DirectionRecord& result) {
  model::TestRecord record;
  record.results = {result};
  return parsed(record).at("results").at(0);
}

std::string detail_of(const Json& json) {
  const auto record = test_record_from_json(json.dump());
  return record ? "accepted" : record.error().detail;
}

model::DirectionRecord unsteady_result() {
  model::DirectionRecord result = full_result(model::Direction::upload);
  result.steady.reset();
  return result;
}

std::int64_t bytes_in(const Json& intervals) {
  std::int64_t sum = 0;
  for (const Json& interval : intervals) sum += interval.at("bytes").get<std::int64_t>();
  return sum;
}

// Nothing was measured but that there was an upload.
model::TestRecord bare_record() {
  model::TestRecord record;
  record.results.resize(1);
  return record;
}

TEST(TestRecordJsonTest, RecordToJsonToRecordIsTheIdentity) {
  for (const auto& record : {full_test_record(), model::TestRecord{}, bare_record()}) {
    const auto again = test_record_from_json(to_json(record));
    ASSERT_TRUE(again) << again.error().detail;
    EXPECT_EQ(*again, record);
  }
}

TEST(TestRecordJsonTest, JsonToRecordToJsonIsTheIdentity) {
  for (const auto& record : {full_test_record(), model::TestRecord{}, bare_record()}) {
    const std::string text = to_json(record);
    EXPECT_EQ(to_json(test_record_from_json(text).value()), text);
  }
}

// Compares with the default instead of trusting the sample: who adds a field to the model and not to the sample, or to
// the sample and not to the codec, is told.
TEST(TestRecordJsonTest, NoFieldOfTheFullRecordHasItsDefault) {
  const Json full = parsed(full_test_record());
  const Json bare = parsed(bare_record());
  for (const auto& item : bare.items()) {
    if (item.key() != "schema" && item.key() != "protocol" && item.key() != "version") {
      EXPECT_NE(full.at(item.key()), item.value()) << item.key();
    }
  }
  const Json& result = full.at("results").at(0);
  for (const auto& item : bare.at("results").at(0).items()) {
    const bool is_same = item.key() == "direction" || item.key() == "transport" || item.key() == "udp";
    EXPECT_EQ(result.at(item.key()) == item.value(), is_same) << item.key();
  }
}

TEST(TestRecordJsonTest, IsOneLine) { EXPECT_EQ(to_json(full_test_record()).find('\n'), std::string::npos); }

TEST(TestRecordJsonTest, WhatWasNotMeasuredIsNullAndNotZero) {
  const Json json = parsed(bare_record());
  for (const char* name : {"failure", "interrupted_by", "peer_address", "peer_port", "session", "far", "idle"}) {
    EXPECT_TRUE(json.at(name).is_null()) << name;
  }
  const Json& result = json.at("results").at(0);
  for (const char* name : {"bytes", "bytes_sent", "seconds", "goodput_bps", "mean_bps", "goodput_ci95_bps",
                           "ceiling_bps", "retransmits", "udp", "steady", "ramp", "failure", "sender", "receiver"}) {
    EXPECT_TRUE(result.at(name).is_null()) << name;
  }
  EXPECT_EQ(result.at("latency_ms"), Json({{"idle", nullptr}, {"loaded", nullptr}}));
  EXPECT_EQ(result.at("congestion"), Json({{"sender", nullptr}, {"receiver", nullptr}}));
  EXPECT_EQ(result.at("intervals"), Json::array());
  EXPECT_EQ(json.at("findings"), Json::array());
}

TEST(TestRecordJsonTest, BytesAreTheReceiversAndBytesSentTheSenders) {
  model::DirectionRecord result = unsteady_result();
  result.sender->flows[1].bytes = Bytes(13'000'000);
  const Json json = shown(result);
  EXPECT_EQ(json.at("bytes"), 25'625'000);
  EXPECT_EQ(json.at("bytes_sent"), 25'812'500);
  result.receiver.reset();
  EXPECT_TRUE(shown(result).at("bytes").is_null());
  EXPECT_EQ(shown(result).at("bytes_sent"), 25'812'500);
}

TEST(TestRecordJsonTest, GoodputIsTheSteadyPartsAndMeanTheWholeRuns) {
  const model::DirectionRecord result = full_result(model::Direction::upload);
  const Json json = shown(result);
  EXPECT_EQ(json.at("goodput_bps"), 100'000'000);
  EXPECT_EQ(json.at("mean_bps"), stats::mean_of(result)->in_bits_per_second());
  EXPECT_EQ(json.at("seconds"), 2.049);
  EXPECT_EQ(json.at("goodput_ci95_bps"), Json({99'000'000, 101'000'000}));
  EXPECT_EQ(json.at("steady").at("start_s"), 0.2);
}

TEST(TestRecordJsonTest, GoodputIsTheMeanWhereNothingIsSteady) {
  const Json json = shown(unsteady_result());
  EXPECT_EQ(json.at("goodput_bps"), json.at("mean_bps"));
  EXPECT_TRUE(json.at("goodput_ci95_bps").is_null());
}

TEST(TestRecordJsonTest, IntervalsAddUpToTheBytesExactly) {
  model::TestRecord record = full_test_record();
  for (const Duration interval :
       {Duration(seconds(1)), Duration(milliseconds(333)), Duration(seconds(9)), Duration(0)}) {
    record.plan.interval = interval;
    const Json json = parsed(record);
    for (const Json& result : json.at("results")) {
      EXPECT_EQ(bytes_in(result.at("intervals")), result.at("bytes")) << interval.count();
    }
  }
}

TEST(TestRecordJsonTest, IntervalsAreOfThePlannedLengthAndTheLastIsShort) {
  const Json intervals = parsed(full_test_record()).at("results").at(0).at("intervals");
  ASSERT_EQ(intervals.size(), 3U);
  EXPECT_EQ(intervals.at(1).at("start_s"), 1.0);
  EXPECT_EQ(intervals.at(1).at("end_s"), 2.0);
  EXPECT_EQ(intervals.at(1).at("bps"), 100'000'000.0);
  EXPECT_EQ(intervals.at(2).at("end_s"), 2.05);
}

TEST(TestRecordJsonTest, AnIntervalMuchFinerThanTheSamplesDoesNotFillTheMemory) {
  model::TestRecord record = bare_record();
  record.plan.interval = Duration(1);
  record.results[0].receiver = model::EndView{};
  record.results[0].receiver->samples = {{seconds(1'000'000), Bytes(1000), {}, {}, {}}};
  EXPECT_LE(parsed(record).at("results").at(0).at("intervals").size(), 20U);
}

TEST(TestRecordJsonTest, RetransmitsAreTheSendersOverAllFlowsAndUnknownIfOneIs) {
  model::DirectionRecord result = unsteady_result();
  EXPECT_EQ(shown(result).at("retransmits"), 6);
  result.sender->flows[1].tcp.reset();
  EXPECT_TRUE(shown(result).at("retransmits").is_null());
}

TEST(TestRecordJsonTest, LatencyIsInMilliseconds) {
  const Json latency = parsed(full_test_record()).at("results").at(0).at("latency_ms");
  EXPECT_EQ(latency.at("idle").at("p95"), 1.25);
  EXPECT_EQ(latency.at("loaded").at("max"), 2.75);
  EXPECT_EQ(latency.at("loaded").at("count"), 50);
  EXPECT_EQ(latency.at("loaded").at("lost"), 2);
}

TEST(TestRecordJsonTest, UdpFiguresAreOverAllFlows) {
  const Json udp = shown(full_result(model::Direction::upload)).at("udp");
  EXPECT_EQ(udp.at("sent"), 2000);
  EXPECT_EQ(udp.at("received"), 1980);
  EXPECT_EQ(udp.at("lost"), 20);
  EXPECT_EQ(udp.at("loss_ratio"), 0.01);
  EXPECT_EQ(udp.at("jitter_ms"), 0.077);
  EXPECT_EQ(udp.at("one_way_rise_p95_ms"), 0.9);
}

TEST(TestRecordJsonTest, WithoutTheReceiverOnlyWhatWasSentIsKnownOfDatagrams) {
  model::DirectionRecord result = unsteady_result();
  result.receiver.reset();
  const Json udp = shown(result).at("udp");
  EXPECT_EQ(udp.at("sent"), 2000);
  for (const char* name : {"received", "lost", "loss_ratio", "reordered", "duplicated", "jitter_ms"}) {
    EXPECT_TRUE(udp.at(name).is_null()) << name;
  }
}

TEST(TestRecordJsonTest, TwoDirectionsAtTheSameTimeHaveTheirSumsAsBoth) {
  const Json results = parsed(full_test_record()).at("results");
  ASSERT_EQ(results.size(), 4U);
  const Json& both = results.at(2);
  EXPECT_EQ(both.at("direction"), "both");
  EXPECT_EQ(both.at("streams"), 4);
  EXPECT_EQ(both.at("bytes"), 51'250'000);
  EXPECT_EQ(both.at("goodput_bps"), 200'000'000);
  EXPECT_EQ(both.at("seconds"), 2.049);
  EXPECT_EQ(both.at("retransmits"), 12);
  EXPECT_EQ(both.at("ended"), "peer-lost");
}

TEST(TestRecordJsonTest, BothIsUnknownWhereOneIs) {
  model::TestRecord record = full_test_record();
  record.results[1].receiver.reset();
  record.results[1].steady.reset();
  const Json both = parsed(record).at("results").at(2);
  for (const char* name : {"bytes", "goodput_bps", "mean_bps", "seconds"}) EXPECT_TRUE(both.at(name).is_null()) << name;
  EXPECT_EQ(both.at("intervals"), Json::array());
}

TEST(TestRecordJsonTest, DirectionsOneAfterAnotherHaveNoBoth) {
  model::TestRecord record = full_test_record();
  record.results[0].simultaneous = record.results[1].simultaneous = false;
  EXPECT_EQ(parsed(record).at("results").size(), 3U);
}

TEST(TestRecordJsonTest, RepeatedRunsEachHaveTheirBoth) {
  model::TestRecord record = full_test_record();
  record.results.pop_back();
  record.results.insert(record.results.end(), record.results.begin(), record.results.begin() + 2);
  const Json results = parsed(record).at("results");
  ASSERT_EQ(results.size(), 6U);
  EXPECT_EQ(results.at(2).at("direction"), "both");
  EXPECT_EQ(results.at(5).at("direction"), "both");
  EXPECT_EQ(test_record_from_json(to_json(record)).value(), record);
}

TEST(TestRecordJsonTest, UnknownFieldsAreIgnored) {
  Json json = parsed(full_test_record());
  json["news"] = 1;
  json["results"][0]["news"] = json["near"]["news"] = Json::array({1});
  EXPECT_EQ(test_record_from_json(json.dump()).value(), full_test_record());
}

TEST(TestRecordJsonTest, AFlowRecordIsNotATestRecordNorTheOtherWayRound) {
  EXPECT_FALSE(test_record_from_json(to_json(full_record())));
  EXPECT_FALSE(flow_record_from_json(to_json(full_test_record())));
}

TEST(TestRecordJsonTest, WhatIsOutOfRangeIsRefusedByItsPlace) {
  Json json = parsed(full_test_record());
  json["results"][0]["receiver"]["flows"][1]["bytes"] = std::int64_t{1} << 53;
  EXPECT_EQ(detail_of(json), "record.results[].receiver.flows[].bytes: not a whole number from 0 to 9007199254740991");
  json = parsed(full_test_record());
  json["results"][0]["search"][0]["loss_ratio"] = 1.5;
  EXPECT_EQ(detail_of(json), "record.results[].search[].loss_ratio: not a number from 0 to 1");
  json = parsed(full_test_record());
  json["near"]["name"] = std::string(4097, 'x');
  EXPECT_EQ(detail_of(json), "record.near.name: longer than 4096 bytes");
}

// The full record with each time that is read back at `time`, and each other number at `other`.
Json with_numbers(std::int64_t time, std::int64_t other) {
  Json json = parsed(full_test_record());
  const Json leaves = json.flatten();
  for (const auto& leaf : leaves.items()) {
    const std::string name = leaf.key().substr(leaf.key().rfind('/') + 1);
    const bool is_narrower = name.ends_with("port") || name.starts_with("stream") || name == "os_errno" ||
                             name == "dscp" || name == "interrupted_by" || name == "loss_ratio";
    if (!leaf.value().is_number() || is_narrower) continue;
    json[Json::json_pointer(leaf.key())] = name.ends_with("_ns") ? time : other;
  }
  return json;
}

TEST(TestRecordJsonTest, FiguresOfTheFarEndAtTheirEdgesMakeNoSumOrRateOverflow) {
  constexpr std::int64_t kGreatest = (std::int64_t{1} << 53) - 1;
  for (const std::int64_t time : {kGreatest, std::int64_t{1}, std::int64_t{0}}) {
    for (const std::int64_t other : {kGreatest, std::int64_t{1}, std::int64_t{0}}) {
      const auto record = test_record_from_json(with_numbers(time, other).dump());
      ASSERT_TRUE(record) << record.error().detail;
      EXPECT_EQ(test_record_from_json(to_json(*record)).value(), *record) << time << " " << other;
    }
  }
}

TEST(TestRecordJsonTest, EveryMissingOrMistypedFieldIsAnErrorAndNoException) {
  const Json whole = parsed(full_test_record());
  for (const auto& item : whole.items()) {
    Json json = whole;
    json.erase(item.key());
    EXPECT_THAT(detail_of(json), HasSubstr(item.key()));
    json[item.key()] = Json::array({Json::object()});
    EXPECT_THAT(detail_of(json), HasSubstr("record"));
  }
}

TEST(TestRecordJsonTest, EveryEndOfARecordCutShortIsRefused) {
  const std::string text = to_json(bare_record());
  for (std::size_t length = 0; length < text.size(); ++length) {
    ASSERT_FALSE(test_record_from_json(std::string_view(text).substr(0, length))) << length;
  }
}

TEST(TestRecordJsonTest, DepthAndLengthAreBounded) {
  EXPECT_EQ(test_record_from_json(std::string(1'000'000, '[')).error().detail, "nested more than 16 levels deep");
  EXPECT_EQ(test_record_from_json(std::string((16U << 20) + 1, ' ')).error().detail, "longer than 16 MiB");
}

// tests/golden/codec, found by walking up from here. With TTCP_UPDATE_GOLDEN set in the environment, `text` is written
// there first.
std::string golden(const std::string& name, const std::string& text) {
  auto folder = std::filesystem::path(__FILE__).parent_path();
  while (folder.has_relative_path() && !std::filesystem::is_directory(folder / "tests" / "golden" / "codec")) {
    folder = folder.parent_path();
  }
  const auto path = folder / "tests" / "golden" / "codec" / name;
  if (std::getenv("TTCP_UPDATE_GOLDEN") != nullptr) std::ofstream(path, std::ios::binary) << text;
  std::ostringstream held;
  held << std::ifstream(path, std::ios::binary).rdbuf();
  return held.str();
}

// The test schema.* asks a validator of JSON Schema about these very files.
TEST(TestRecordJsonTest, IsAsTheGoldenFilesThatTheSchemaDescribes) {
  EXPECT_EQ(to_json(full_test_record()) + "\n", golden("full_test_record.json", to_json(full_test_record()) + "\n"));
  EXPECT_EQ(to_json(bare_record()) + "\n", golden("bare_test_record.json", to_json(bare_record()) + "\n"));
}

}  // namespace
}  // namespace ttcp::codec

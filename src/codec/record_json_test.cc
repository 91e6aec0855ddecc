// SPDX-License-Identifier: MIT
#include "codec/record_json.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>
#include <nlohmann/json.hpp>

#include "codec/sample_record.h"

namespace ttcp::codec {
namespace {
using base::Bytes;
using base::Duration;
using std::chrono::seconds;
using Json = nlohmann::json;
using ::testing::HasSubstr;

Json parsed(const model::FlowRecord& record) { return Json::parse(to_json(record)); }
Json result_in(const model::FlowRecord& record) { return parsed(record).at("results").at(0); }

model::FlowRecord received(std::int64_t bytes, Duration first, Duration last, Duration real) {
  model::FlowRecord record;
  record.bytes = Bytes(bytes);
  record.first_byte_after = first;
  record.last_byte_after = last;
  record.real = real;
  return record;
}

std::string detail_of(const Json& json) {
  const auto record = flow_record_from_json(json.dump());
  return record ? "accepted" : record.error().detail;
}

TEST(RecordJsonTest, RecordToJsonToRecordIsTheIdentity) {
  EXPECT_EQ(flow_record_from_json(to_json(full_record())).value(), full_record());
  EXPECT_EQ(flow_record_from_json(to_json(model::FlowRecord{})).value(), model::FlowRecord{});
}

TEST(RecordJsonTest, JsonToRecordToJsonIsTheIdentity) {
  const std::string text = to_json(full_record());
  EXPECT_EQ(to_json(flow_record_from_json(text).value()), text);
}

TEST(RecordJsonTest, TheGreatestNumbersSurvive) {
  model::FlowRecord record;
  record.bytes = Bytes(std::numeric_limits<std::int64_t>::max());
  record.real = Duration::max();
  record.buffer_address = std::numeric_limits<std::uint64_t>::max();
  EXPECT_EQ(flow_record_from_json(to_json(record)).value(), record);
}

TEST(RecordJsonTest, EveryEndingSurvives) {
  using enum model::Ending;
  for (const auto ending : {complete, interrupted, peer_lost, timed_out, failed}) {
    model::FlowRecord record;
    record.ending = ending;
    EXPECT_EQ(parsed(record).at("ended"), word(ending));
    EXPECT_EQ(flow_record_from_json(to_json(record)).value(), record);
  }
}

TEST(RecordJsonTest, IsOneLine) { EXPECT_EQ(to_json(full_record()).find('\n'), std::string::npos); }

TEST(RecordJsonTest, WhatWasNotMeasuredIsNullAndNotZero) {
  const Json json = parsed(model::FlowRecord{});
  for (const char* name :
       {"failure", "interrupted_by", "first_byte_after_ns", "last_byte_after_ns", "far", "markers_seen",
        "acknowledged_after_ns", "refused_datagrams", "tcp_at_start", "tcp_at_end"}) {
    EXPECT_TRUE(json.at(name).is_null()) << name;
  }
  const Json& result = json.at("results").at(0);
  for (const char* name : {"bytes_sent", "seconds", "goodput_bps", "goodput_ci95_bps", "ceiling_bps", "retransmits",
                           "latency_ms", "udp"}) {
    EXPECT_TRUE(result.at(name).is_null()) << name;
  }
  for (const char* name : {"peer_address", "peer_port", "buffer_address"}) EXPECT_TRUE(json.at(name).is_null()) << name;
  EXPECT_EQ(json.at("findings"), Json::array());
}

TEST(RecordJsonTest, AFailureWithoutErrnoHasNullThere) {
  model::FlowRecord record;
  record.failure = base::usage_error("no host given");
  EXPECT_TRUE(parsed(record).at("failure").at("os_errno").is_null());
  EXPECT_EQ(flow_record_from_json(to_json(record)).value(), record);
}

TEST(RecordJsonTest, AReceiverCountsWhatArrivedAndDoesNotKnowWhatWasSent) {
  const Json result = result_in(received(1'250'000, seconds(0), seconds(1), seconds(1)));
  EXPECT_EQ(result.at("direction"), "download");
  EXPECT_EQ(result.at("bytes"), 1'250'000);
  EXPECT_TRUE(result.at("bytes_sent").is_null());
  EXPECT_EQ(result.at("goodput_bps"), 10'000'000.0);
}

TEST(RecordJsonTest, GoodputLeavesOutTheWaitForTheFirstByte) {
  const Json result = result_in(received(1'250'000, seconds(2), seconds(3), seconds(3)));
  EXPECT_EQ(result.at("goodput_bps"), 10'000'000.0);
  EXPECT_EQ(result.at("seconds"), 1.0);
}

TEST(RecordJsonTest, ASpanUnderAMillisecondGivesNoGoodput) {
  const Json result = result_in(received(1000, seconds(2), seconds(2) + Duration(999'999), seconds(3)));
  EXPECT_TRUE(result.at("goodput_bps").is_null());
  EXPECT_EQ(result.at("seconds"), 3.0);
}

TEST(RecordJsonTest, ATransmitterDoesNotCallItsOwnCountReceived) {
  model::FlowRecord record;
  record.plan.role = model::Role::transmit;
  record.bytes = Bytes(1000);
  record.real = seconds(1);
  const Json result = result_in(record);
  EXPECT_EQ(result.at("direction"), "upload");
  EXPECT_EQ(result.at("bytes_sent"), 1000);
  EXPECT_TRUE(result.at("bytes").is_null());
  EXPECT_TRUE(result.at("goodput_bps").is_null());
}

TEST(RecordJsonTest, WhatTheFarEndCountedIsTheTransmittersResult) {
  const Json result = result_in(full_record());
  EXPECT_EQ(result.at("bytes"), 72000);
  EXPECT_EQ(result.at("bytes_sent"), 73000);
  EXPECT_EQ(result.at("seconds"), 1.44);
  EXPECT_EQ(result.at("goodput_bps"), 400'000.0);
}

TEST(RecordJsonTest, IntervalsCarrySecondsAndRatesBesideTheExactFigures) {
  const Json first = result_in(full_record()).at("intervals").at(0);
  EXPECT_EQ(first.at("start_s"), 0.0);
  EXPECT_EQ(first.at("end_s"), 1.0);
  EXPECT_EQ(first.at("bytes"), 50000);
  EXPECT_EQ(first.at("bps"), 400'000.0);
}

TEST(RecordJsonTest, UdpFiguresThatClassicDatagramsCannotTellAreNull) {
  const Json udp = result_in(full_record()).at("udp");
  EXPECT_TRUE(udp.at("lost").is_null());
  EXPECT_EQ(udp.at("refused"), 6);
}

TEST(RecordJsonTest, TextThatIsNotUtf8StillGivesJson) {
  model::FlowRecord record;
  record.notes = {"\xff\xfe"};
  EXPECT_TRUE(flow_record_from_json(to_json(record)));
}

TEST(RecordJsonTest, UnknownFieldsAreIgnored) {
  Json json = parsed(full_record());
  json["news"] = 1;
  json["plan"]["news"] = Json::array({1, 2});
  EXPECT_EQ(flow_record_from_json(json.dump()).value(), full_record());
}

TEST(RecordJsonTest, AnotherSchemaIsRefusedByName) {
  Json json = parsed(full_record());
  json["schema"] = "ttcp.test/2";
  EXPECT_EQ(detail_of(json), "record.schema: \"ttcp.test/2\" is not \"ttcp.test/1\"");
}

TEST(RecordJsonTest, AWrongTypeIsRefusedByName) {
  Json json = parsed(full_record());
  json["calls"] = "many";
  EXPECT_THAT(detail_of(json), HasSubstr("record.calls: not a whole number"));
}

TEST(RecordJsonTest, WhatIsOutOfRangeIsRefusedByName) {
  Json json = parsed(full_record());
  json["peer_port"] = 65536;
  EXPECT_EQ(detail_of(json), "record.peer_port: not a whole number from 0 to 65535");
  json = parsed(full_record());
  json["moved_bytes"] = -1;
  EXPECT_THAT(detail_of(json), HasSubstr("record.moved_bytes"));
  json["moved_bytes"] = std::numeric_limits<std::uint64_t>::max();
  EXPECT_THAT(detail_of(json), HasSubstr("record.moved_bytes"));
  json["moved_bytes"] = 1.5;
  EXPECT_THAT(detail_of(json), HasSubstr("record.moved_bytes"));
}

TEST(RecordJsonTest, AMissingFieldIsRefusedByName) {
  Json json = parsed(full_record());
  json["plan"].erase("role");
  EXPECT_EQ(detail_of(json), "record.plan: role is missing");
}

TEST(RecordJsonTest, EveryMissingOrMistypedFieldIsAnErrorAndNoException) {
  const Json whole = parsed(full_record());
  for (const auto& item : whole.items()) {
    Json json = whole;
    json[item.key()] = Json::array({Json::object()});
    EXPECT_EQ(flow_record_from_json(json.dump()).has_value(), item.key() == "findings") << item.key();
    json.erase(item.key());
    EXPECT_EQ(flow_record_from_json(json.dump()).has_value(), item.key() == "findings") << item.key();
  }
}

TEST(RecordJsonTest, AnUnknownWordIsQuotedShortAndWithoutControlCharacters) {
  Json json = parsed(full_record());
  json["ended"] = "\x1b[31m" + std::string(1000, 'x');
  const std::string detail = detail_of(json);
  EXPECT_THAT(detail, HasSubstr("record.ended: "));
  EXPECT_LT(detail.size(), 120U);
  EXPECT_EQ(detail.find('\x1b'), std::string::npos);
}

TEST(RecordJsonTest, WhatIsNotARecordIsAPeerError) {
  for (const char* text :
       {"", "{", "[]", "null", "1", "\"x\"", "{}", "{\"schema\":1}", "\xff", "{\"schema\":\"ttcp.test/1\"}"}) {
    const auto record = flow_record_from_json(text);
    ASSERT_FALSE(record) << text;
    EXPECT_EQ(record.error().kind, base::Error::Kind::peer);
  }
}

TEST(RecordJsonTest, EveryPrefixOfARecordIsRefused) {
  const std::string text = to_json(full_record());
  for (std::size_t length = 0; length < text.size(); ++length) {
    ASSERT_FALSE(flow_record_from_json(std::string_view(text).substr(0, length))) << length;
  }
}

TEST(RecordJsonTest, DepthAndLengthAreBounded) {
  EXPECT_EQ(flow_record_from_json(std::string(1'000'000, '[')).error().detail, "nested more than 16 levels deep");
  EXPECT_EQ(flow_record_from_json(std::string((16U << 20) + 1, ' ')).error().detail, "longer than 16 MiB");
}

TEST(RecordJsonTest, BracketsInStringsAreNotDepth) {
  model::FlowRecord record;
  record.notes = {std::string(100, '['), "\"" + std::string(100, '{')};
  EXPECT_EQ(flow_record_from_json(to_json(record)).value(), record);
}

}  // namespace
}  // namespace ttcp::codec

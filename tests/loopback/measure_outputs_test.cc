// SPDX-License-Identifier: MIT
// What `ttcp test` prints, in each form, and its exit status.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <nlohmann/json.hpp>
#include <sstream>

#include "support/files.h"
#include "support/records.h"
#include "support/report.h"
#include "support/server.h"
#include "support/sockets.h"

namespace ttcp::test {
namespace {
using nlohmann::json;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::SizeIs;

std::vector<std::string> columns_of(const std::string& line) {
  std::vector<std::string> columns;
  std::istringstream text(line + ",");
  for (std::string column; std::getline(text, column, ',');) columns.push_back(column);
  return columns;
}

// Each row by the heading's names. None of these fields has a comma within.
std::vector<std::map<std::string, std::string>> rows_of(const std::string& csv) {
  const auto lines = lines_of(csv);
  std::vector<std::map<std::string, std::string>> rows;
  if (lines.empty()) return rows;
  const auto names = columns_of(lines[0]);
  for (std::size_t index = 1; index < lines.size(); ++index) {
    const auto values = columns_of(lines[index]);
    EXPECT_EQ(values.size(), names.size()) << lines[index];
    auto& row = rows.emplace_back();
    for (std::size_t column = 0; column < std::min(values.size(), names.size()); ++column) {
      row[names[column]] = values[column];
    }
  }
  return rows;
}

void expect_no_control_characters(const std::string& text) {
  for (const char c : text) EXPECT_TRUE(c == '\n' || static_cast<unsigned char>(c) >= 0x20) << text;
}

TEST(MeasureOutputs, EveryRecordIsValidByTheSchema) {
  Server server({"--max-streams", "2"});
  const Directory directory;
  const std::vector<std::vector<std::string>> tests = {{"-t", "0.2"},
                                                       {"--both", "-P", "4", "-t", "0.2", "-i", "0.1"},
                                                       {"--up", "-n", "1"},
                                                       {"-u", "-b", "5M", "-t", "0.3", "-l", "200"},
                                                       {"--up", "-t", "0.2", "-C", "nosuch"}};
  std::string records;
  for (auto options : tests) {
    options.emplace_back("-J");
    records += measure(server, options).out;
  }
  records += run_test({"--no-idle", "-J", "127.0.0.1:" + std::to_string(free_port())}).out;
  EXPECT_THAT(lines_of(records), SizeIs(6));
  write_file(directory / "records", records);
  Child validator({source_file("tools/validate_json"), directory / "records"});
  const Ended ended = validator.wait();
  if (ended.status == 2 && validator.err().find("not installed") != std::string::npos) GTEST_SKIP() << validator.err();
  EXPECT_EQ(ended.status, 0) << validator.transcript();
}

TEST(MeasureOutputs, JsonHasStandardOutputForItself) {
  const Server server;
  const Finished shown = measure(server, {"--up", "-t", "0.2", "-J", "-w", "64K"});
  expect_whole(record_in(shown));
  EXPECT_THAT(shown.err, HasSubstr("note: -w"));
}

TEST(MeasureOutputs, EventsComeAsLinesAndTheLastOneHasTheRecord) {
  const Server server;
  const Finished shown = run_test({"-C", "cubic", "-t", "0.4", "-i", "0.2", "--json-lines", server.endpoint()});
  EXPECT_EQ(shown.ended.status, 0) << shown.err;
  std::vector<json> events;
  for (const auto& line : lines_of(shown.out)) events.push_back(json::parse(line));
  ASSERT_GE(events.size(), 6U);
  EXPECT_EQ(events.front().at("event"), "connected");
  const auto& record = events.back().at("record");
  expect_whole(record);
  std::map<std::string, std::int64_t> in_intervals;
  std::vector<json> results;
  for (const auto& event : events) {
    if (event.at("event") == "interval") in_intervals[event.at("direction")] += event.at("bytes").get<std::int64_t>();
    if (event.at("event") == "direction") results.push_back(event.at("result"));
  }
  ASSERT_THAT(results, SizeIs(2));
  for (std::size_t index = 0; index < 2; ++index) {
    EXPECT_EQ(results[index].at("bytes"), record.at("results")[index].at("bytes"));
    EXPECT_EQ(results[index].at("goodput_bps"), record.at("results")[index].at("goodput_bps"));
    EXPECT_EQ(in_intervals[results[index].at("direction")], results[index].at("bytes"));
  }
}

TEST(MeasureOutputs, TheIperfNameOfEventsIsUnderstood) {
  const Server server;
  const Finished shown = measure(server, {"--up", "-t", "0.2", "--json-stream"});
  EXPECT_EQ(shown.ended.status, 0) << shown.err;
  EXPECT_EQ(json::parse(lines_of(shown.out).back()).at("record").at("ended"), "complete");
}

TEST(MeasureOutputs, CsvHasAHeadingOnceAndALinePerDirectionWhoseNumbersAgree) {
  const Server server;
  const Finished shown = measure(server, {"-t", "0.3", "--csv", "--repeat", "2", "--pause", "0"});
  EXPECT_EQ(shown.ended.status, 0) << shown.err;
  const auto rows = rows_of(shown.out);
  ASSERT_THAT(rows, SizeIs(4));
  for (std::size_t index = 0; index < rows.size(); ++index) {
    const auto& row = rows[index];
    EXPECT_EQ(row.at("direction"), index % 2 == 0 ? "upload" : "download");
    EXPECT_EQ(row.at("ended"), "complete");
    EXPECT_EQ(row.at("port"), std::to_string(server.port()));
    EXPECT_EQ(row.at("bytes"), row.at("bytes_sent"));
    const double mean = 8 * std::stod(row.at("bytes")) / std::stod(row.at("seconds"));
    EXPECT_NEAR(std::stod(row.at("mean_bps")), mean, 1);
    EXPECT_EQ(row.at("udp_sent"), "");
  }
  EXPECT_EQ(rows[0].at("session"), rows[1].at("session"));
  EXPECT_NE(rows[0].at("session"), rows[2].at("session"));
}

TEST(MeasureOutputs, TextIntoAPipeHasNoControlCharacters) {
  const Server server;
  const Finished shown = run_test({"-C", "cubic", "-t", "0.3", server.endpoint()});
  EXPECT_EQ(shown.ended.status, 0);
  EXPECT_EQ(shown.err, "");
  expect_no_control_characters(shown.out);
  EXPECT_LT(place_of(shown.out, "\n  upload "), place_of(shown.out, "\n  download "));
  EXPECT_LT(place_of(shown.out, "\n  download "), place_of(shown.out, "\n  latency "));
  EXPECT_THAT(shown.out, AllOf(HasSubstr(" ms idle"), HasSubstr(" during upload"), HasSubstr(" during download")));
}

TEST(MeasureOutputs, EachFormGoesToTheFileThatWasAskedFor) {
  const Server server;
  const Directory directory;
  for (const std::string form : {"-J", "--json-lines", "--csv", "-q"}) {
    const std::string file = directory / "out";
    write_file(file, "what was there before");
    const Finished shown = measure(server, {"--up", "-t", "0.2", form, "--output", file});
    EXPECT_EQ(shown.ended.status, 0) << shown.err;
    EXPECT_EQ(shown.out, "") << form;
    const std::string text = read_file(file);
    EXPECT_THAT(text, AllOf(HasSubstr("upload"), Not(HasSubstr("before")))) << form;
    EXPECT_EQ(text.back(), '\n') << form;
  }
}

TEST(MeasureOutputs, AFileThatCannotBeWrittenIsSaidBeforeAnythingIsMeasured) {
  Server server;
  const Finished refused = measure(server, {"--up", "--output", "/nonexistent/out"});
  EXPECT_EQ(refused.ended.status, 2);
  EXPECT_THAT(refused.err, HasSubstr("--output"));
  EXPECT_THAT(server.stop(), Not(HasSubstr("test:")));
}

TEST(MeasureOutputs, WhatWasExpectedAndCameIsGood) {
  const Server server;
  const Finished shown = measure(server, {"-t", "0.2", "--expect", "1K"});
  EXPECT_EQ(shown.ended.status, 0) << shown.err;
  EXPECT_THAT(shown.out, HasSubstr("% of the 1 kbit/s expected: good"));
}

TEST(MeasureOutputs, WhatFallsShortOfTheExpectationIsStatusOneAndSaysByHowMuch) {
  const Server server;
  const Finished shown = measure(server, {"--up", "-b", "10M", "-t", "0.5", "--expect", "100M"});
  EXPECT_EQ(shown.ended.status, 1) << shown.err;
  EXPECT_THAT(shown.out, AllOf(HasSubstr("of the 100 Mbit/s expected: problem"), HasSubstr("upload: ")));
}

TEST(MeasureOutputs, TheSecondExpectationIsTheDownloadsAlone) {
  const Server server;
  const Finished shown = measure(server, {"-b", "10M", "-t", "0.3", "--expect", "1K,1G"});
  EXPECT_EQ(shown.ended.status, 1);
  EXPECT_THAT(shown.out,
              AllOf(HasSubstr("of the 1 kbit/s expected: good"), HasSubstr("of the 1 Gbit/s expected: problem")));
  EXPECT_EQ(measure(server, {"-b", "10M", "-t", "0.3", "--expect", "1G,1K"}).ended.status, 1);
  // Nothing that is expected is silently not looked at.
  EXPECT_EQ(measure(server, {"--up", "--expect", "1K,1G"}).ended.status, 2);
}

TEST(MeasureOutputs, AServerThatIsNotThereIsStatusThreeInOneLine) {
  const Finished shown = run_test({"127.0.0.1:" + std::to_string(free_port())});
  EXPECT_EQ(shown.ended.status, 3);
  EXPECT_EQ(shown.out, "");
  EXPECT_THAT(lines_of(shown.err), SizeIs(1));
  EXPECT_THAT(shown.err, HasSubstr("Connection refused"));
}

TEST(MeasureOutputs, ANameThatNobodyHasIsStatusThree) {
  const Finished shown = run_test({"no-such-host.invalid"});
  EXPECT_EQ(shown.ended.status, 3);
  EXPECT_THAT(shown.err, HasSubstr("no-such-host.invalid"));
}

}  // namespace
}  // namespace ttcp::test

// SPDX-License-Identifier: MIT
#include "report/csv/report.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "report/examples.h"
#include "report/golden.h"

namespace ttcp::report::csv {
namespace {
using ::testing::HasSubstr;
using ::testing::StartsWith;

std::int64_t count(const std::string& text, char c) { return std::ranges::count(text, c); }

TEST(CsvReportTest, OneRowPerDirection) {
  const std::string text = heading() + rows(examples::lan()) + rows(examples::udp());
  EXPECT_EQ(text, golden("rows.csv", text));
}

TEST(CsvReportTest, EveryRowHasTheHeadingsColumns) {
  const std::int64_t commas = count(heading(), ',');
  for (const auto& record : {examples::lan(), examples::udp(), examples::broken()}) {
    const std::string text = rows(record);
    EXPECT_EQ(count(text, ','), commas * static_cast<std::int64_t>(record.results.size()));
    EXPECT_EQ(count(text, '\n'), static_cast<std::int64_t>(record.results.size()));
  }
}

TEST(CsvReportTest, DirectionsAtTheSameTimeHaveARowEachAndNoneForBoth) {
  model::TestRecord record = examples::lan();
  for (auto& result : record.results) result.simultaneous = true;
  EXPECT_EQ(count(rows(record), '\n'), 2);
}

TEST(CsvReportTest, ATestWithoutADirectionHasARowWithItsEnding) {
  model::TestRecord record = examples::lan();
  record.results.clear();
  record.ending = model::Ending::interrupted;
  const std::string text = rows(record);
  EXPECT_EQ(count(text, '\n'), 1);
  EXPECT_EQ(count(text, ','), count(heading(), ','));
  EXPECT_THAT(text, HasSubstr(",interrupted,"));
}

TEST(CsvReportTest, FieldsAreQuotedWhereTheyMustBe) {
  model::TestRecord record = examples::lan();
  record.plan.endpoint.host = "a,\"b\"\nc";
  EXPECT_THAT(rows(record), HasSubstr("Z,\"a,\"\"b\"\"\nc\",5001,"));
}

TEST(CsvReportTest, WhatWasNotMeasuredIsEmptyNeverZero) {
  model::TestRecord record = examples::lan();
  record.results.resize(1);
  record.results[0].receiver = std::nullopt;
  record.results[0].steady = std::nullopt;
  EXPECT_THAT(rows(record), HasSubstr(",upload,false,tcp,1,complete,,,,"));
}

}  // namespace
}  // namespace ttcp::report::csv

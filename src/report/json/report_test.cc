// SPDX-License-Identifier: MIT
#include "report/json/report.h"

#include <gtest/gtest.h>

#include "codec/record_json.h"
#include "codec/sample_record.h"
#include "report/golden.h"

namespace ttcp::report::json {
namespace {

TEST(JsonReportTest, ARecordIsOneLine) {
  const std::string printed = record_line(codec::full_record());
  EXPECT_EQ(printed, golden("record.json", printed));
}

TEST(JsonReportTest, TheLineReadsBackAsTheRecord) {
  EXPECT_EQ(codec::flow_record_from_json(record_line(codec::full_record())).value(), codec::full_record());
}

}  // namespace
}  // namespace ttcp::report::json

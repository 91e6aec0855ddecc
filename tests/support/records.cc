// SPDX-License-Identifier: MIT
#include "support/records.h"

#include <gtest/gtest.h>

#include <cmath>

#include "support/report.h"

namespace ttcp::test {
namespace {
using nlohmann::json;

std::int64_t sum(const json& list, const char* name) {
  std::int64_t all = 0;
  for (const auto& part : list) all += part.at(name).get<std::int64_t>();
  return all;
}

void expect_end_view(const json& view, std::int64_t bytes) {
  EXPECT_EQ(sum(view.at("flows"), "bytes"), bytes);
  ASSERT_FALSE(view.at("samples").empty());
  EXPECT_EQ(view.at("samples").back().at("bytes"), bytes);
  std::int64_t before_at = -1;
  std::int64_t before_bytes = 0;
  for (const auto& sample : view.at("samples")) {
    EXPECT_GE(sample.at("at_ns").get<std::int64_t>(), before_at);
    EXPECT_GE(sample.at("bytes").get<std::int64_t>(), before_bytes);
    before_at = sample.at("at_ns");
    before_bytes = sample.at("bytes");
  }
}

void expect_intervals(const json& result) {
  EXPECT_EQ(sum(result.at("intervals"), "bytes"), result.at("bytes"));
  double end = 0;
  for (const auto& interval : result.at("intervals")) {
    EXPECT_NEAR(interval.at("start_s").get<double>(), end, 1e-9);
    end = interval.at("end_s");
  }
}

void expect_rates(const json& result) {
  const auto bytes = result.at("bytes").get<double>();
  if (!result.at("mean_bps").is_null()) {
    EXPECT_NEAR(result.at("mean_bps").get<double>(), 8 * bytes / result.at("seconds").get<double>(), 1);
  }
  const auto& steady = result.at("steady");
  if (steady.is_null()) {
    EXPECT_EQ(result.at("goodput_bps"), result.at("mean_bps"));
    return;
  }
  EXPECT_LE(steady.at("bytes").get<double>(), bytes);
  const double length = steady.at("end_s").get<double>() - steady.at("start_s").get<double>();
  EXPECT_NEAR(result.at("goodput_bps").get<double>() / (8 * steady.at("bytes").get<double>() / length), 1, 1e-6);
}

void expect_sum_of_both(const json& results) {
  ASSERT_EQ(results.size(), 3U);
  for (const char* name : {"bytes", "bytes_sent", "goodput_bps"}) {
    EXPECT_EQ(results[2].at(name).get<std::int64_t>(),
              results[0].at(name).get<std::int64_t>() + results[1].at(name).get<std::int64_t>())
        << name;
  }
  expect_intervals(results[2]);
}

}  // namespace

json record_in(const Finished& finished) {
  EXPECT_EQ(finished.ended.status, 0) << finished.err << finished.out;
  EXPECT_EQ(lines_of(finished.out).size(), 1U) << finished.out;
  return json::parse(finished.out);
}

json measured(const Server& server, std::vector<std::string> options) {
  options.emplace_back("-J");
  return record_in(measure(server, std::move(options)));
}

void expect_sums(const json& result) {
  SCOPED_TRACE(result.at("direction"));
  expect_end_view(result.at("receiver"), result.at("bytes"));
  expect_end_view(result.at("sender"), result.at("bytes_sent"));
  expect_intervals(result);
  expect_rates(result);
  if (result.at("transport") == "tcp") {
    EXPECT_EQ(result.at("bytes"), result.at("bytes_sent"));
  }
}

void expect_whole(const json& record) {
  EXPECT_EQ(record.at("schema"), "ttcp.test/1");
  EXPECT_EQ(record.at("ended"), "complete");
  EXPECT_TRUE(record.at("failure").is_null());
  EXPECT_FALSE(record.at("results").empty());
  for (const auto& result : record.at("results")) {
    if (result.at("direction") == "both") {
      expect_sum_of_both(record.at("results"));
    } else {
      expect_sums(result);
    }
  }
}

std::string source_file(const std::string& path) { return std::string(TTCP_SOURCE) + "/" + path; }

}  // namespace ttcp::test

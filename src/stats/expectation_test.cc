// SPDX-License-Identifier: MIT
#include "stats/expectation.h"

#include <gtest/gtest.h>

namespace ttcp::stats {
namespace {
using base::BitRate;
using base::Bytes;
using model::Direction;
using namespace std::chrono_literals;

// One result of each rate, in kB/s, as the page has it.
model::TestRecord record_of(Direction direction, const std::vector<std::int64_t>& kilobytes) {
  model::TestRecord record;
  for (const std::int64_t n : kilobytes) {
    model::DirectionRecord result;
    result.direction = direction;
    result.steady = model::Steady{1s, 2s, Bytes(n * 1000), {}, {}, true};
    record.results.push_back(result);
  }
  return record;
}

BitRate kilobytes_per_second(std::int64_t n) { return BitRate::bits_per_second(n * 8000); }

TEST(ExpectationTest, TheWordsAreThoseOfTheSgiPage) {
  auto record = record_of(Direction::upload, {1200, 1000, 700, 699, 500, 401, 400, 1});
  record.plan.expected_up = kilobytes_per_second(1000);
  std::vector<std::string_view> words;
  for (const Verdict& verdict : verdicts_of(record)) words.push_back(word(verdict.standing));
  EXPECT_EQ(words, (std::vector<std::string_view>{"good", "good", "good", "questionable", "questionable",
                                                  "questionable", "problem", "problem"}));
}

TEST(ExpectationTest, BelowIsBelowTheExpectationItself) {
  auto record = record_of(Direction::download, {1000, 999});
  record.plan.expected_down = kilobytes_per_second(1000);
  const auto verdicts = verdicts_of(record);
  EXPECT_FALSE(verdicts.at(0).below);
  EXPECT_TRUE(verdicts.at(1).below);
  EXPECT_EQ(verdicts.at(1).standing, Standing::good);
  EXPECT_DOUBLE_EQ(verdicts.at(1).share, 0.999);
  EXPECT_EQ(verdicts.at(1).measured, kilobytes_per_second(999));
}

TEST(ExpectationTest, EachDirectionHasItsOwn) {
  auto record = record_of(Direction::upload, {500});
  record.results.push_back(record_of(Direction::download, {500}).results.front());
  EXPECT_TRUE(verdicts_of(record).empty());
  record.plan.expected_down = kilobytes_per_second(250);
  ASSERT_EQ(verdicts_of(record).size(), 1U);
  EXPECT_EQ(verdicts_of(record).front().direction, Direction::download);
  EXPECT_DOUBLE_EQ(verdicts_of(record).front().share, 2.0);
}

TEST(ExpectationTest, WhatWasntMeasuredIsNotJudged) {
  auto record = record_of(Direction::upload, {500});
  record.results.front().steady.reset();
  record.plan.expected_up = kilobytes_per_second(1000);
  EXPECT_TRUE(verdicts_of(record).empty());
  record = record_of(Direction::upload, {500});
  record.plan.expected_up = BitRate::bits_per_second(0);
  EXPECT_TRUE(verdicts_of(record).empty());
}

}  // namespace
}  // namespace ttcp::stats

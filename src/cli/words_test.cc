// SPDX-License-Identifier: MIT
// Getopt's habits that the grammars rely on, and its complaints.
#include "cli/words.h"

#include <gmock/gmock.h>

#include <array>
#include <cstdlib>

namespace ttcp::cli {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

constexpr std::array kNames{LongOption{"time", Argument::required, 256}, LongOption{"timeout", Argument::required, 257},
                            LongOption{"random", Argument::none, 258}, LongOption{"json", Argument::optional, 259}};

base::Result<SortedWords> sort(std::vector<std::string> words) { return sort_words({"tsn:4", kNames}, words); }

std::string complaint(std::vector<std::string> words) {
  const auto sorted = sort(std::move(words));
  return sorted ? "accepted" : sorted.error().detail;
}

TEST(SortWordsTest, ValuesMayBeGluedOrSeparate) {
  const Option n{'n', "-n", "5"};
  EXPECT_THAT(sort({"-n5"})->options, ElementsAre(n));
  EXPECT_THAT(sort({"-n", "5"})->options, ElementsAre(n));
  const Option time{256, "--time", "5"};
  EXPECT_THAT(sort({"--time=5"})->options, ElementsAre(time));
  EXPECT_THAT(sort({"--time", "5"})->options, ElementsAre(time));
}

TEST(SortWordsTest, BundledLettersAreSeparateOptions) {
  EXPECT_THAT(sort({"-tsn5"})->options,
              ElementsAre(Option{'t', "-t", {}}, Option{'s', "-s", {}}, Option{'n', "-n", "5"}));
}

TEST(SortWordsTest, OptionsMayFollowOperandsEvenUnderPosixlyCorrect) {
  ASSERT_EQ(::setenv("POSIXLY_CORRECT", "1", 1), 0);
  const auto sorted = sort({"host", "-t"});
  ::unsetenv("POSIXLY_CORRECT");
  EXPECT_THAT(sorted->options, ElementsAre(Option{'t', "-t", {}}));
  EXPECT_THAT(sorted->operands, ElementsAre("host"));
}

TEST(SortWordsTest, TwoDashesEndTheOptionsAndOneDashIsAnOperand) {
  const auto sorted = sort({"-", "a", "--", "-t", "--", ""});
  EXPECT_THAT(sorted->options, IsEmpty());
  EXPECT_THAT(sorted->operands, ElementsAre("-", "a", "-t", "--", ""));
}

TEST(SortWordsTest, AnOptionalValueIsTakenOnlyWhenGlued) {
  EXPECT_THAT(sort({"--json=3"})->options, ElementsAre(Option{259, "--json", "3"}));
  EXPECT_THAT(sort({"--json="})->options, ElementsAre(Option{259, "--json", ""}));
  EXPECT_THAT(sort({"--json", "3"})->operands, ElementsAre("3"));
}

TEST(SortWordsTest, ALongNameMayBeCutShortAndIsReportedInFull) {
  EXPECT_THAT(sort({"--rand"})->options, ElementsAre(Option{258, "--random", {}}));
}

TEST(SortWordsTest, EachComplaintNamesTheOffender) {
  EXPECT_EQ(complaint({"-tz"}), "invalid option -- 'z'");
  EXPECT_EQ(complaint({"-n"}), "option requires an argument -- 'n'");
  EXPECT_EQ(complaint({"--time"}), "option '--time' requires an argument");
  EXPECT_EQ(complaint({"--random=1"}), "option '--random' doesn't allow an argument");
  EXPECT_EQ(complaint({"--tim", "1"}), "option '--tim' is ambiguous; possibilities: '--time' '--timeout'");
  EXPECT_EQ(complaint({"--foo"}), "unrecognized option '--foo'");
  EXPECT_EQ(complaint({"--tine=3"}), "unrecognized option '--tine' (did you mean '--time'?)");
  EXPECT_EQ(complaint({"-\xff"}), "invalid option -- '\\xff'");
  EXPECT_EQ(complaint({"-\x1b"}), "invalid option -- '\\x1b'");
  EXPECT_EQ(complaint({"-:"}), "invalid option -- ':'");
  EXPECT_EQ(complaint({std::string("a\0b", 3)}), "a word contains a NUL byte");
}

TEST(SortWordsTest, AHalfReadBundleDoesNotLeakIntoTheNextCall) {
  EXPECT_FALSE(sort({"-tzzz", "x"}));
  const auto sorted = sort({"-s", "host"});
  EXPECT_THAT(sorted->options, ElementsAre(Option{'s', "-s", {}}));
  EXPECT_THAT(sorted->operands, ElementsAre("host"));
}

TEST(SortWordsTest, ManyWordsAreAllKept) {
  EXPECT_EQ(sort(std::vector<std::string>(50000, "word"))->operands.size(), 50000U);
  EXPECT_EQ(sort(std::vector<std::string>(50000, "-s"))->options.size(), 50000U);
}

TEST(SortWordsTest, NoWordsAreNoError) { EXPECT_EQ(sort({}).value(), SortedWords{}); }

}  // namespace
}  // namespace ttcp::cli

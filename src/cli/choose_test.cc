// SPDX-License-Identifier: MIT
// Program name and first word against the grammar they pick.
#include "cli/choose.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>
#include <vector>

#include "cli/golden_text.h"

namespace ttcp::cli {
namespace {

using model::Command;

std::vector<std::string> split(std::string_view line) {
  std::istringstream stream{std::string(line)};
  return {std::istream_iterator<std::string>(stream), {}};
}

Choice choose_line(std::string_view program, std::string_view line, bool on_terminal = true) {
  return choose(program, split(line), on_terminal, "0.1.0");
}

TEST(ChooseTest, AFirstDashMeansTheClassicGrammar) {
  const auto choice = choose_line("ttcp", "-r -s");
  EXPECT_TRUE(std::holds_alternative<model::RunTest>(choice.command.value()));
  EXPECT_EQ(choice.usage_exit_status, 1);
  EXPECT_EQ(choose_line("ttcp", "-z").usage_exit_status, 1);
}

TEST(ChooseTest, TestAndServeAreTheModernGrammarAndTheirWrongUsageIsStatusTwo) {
  const auto test = choose_line("ttcp", "test lab2");
  ASSERT_TRUE(test.command.has_value());
  EXPECT_EQ(std::get<model::Measure>(*test.command).plans.front().endpoint.host, "lab2");
  EXPECT_TRUE(std::holds_alternative<model::Serve>(choose_line("ttcp", "serve").command.value()));
  for (const std::string_view line : {"test", "test -t 0 lab2", "test --nosuch lab2", "serve lab2", "serve -p x"}) {
    const auto choice = choose_line("ttcp", line);
    EXPECT_TRUE(choice.command.has_error()) << line;
    EXPECT_EQ(choice.usage_exit_status, 2) << line;
  }
}

TEST(ChooseTest, NettpIsChosenByWordAndByProgramName) {
  const Command serve = model::NettpServe{{"", 1515, model::Family::any, ""}};
  EXPECT_EQ(choose_line("ttcp", "nettp -s").command.value(), serve);
  EXPECT_EQ(choose_line("nettp", "-s").command.value(), serve);
  EXPECT_EQ(choose_line("/usr/bin/nettp", "-s").command.value(), serve);
  EXPECT_EQ(choose_line("nettp", "").usage_exit_status, 2);
  EXPECT_TRUE(choose_line("nettp", "").command.has_error());
}

TEST(ChooseTest, Iperf3IsRefusedInOneLineByWordAndByProgramName) {
  for (const auto& choice : {choose_line("/usr/bin/iperf3", "-s"), choose_line("ttcp", "iperf3 -s")}) {
    ASSERT_TRUE(choice.command.has_error());
    EXPECT_EQ(choice.command.error().detail, "iperf3: this version doesn't have the iperf3 command line yet");
    EXPECT_EQ(choice.usage_exit_status, 2);
  }
}

TEST(ChooseTest, WithoutWordsATerminalGetsTheDialogueAndAnythingElseTheHelp) {
  EXPECT_EQ(choose_line("ttcp", "", true).command.value(), Command(model::OpenDialogue{}));
  EXPECT_EQ(choose_line("ttcp", "", false).command.value(), Command(model::ShowText{general_help(), 2}));
}

TEST(ChooseTest, TheWordDialogueOpensItAnywhere) {
  EXPECT_EQ(choose_line("ttcp", "dialogue", false).command.value(), Command(model::OpenDialogue{}));
}

TEST(ChooseTest, HelpAndVersionSucceed) {
  EXPECT_EQ(choose_line("ttcp", "help").command.value(), Command(model::ShowText{general_help(), 0}));
  EXPECT_EQ(choose_line("ttcp", "version").command.value(), Command(model::ShowText{"ttcp 0.1.0\n", 0}));
}

TEST(ChooseTest, AnUnknownWordIsRefusedWithTheNearestOne) {
  const auto near = choose_line("ttcp", "netp -s");
  EXPECT_EQ(near.command.error().detail,
            "unknown command 'netp' (did you mean 'nettp'?): there are test, serve, nettp, dialogue, help, version, "
            "and the options "
            "-t and -r");
  EXPECT_EQ(near.usage_exit_status, 2);
  EXPECT_EQ(
      choose_line("ttcp", "sheridan").command.error().detail,
      "unknown command 'sheridan': there are test, serve, nettp, dialogue, help, version, and the options -t and -r");
}

TEST(ChooseTest, WordsAfterACommandThatTakesNoneAreRefused) {
  for (const std::string_view command : {"dialogue", "help", "version"}) {
    const auto choice = choose_line("ttcp", std::string(command) + " now");
    EXPECT_EQ(choice.command.error().detail, std::string(command) + ": unexpected word 'now'");
  }
}

TEST(GeneralHelpTest, ItIsTheGoldenFileAndFitsIntoEightyColumns) {
  EXPECT_EQ(general_help(), golden_text("general_help.txt"));
  EXPECT_LE(widest_line(general_help()), 80U);
}

TEST(GeneralHelpTest, EveryCommandThatItNamesExists) {
  std::istringstream lines(general_help());
  int commands = 0;
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with("  ttcp")) continue;
    line = line.substr(2, line.find("  ", 2) - 2);
    auto words = split(line);
    words.erase(words.begin());
    const auto is_redirection = [](const std::string& word) { return word == "<" || word == ">"; };
    words.erase(std::find_if(words.begin(), words.end(), is_redirection), words.end());
    std::replace(words.begin(), words.end(), std::string("SIZE"), std::string("8K"));
    std::replace(words.begin(), words.end(), std::string("COUNT"), std::string("3"));
    EXPECT_TRUE(choose("ttcp", words, true, "").command.has_value()) << line;
    ++commands;
  }
  EXPECT_EQ(commands, 16);
}

}  // namespace
}  // namespace ttcp::cli

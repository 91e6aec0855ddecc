// SPDX-License-Identifier: MIT
// Whole sessions, then each answer, right and wrong.
#include "cli/dialogue/dialogue.h"

#include <gtest/gtest.h>

#include <vector>

namespace ttcp::cli::dialogue {
namespace {

using base::Bytes;
using model::PayloadSink;
using model::PayloadSource;
using model::Role;

struct Exchange {
  std::string_view prompt;
  std::string_view answer;
};

model::RunTest ios_default(Role role) {
  model::RunTest run;
  run.report.style = model::ReportStyle::ios;
  run.plan.role = role;
  run.plan.source = PayloadSource::pattern;
  run.plan.sink = PayloadSink::discard;
  if (role == Role::receive) run.plan.socket.buffer = Bytes(4128);
  return run;
}

// Plays a whole session; every prompt must be exactly the expected one.
model::RunTest play(const std::vector<Exchange>& exchanges) {
  Dialogue dialogue;
  Turn turn = dialogue.start();
  for (const auto& [prompt, answer] : exchanges) {
    EXPECT_EQ(turn.print, prompt);
    EXPECT_FALSE(turn.done);
    turn = dialogue.on_line(answer);
  }
  EXPECT_EQ(turn.print, "\n");
  if (!turn.done || !turn.done->has_value()) {
    ADD_FAILURE() << "no plan";
    return {};
  }
  return std::get<model::RunTest>(**turn.done);
}

// Defaults everywhere but at `prompt`.
model::RunTest play_with(Role role, std::string_view prompt, std::string_view answer) {
  Dialogue dialogue;
  Turn turn = dialogue.start();
  bool was_asked = false;
  while (!turn.done) {
    std::string_view reply;
    if (turn.print == "transmit or receive [receive]: ") reply = model::word(role);
    if (turn.print == "Target IP address: ") reply = "10.1.1.52";
    if (turn.print == prompt) {
      reply = answer;
      was_asked = true;
    }
    turn = dialogue.on_line(reply);
  }
  EXPECT_TRUE(was_asked) << prompt;
  return std::get<model::RunTest>(**turn.done);
}

TEST(DialogueTest, TheSeedsTransmitSessionIsPlayedPromptByPrompt) {
  auto expected = ios_default(Role::transmit);
  expected.plan.endpoint.host = "10.1.1.52";
  expected.plan.extent.buffers = 50;
  EXPECT_EQ(play({{"transmit or receive [receive]: ", "transmit"},
                  {"Target IP address: ", "10.1.1.52"},
                  {"perform tcp half close [n]: ", ""},
                  {"use tcp driver [n]: ", ""},
                  {"send buflen [8192]: ", ""},
                  {"send nbuf [2048]: ", "50"},
                  {"bufalign [16384]: ", ""},
                  {"bufoffset [0]: ", ""},
                  {"port [5001]: ", ""},
                  {"sinkmode [y]: ", ""},
                  {"buffering on writes [y]: ", ""},
                  {"show tcp information at end [n]: ", ""}}),
            expected);
}

TEST(DialogueTest, TheSeedsReceiveSessionIsPlayedPromptByPrompt) {
  EXPECT_EQ(play({{"transmit or receive [receive]: ", ""},
                  {"perform tcp half close [n]: ", ""},
                  {"use tcp driver [n]: ", ""},
                  {"receive buflen [8192]: ", ""},
                  {"bufalign [16384]: ", ""},
                  {"bufoffset [0]: ", ""},
                  {"port [5001]: ", ""},
                  {"sinkmode [y]: ", ""},
                  {"rcvwndsize [4128]: ", ""},
                  {"delayed ACK [y]: ", ""},
                  {"show tcp information at end [n]: ", ""}}),
            ios_default(Role::receive));
}

TEST(DialogueTest, EveryAnswerOfATransmitterReachesThePlan) {
  const auto with = [](std::string_view prompt, std::string_view answer) {
    return play_with(Role::transmit, prompt, answer);
  };
  EXPECT_EQ(with("Target IP address: ", "  sheridan\t\r").plan.endpoint.host, "sheridan");
  EXPECT_TRUE(with("perform tcp half close [n]: ", "y").plan.half_close);
  EXPECT_EQ(with("send buflen [8192]: ", "1460").plan.buffer.length, Bytes(1460));
  EXPECT_EQ(with("send nbuf [2048]: ", "0").plan.extent.buffers, 0);
  EXPECT_EQ(with("bufalign [16384]: ", "4096").plan.buffer.align, 4096);
  EXPECT_EQ(with("bufoffset [0]: ", "3").plan.buffer.offset, 3);
  EXPECT_EQ(with("port [5001]: ", "65535").plan.endpoint.port, 65535);
  EXPECT_EQ(with("sinkmode [y]: ", "n").plan.source, PayloadSource::standard_input);
  EXPECT_TRUE(with("buffering on writes [y]: ", "n").plan.socket.no_delay);
  EXPECT_TRUE(with("show tcp information at end [n]: ", "y").report.tcp_information);
}

TEST(DialogueTest, EveryAnswerOfAReceiverReachesThePlan) {
  const auto with = [](std::string_view prompt, std::string_view answer) {
    return play_with(Role::receive, prompt, answer);
  };
  EXPECT_TRUE(with("perform tcp half close [n]: ", "y").plan.half_close);
  EXPECT_EQ(with("receive buflen [8192]: ", "1").plan.buffer.length, Bytes(1));
  EXPECT_EQ(with("bufalign [16384]: ", "0").plan.buffer.align, 0);
  EXPECT_EQ(with("bufoffset [0]: ", "7").plan.buffer.offset, 7);
  EXPECT_EQ(with("port [5001]: ", "1").plan.endpoint.port, 1);
  EXPECT_EQ(with("sinkmode [y]: ", "n").plan.sink, PayloadSink::standard_output);
  EXPECT_EQ(with("rcvwndsize [4128]: ", "65536").plan.socket.buffer, Bytes(65536));
  EXPECT_EQ(with("rcvwndsize [4128]: ", "0").plan.socket.buffer, std::nullopt);
  EXPECT_FALSE(with("delayed ACK [y]: ", "n").plan.socket.delayed_ack);
  EXPECT_TRUE(with("show tcp information at end [n]: ", "y").report.tcp_information);
}

TEST(DialogueTest, TheTcpDriverIsSaidToChangeNothingAndChangesNothing) {
  Dialogue dialogue;
  dialogue.start();
  dialogue.on_line("r");
  dialogue.on_line("");
  EXPECT_EQ(dialogue.on_line("y").print,
            "this system has nothing like IOS's tcp driver: the answer changes nothing\nreceive buflen [8192]: ");
  EXPECT_EQ(play_with(Role::receive, "use tcp driver [n]: ", "y"), ios_default(Role::receive));
}

TEST(DialogueTest, WordsMayBeCutShortInAnyCase) {
  for (const std::string_view answer : {"t", "trans", "TRANSMIT", "Tr"}) {
    Dialogue dialogue;
    dialogue.start();
    EXPECT_EQ(dialogue.on_line(answer).print, "Target IP address: ") << answer;
  }
  for (const std::string_view answer : {"r", "REC", " receive "}) {
    Dialogue dialogue;
    dialogue.start();
    EXPECT_EQ(dialogue.on_line(answer).print, "perform tcp half close [n]: ") << answer;
  }
  for (const std::string_view answer : {"y", "Ye", "yes"}) {
    EXPECT_TRUE(play_with(Role::receive, "perform tcp half close [n]: ", answer).plan.half_close) << answer;
  }
  for (const std::string_view answer : {"n", "NO"}) {
    EXPECT_FALSE(play_with(Role::receive, "delayed ACK [y]: ", answer).plan.socket.delayed_ack) << answer;
  }
}

TEST(DialogueTest, AWrongAnswerIsExplainedInOneLineAndAskedAgain) {
  Dialogue dialogue;
  dialogue.start();
  const auto expect_rebuke = [&dialogue](std::string_view wrong, std::string_view said) {
    const Turn turn = dialogue.on_line(wrong);
    EXPECT_EQ(turn.print, said);
    EXPECT_FALSE(turn.done);
  };
  expect_rebuke("both", "'both': transmit or receive is expected\ntransmit or receive [receive]: ");
  expect_rebuke("transmitter", "'transmitter': transmit or receive is expected\ntransmit or receive [receive]: ");
  dialogue.on_line("t");
  expect_rebuke("", "a name or an IP address is expected\nTarget IP address: ");
  expect_rebuke("two words", "'two words': a name or an IP address is expected\nTarget IP address: ");
  dialogue.on_line("h");
  expect_rebuke("maybe", "'maybe': y or n is expected\nperform tcp half close [n]: ");
  dialogue.on_line("");
  dialogue.on_line("");
  expect_rebuke("8k", "'8k': a whole number from 1 to 1073741824 is expected\nsend buflen [8192]: ");
  expect_rebuke("0", "'0': a whole number from 1 to 1073741824 is expected\nsend buflen [8192]: ");
  expect_rebuke("-1", "'-1': a whole number from 1 to 1073741824 is expected\nsend buflen [8192]: ");
}

TEST(DialogueTest, APortOutsideItsRangeIsAskedAgain) {
  Dialogue dialogue;
  dialogue.start();
  for (int i = 0; i < 6; ++i) dialogue.on_line("");
  for (const std::string_view wrong : {"0", "65536", "99999999999999999999"}) {
    const std::string said = "'" + std::string(wrong) + "': a whole number from 1 to 65535 is expected\nport [5001]: ";
    EXPECT_EQ(dialogue.on_line(wrong).print, said);
  }
}

TEST(DialogueTest, ALineOver255CharactersIsWrongWhateverItSays) {
  Dialogue dialogue;
  dialogue.start();
  EXPECT_EQ(dialogue.on_line(std::string(255, ' ') + "t").print.substr(0, 5), "'t': ");
  EXPECT_EQ(dialogue.on_line(std::string(254, ' ') + "t").print, "Target IP address: ");
  EXPECT_EQ(dialogue.on_line(std::string(256, 'a')).print,
            "'" + std::string(60, 'a') + "...': a name or an IP address is expected\nTarget IP address: ");
}

TEST(DialogueTest, AnEchoedAnswerCannotDriveTheTerminal) {
  Dialogue dialogue;
  dialogue.start();
  EXPECT_EQ(dialogue.on_line("\x1b[2J\x07").print,
            "'\\x1b[2J\\x07': transmit or receive is expected\ntransmit or receive [receive]: ");
}

TEST(DialogueTest, EndOfInputCancelsAtEveryQuestion) {
  for (int answered = 0; answered < 11; ++answered) {
    Dialogue dialogue;
    dialogue.start();
    for (int i = 0; i < answered; ++i) dialogue.on_line("");
    const Turn turn = dialogue.on_end_of_input();
    EXPECT_EQ(turn.print, "\n");
    ASSERT_TRUE(turn.done) << answered;
    ASSERT_TRUE(turn.done->has_error()) << answered;
    EXPECT_EQ(turn.done->error().kind, base::Error::Kind::cancelled);
  }
}

}  // namespace
}  // namespace ttcp::cli::dialogue

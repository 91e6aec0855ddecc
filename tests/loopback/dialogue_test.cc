// SPDX-License-Identifier: MIT
// Cisco's dialogue on a terminal, from the first prompt to the report.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>

#include "support/pty.h"
#include "support/report.h"
#include "support/sockets.h"
#include "support/ttcp.h"

namespace ttcp::test {
namespace {
using ::testing::HasSubstr;

void answer_as_transmitter(Pty& terminal, std::uint16_t port, std::string_view half_close = "") {
  terminal.answer("transmit or receive [receive]: ", "transmit");
  terminal.answer("Target IP address: ", "127.0.0.1");
  terminal.answer("perform tcp half close [n]: ", half_close);
  terminal.answer("use tcp driver [n]: ", "");
  terminal.answer("send buflen [8192]: ", "");
  terminal.answer("send nbuf [2048]: ", "50");
  terminal.answer("bufalign [16384]: ", "");
  terminal.answer("bufoffset [0]: ", "");
  terminal.answer("port [5001]: ", std::to_string(port));
  terminal.answer("sinkmode [y]: ", "");
  terminal.answer("buffering on writes [y]: ", "");
  terminal.answer("show tcp information at end [n]: ", "y");
}

void answer_as_receiver(Pty& terminal, std::uint16_t port) {
  terminal.answer("transmit or receive [receive]: ", "");
  terminal.answer("perform tcp half close [n]: ", "");
  terminal.answer("use tcp driver [n]: ", "");
  terminal.answer("receive buflen [8192]: ", "");
  terminal.answer("bufalign [16384]: ", "");
  terminal.answer("bufoffset [0]: ", "");
  terminal.answer("port [5001]: ", std::to_string(port));
  terminal.answer("sinkmode [y]: ", "");
  terminal.answer("rcvwndsize [4128]: ", "65536");
  terminal.answer("delayed ACK [y]: ", "");
  terminal.answer("show tcp information at end [n]: ", "");
}

TEST(DialogueOnATerminal, TransmitsToAClassicReceiver) {
  Ttcp receiver({"-r", "-s", "-p", "0"});
  const auto port = receiver.port();
  Pty terminal({ttcp_binary()});
  answer_as_transmitter(terminal, port);
  terminal.expect("ttcp-t: buflen=8192, nbuf=50, align=16384/0, port=" + std::to_string(port) + "  tcp  -> 127.0.0.1");
  terminal.expect("ttcp-t: connect (mss ");
  terminal.expect("ttcp-t: 409600 bytes in ");
  terminal.expect(" kB/s) +++");
  terminal.expect("ttcp-t: 50 I/O calls");
  terminal.expect(" sleeps (");
  terminal.expect("tcp information at end");
  EXPECT_EQ(terminal.wait().status, 0) << terminal.screen();
  expect_exit(receiver, 0);
  EXPECT_EQ(parse_report(receiver.out(), "ttcp-r").bytes, 409600);
}

TEST(DialogueOnATerminal, ReceivesFromAClassicTransmitter) {
  const std::uint16_t port = free_port();
  Pty terminal({ttcp_binary()});
  answer_as_receiver(terminal, port);
  terminal.expect("ttcp-r: buflen=8192, align=16384/0, port=" + std::to_string(port) +
                  "\r\nrcvwndsize=65536, delayedack=yes  tcp");
  wait_for_listener(port);
  const Finished sent = run_ttcp(to_port({"-t", "-s", "-n", "50"}, port));
  EXPECT_EQ(sent.ended.status, 0) << sent.err;
  terminal.expect("ttcp-r: accept from 127.0.0.1 (mss ");
  terminal.expect("ttcp-r: 409600 bytes in ");
  EXPECT_EQ(terminal.wait().status, 0) << terminal.screen();
}

TEST(DialogueOnATerminal, HalfCloseWaitsForTheFarEndsClose) {
  TcpListener listener;
  Pty terminal({ttcp_binary()});
  answer_as_transmitter(terminal, listener.port(), "y");
  auto peer = listener.accept();
  EXPECT_EQ(peer.receive_all().size(), 409600U);  // the end of it is the half close
  EXPECT_TRUE(peer.send("still open"));
  peer.wait_until_read();  // throws if the far end has closed
  peer.close();
  terminal.expect("409600 bytes in ");
  EXPECT_EQ(terminal.wait().status, 0) << terminal.screen();
}

TEST(DialogueOnATerminal, TheWordDialogueOpensItToo) {
  Pty terminal({ttcp_binary(), "dialogue"});
  terminal.expect("transmit or receive [receive]: ");
}

TEST(DialogueOnATerminal, AWrongAnswerIsAskedAgain) {
  Pty terminal({ttcp_binary()});
  terminal.answer("transmit or receive [receive]: ", "both");
  terminal.expect("'both': ");
  terminal.answer("transmit or receive [receive]: ", "t");
  terminal.expect("Target IP address: ");
}

TEST(DialogueOnATerminal, EndOfInputEndsItWithSuccess) {
  Pty terminal({ttcp_binary()});
  terminal.expect("transmit or receive [receive]: ");
  terminal.type(kCtrlD);
  EXPECT_EQ(terminal.wait().status, 0) << terminal.screen();
}

TEST(DialogueOnATerminal, EndOfInputInTheMiddleEndsItWithSuccess) {
  Pty terminal({ttcp_binary()});
  terminal.answer("transmit or receive [receive]: ", "r");
  terminal.expect("perform tcp half close [n]: ");
  terminal.type(kCtrlD);
  EXPECT_EQ(terminal.wait().status, 0) << terminal.screen();
}

TEST(DialogueOnATerminal, CtrlCEndsItWithTheStatusOfAnInterruption) {
  Pty terminal({ttcp_binary()});
  terminal.answer("transmit or receive [receive]: ", "t");
  terminal.expect("Target IP address: ");
  terminal.type(kCtrlC);
  EXPECT_EQ(terminal.wait().status, 128 + SIGINT) << terminal.screen();
}

TEST(DialogueOnATerminal, CtrlCWhileTheTestWaitsEndsIt) {
  const std::uint16_t port = free_port();
  Pty terminal({ttcp_binary()});
  answer_as_receiver(terminal, port);
  terminal.expect("delayedack=yes  tcp");
  terminal.type(kCtrlC);
  EXPECT_EQ(terminal.wait().status, 128 + SIGINT) << terminal.screen();
}

TEST(DialogueWithoutATerminal, NoWordsAreHelpAndAWrongUse) {
  const Finished shown = run_ttcp({});
  EXPECT_EQ(shown.ended.status, 2);
  EXPECT_THAT(shown.out, HasSubstr("ttcp -t -s HOST"));
}

TEST(DialogueWithoutATerminal, AnswersMayComeFromAPipe) {
  Ttcp receiver({"-r", "-s", "-p", "0"});
  Io io;
  io.feed = true;
  Ttcp dialogue({"dialogue"}, io);
  dialogue.feed("t\n127.0.0.1\n\n\n\n50\n\n\n" + std::to_string(receiver.port()) + "\n\n\n\n");
  dialogue.end_of_input();
  expect_exit(dialogue, 0);
  EXPECT_THAT(dialogue.out(), HasSubstr("ttcp-t: 409600 bytes in "));
  expect_exit(receiver, 0);
}

}  // namespace
}  // namespace ttcp::test

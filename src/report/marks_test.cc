// SPDX-License-Identifier: MIT
#include "report/marks.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cerrno>
#include <csignal>

namespace ttcp::report {
namespace {
using base::Bytes;
using base::Error;
using ::testing::HasSubstr;
using ::testing::Not;
using namespace std::chrono_literals;

model::FlowRecord ended(model::Ending ending) {
  model::FlowRecord record;
  record.ending = ending;
  record.bytes = Bytes(1000);
  return record;
}

model::FlowRecord udp_receiver(bool start, bool end) {
  model::FlowRecord record = ended(model::Ending::complete);
  record.plan.transport = model::Transport::udp;
  record.plan.sink = model::PayloadSink::discard;
  record.markers = model::MarkersSeen{start, end};
  return record;
}

TEST(MarksTest, AnUntroubledTestHasNone) {
  EXPECT_EQ(marks(ended(model::Ending::complete)), "");
  EXPECT_EQ(marks(udp_receiver(true, true)), "");
}

TEST(MarksTest, AnInterruptedTestNamesTheSignal) {
  model::FlowRecord record = ended(model::Ending::interrupted);
  record.interrupted_by = SIGINT;
  EXPECT_EQ(marks(record), "ttcp-r: incomplete: interrupted by SIGINT; what follows is what was moved until then\n");
  record.interrupted_by = SIGTERM;
  EXPECT_THAT(marks(record), HasSubstr("interrupted by SIGTERM;"));
}

TEST(MarksTest, ALostPeerSaysHowItWasLost) {
  model::FlowRecord record = ended(model::Ending::peer_lost);
  EXPECT_THAT(marks(record), HasSubstr("incomplete: the far end was lost;"));
  record.failure = Error{Error::Kind::peer, "IO", ECONNRESET, ""};
  EXPECT_THAT(marks(record), HasSubstr("incomplete: the far end reset the connection;"));
  record.failure->os_errno = EPIPE;
  EXPECT_THAT(marks(record), HasSubstr("incomplete: the far end closed before everything was sent;"));
  record.failure->os_errno = EHOSTUNREACH;
  EXPECT_THAT(marks(record), HasSubstr("incomplete: the far end was lost (No route to host);"));
}

TEST(MarksTest, ASilenceSaysHowLongItWas) {
  model::FlowRecord record = ended(model::Ending::timed_out);
  record.plan.patience = 2500ms;
  EXPECT_THAT(marks(record), HasSubstr("incomplete: nothing moved for 2.5 s;"));
}

TEST(MarksTest, AFailedCallIsNamed) {
  model::FlowRecord record = ended(model::Ending::failed);
  record.failure = Error{Error::Kind::system, "IO", ENOSPC, ""};
  EXPECT_THAT(marks(record), HasSubstr("incomplete: IO: No space left on device;"));
}

TEST(MarksTest, AMissingEndMarkerIsSaidWhetherCompleteOrTimedOut) {
  model::FlowRecord record = udp_receiver(true, false);
  EXPECT_EQ(marks(record), "ttcp-r: the end marker was missing; the rate is up to the last datagram\n");
  record.ending = model::Ending::timed_out;
  record.plan.patience = 3s;
  EXPECT_EQ(marks(record),
            "ttcp-r: incomplete: the end marker was missing, nothing moved for 3 s; the rate is up to the last "
            "datagram\n");
}

TEST(MarksTest, AMissingEndMarkerIsNoNewsAfterAnInterruption) {
  model::FlowRecord record = udp_receiver(true, false);
  record.ending = model::Ending::interrupted;
  EXPECT_THAT(marks(record), Not(HasSubstr("marker")));
}

TEST(MarksTest, WithoutASingleDatagramNoMarkerIsMissed) {
  model::FlowRecord record = udp_receiver(false, false);
  record.bytes = Bytes(0);
  record.ending = model::Ending::timed_out;
  EXPECT_THAT(marks(record), Not(HasSubstr("marker")));
}

TEST(MarksTest, APipeMissesNoStartMarkerBecauseItHasNone) {
  model::FlowRecord record = udp_receiver(false, true);
  record.plan.sink = model::PayloadSink::standard_output;
  EXPECT_EQ(marks(record), "");
}

TEST(MarksTest, AMissingStartMarkerIsSaid) {
  EXPECT_EQ(marks(udp_receiver(false, true)),
            "ttcp-r: the start marker was missing; the clock started at the first datagram\n");
}

TEST(MarksTest, RefusedDatagramsMeanThatNobodyReceives) {
  model::FlowRecord record = ended(model::Ending::complete);
  record.plan.role = model::Role::transmit;
  record.refused_datagrams = 0;
  EXPECT_EQ(marks(record), "");
  record.refused_datagrams = 1;
  EXPECT_EQ(marks(record), "ttcp-t: the host answered \"port unreachable\" 1 time: nobody receives there\n");
  record.refused_datagrams = 20;
  EXPECT_THAT(marks(record), HasSubstr("20 times:"));
}

TEST(MarksTest, EachNoteIsALine) {
  model::FlowRecord record = ended(model::Ending::complete);
  record.notes = {"one", "two"};
  EXPECT_EQ(marks(record), "ttcp-r: note: one\nttcp-r: note: two\n");
}

TEST(FailureLinesTest, AreTheClassicTwoLinesWhateverTheDetail) {
  model::FlowPlan plan;
  plan.role = model::Role::transmit;
  EXPECT_EQ(failure_lines(plan, {Error::Kind::connect, "connect", ECONNREFUSED, "192.0.2.7:5001"}),
            "ttcp-t: connect: Connection refused\nerrno=111\n");
  plan.role = model::Role::receive;
  EXPECT_EQ(failure_lines(plan, {Error::Kind::system, "bind", EADDRINUSE, "[::]:5001"}),
            "ttcp-r: bind: Address already in use\nerrno=98\n");
}

TEST(FailureLinesTest, NeverPrintErrnoZero) {
  EXPECT_EQ(failure_lines({}, {Error::Kind::resolve, "nosuch.invalid", 0, "Name or service not known"}),
            "ttcp-r: nosuch.invalid: Name or service not known\n");
  EXPECT_EQ(failure_lines({}, base::usage_error("no host given")), "ttcp-r: no host given\n");
}

TEST(FailureLinesTest, WithFullBlocksAFailedReadHasALineMoreAndAFailedWriteHasNot) {
  model::FlowPlan plan;
  plan.buffer.full_blocks = true;
  EXPECT_EQ(failure_lines(plan, {Error::Kind::peer, "IO", ECONNRESET, ""}),
            "ttcp_mread: Connection reset by peer\nttcp-r: IO: Connection reset by peer\nerrno=104\n");
  EXPECT_EQ(failure_lines(plan, {Error::Kind::system, "IO", EPIPE, ""}), "ttcp-r: IO: Broken pipe\nerrno=32\n");
  EXPECT_EQ(failure_lines(plan, {Error::Kind::system, "bind", EACCES, ""}),
            "ttcp-r: bind: Permission denied\nerrno=13\n");
}

}  // namespace
}  // namespace ttcp::report

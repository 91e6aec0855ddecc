// SPDX-License-Identifier: MIT
// What can go wrong with a classic test, and what is said then: cases 23 to 26 of section 10 of the reference.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>

#include "support/report.h"
#include "support/sockets.h"
#include "support/ttcp.h"

namespace ttcp::test {
namespace {
using ::testing::AnyOf;
using ::testing::HasSubstr;

// A TCP port that refuses: the near end of a connection has it, and nobody listens there.
class ClosedPort {
 public:
  ClosedPort() : connection_(TcpSocket::connected_to(listener_.port())), kept_(listener_.accept()) {}
  std::uint16_t number() const { return connection_.own_port(); }

 private:
  TcpListener listener_;
  TcpSocket connection_;
  TcpSocket kept_;
};

TEST(ClassicFailure, AClosedPortIsConnectionRefusedAfterBannerAndSocket) {
  const ClosedPort closed;
  const std::string port = std::to_string(closed.number());
  const Finished sent = run_ttcp(to_port({"-t", "-s"}, closed.number()));
  EXPECT_EQ(sent.ended.status, 1);
  EXPECT_EQ(sent.out, "ttcp-t: buflen=8192, nbuf=2048, align=16384/0, port=" + port + "  tcp  -> 127.0.0.1\n");
  EXPECT_EQ(sent.err, "ttcp-t: socket\nttcp-t: connect: Connection refused\nerrno=111\n");
}

TEST(ClassicFailure, ATakenPortIsAddressAlreadyInUse) {
  Ttcp first({"-r", "-s", "-p", "0"});
  const std::string port = std::to_string(first.port());
  const Finished second = run_ttcp({"-r", "-s", "-p", port});
  EXPECT_EQ(second.ended.status, 1);
  EXPECT_EQ(second.out, "ttcp-r: buflen=8192, nbuf=2048, align=16384/0, port=" + port + "  tcp\n");
  EXPECT_EQ(second.err, "ttcp-r: socket\nttcp-r: bind: Address already in use\nerrno=98\n");
}

TEST(ClassicFailure, ATakenUdpPortIsAddressAlreadyInUse) {
  Ttcp first({"-r", "-s", "-u", "-p", "0"});
  const Finished second = run_ttcp({"-r", "-s", "-u", "-p", std::to_string(first.port())});
  EXPECT_EQ(second.ended.status, 1);
  EXPECT_THAT(second.err, HasSubstr("ttcp-r: bind: Address already in use\nerrno=98\n"));
}

TEST(ClassicFailure, AFailedLookupSaysWhyInOneLine) {
  const Finished sent = run_ttcp({"-t", "-s", "no-such-host.invalid"});
  EXPECT_EQ(sent.ended.status, 1);
  const auto lines = lines_of(sent.err);
  ASSERT_EQ(lines.size(), 1U) << sent.err;
  EXPECT_THAT(lines[0], ::testing::StartsWith("ttcp-t: bad hostname: no-such-host.invalid: "));
  EXPECT_THAT(lines[0], ::testing::Not(HasSubstr("Success")));
}

TEST(ClassicFailure, AReceiverThatResetsIsReportedWithWhatWasMoved) {
  TcpListener listener;
  Ttcp transmitter(to_port({"-t", "-s", "-n", "1000000000"}, listener.port()));
  auto peer = listener.accept();
  EXPECT_EQ(peer.receive_exactly(100000).size(), 100000U);
  peer.reset();
  EXPECT_EQ(transmitter.wait().status, 1) << transmitter.transcript();
  EXPECT_THAT(transmitter.err(), AnyOf(HasSubstr("ttcp-t: IO: Connection reset by peer\nerrno=104\n"),
                                       HasSubstr("ttcp-t: IO: Broken pipe\nerrno=32\n")));
  EXPECT_THAT(transmitter.out(), HasSubstr("ttcp-t: incomplete: the far end "));
  EXPECT_GE(parse_report(transmitter.out(), "ttcp-t").bytes, 100000);
}

TEST(ClassicFailure, AReceiverThatClosesInMidTransferIsNoSuccess) {
  TcpListener listener;
  Ttcp transmitter(to_port({"-t", "-s", "-n", "1000000000"}, listener.port()));
  auto peer = listener.accept();
  EXPECT_EQ(peer.receive_exactly(100000).size(), 100000U);
  peer.close();  // with bytes unread, or with more to come: the kernel answers those with a reset
  EXPECT_EQ(transmitter.wait().status, 1) << transmitter.transcript();
  EXPECT_THAT(transmitter.out(), HasSubstr("ttcp-t: incomplete: the far end "));
  const auto report = parse_report(transmitter.out(), "ttcp-t");
  EXPECT_GE(report.bytes, 100000);
  EXPECT_GE(report.calls, report.bytes / 8192);
}

// A transmitter that sends 100000 bytes and resets; what the receiver says.
Finished receive_from_reset(std::vector<std::string> options) {
  options.insert(options.end(), {"-r", "-s", "-p", "0"});
  Ttcp receiver(options);
  auto peer = TcpSocket::connected_to(receiver.port());
  EXPECT_TRUE(peer.send(pattern(100000)));
  peer.wait_until_read();  // what is unread would be thrown away with the connection
  peer.reset();
  const Ended ended = receiver.wait();
  return {ended, receiver.out(), receiver.err()};
}

TEST(ClassicFailure, ATransmitterThatResetsIsReportedWithWhatArrived) {
  const Finished received = receive_from_reset({});
  EXPECT_EQ(received.ended.status, 1);
  EXPECT_THAT(received.err, HasSubstr("\nttcp-r: IO: Connection reset by peer\nerrno=104\n"));
  EXPECT_THAT(received.err, ::testing::Not(HasSubstr("ttcp_mread")));
  EXPECT_THAT(received.out, HasSubstr("ttcp-r: incomplete: the far end reset the connection"));
  EXPECT_EQ(parse_report(received.out, "ttcp-r").bytes, 100000);
}

TEST(ClassicFailure, WithWholeBlocksAResetHasItsExtraLineFirst) {
  const Finished received = receive_from_reset({"-B"});
  EXPECT_EQ(received.ended.status, 1);
  EXPECT_THAT(received.err, HasSubstr("ttcp_mread: Connection reset by peer\nttcp-r: IO: Connection reset by peer\n"
                                      "errno=104\n"));
  EXPECT_EQ(parse_report(received.out, "ttcp-r").bytes, 100000);
}

TEST(ClassicFailure, AKilledReceiverEndsTheTransmitterWithAReport) {
  Ttcp receiver({"-r", "-s", "-p", "0"});
  Ttcp transmitter(to_port({"-t", "-s", "-n", "1000000000"}, receiver.port()));
  receiver.line_with("accept from", Stream::err);
  transmitter.line_with("connect", Stream::err);
  receiver.signal(SIGKILL);
  EXPECT_EQ(transmitter.wait().status, 1) << transmitter.transcript();
  EXPECT_THAT(transmitter.out(), HasSubstr("ttcp-t: incomplete: the far end "));
  EXPECT_THAT(transmitter.out(), HasSubstr(" real seconds = "));
}

// Its kernel closes the connection in good order, so that the receiver can't tell: TCP has no other end marker.
TEST(ClassicFailure, AKilledTransmitterEndsTheReceiverWithAReport) {
  Ttcp receiver({"-r", "-s", "-p", "0"});
  Ttcp transmitter(to_port({"-t", "-s", "-n", "1000000000"}, receiver.port()));
  transmitter.line_with("connect", Stream::err);
  receiver.line_with("accept from", Stream::err);
  transmitter.signal(SIGKILL);
  receiver.wait();
  EXPECT_THAT(receiver.out(), HasSubstr(" real seconds = "));
}

TEST(ClassicFailure, AReaderOfStandardOutputThatGoesAwayIsReported) {
  Io io;
  io.hold_out = true;
  Ttcp receiver({"-r", "-p", "0"}, io);
  auto peer = TcpSocket::connected_to(receiver.port());
  receiver.drop_out();
  EXPECT_TRUE(peer.send(pattern(1000)));
  EXPECT_EQ(receiver.wait().status, 1) << receiver.transcript();
  EXPECT_THAT(receiver.err(), HasSubstr("ttcp-r: IO: Broken pipe\nerrno=32\n"));
  EXPECT_THAT(receiver.err(), HasSubstr(" real seconds = "));
}

TEST(ClassicFailure, WrongUsageIsOneComplaintAndExitStatusOne) {
  for (const std::vector<std::string>& words : {std::vector<std::string>{"-t"},
                                                {"-x"},
                                                {"-t", "-l"},
                                                {"-t", "-l", "many", "host"},
                                                {"-r", "-p", "70000"},
                                                {"-t", "-s", "-n", "-3", "host"}}) {
    const Finished refused = run_ttcp(words);
    EXPECT_EQ(refused.ended.status, 1) << words.back();
    EXPECT_THAT(refused.err, ::testing::StartsWith("ttcp: ")) << words.back();
    EXPECT_EQ(refused.out, "") << words.back();
  }
}

TEST(ClassicFailure, ANumberThatIsNoneIsNamedWithItsOption) {
  const Finished refused = run_ttcp({"-t", "-s", "-n", "12x", "host"});
  EXPECT_EQ(refused.ended.status, 1);
  EXPECT_EQ(lines_of(refused.err).size(), 1U) << refused.err;
  EXPECT_THAT(refused.err, ::testing::AllOf(HasSubstr("-n"), HasSubstr("12x")));
}

// Runs the program from a shell that closes one of its standard descriptors.
Finished run_with_closed(const std::string& words, const std::string& closed) {
  Child child({"sh", "-c", "exec \"$0\" " + words + " " + closed, ttcp_binary()});
  const Ended ended = child.wait();
  return {ended, child.out(), child.err()};
}

TEST(ClassicFailure, AClosedStandardInputIsAnErrorAndNothingIsSent) {
  Ttcp receiver({"-r", "-s", "-p", "0"});
  const Finished sent = run_with_closed("-t -p " + std::to_string(receiver.port()) + " 127.0.0.1", "<&-");
  EXPECT_EQ(sent.ended.status, 1);
  EXPECT_THAT(sent.err, HasSubstr("ttcp-t: read: Bad file descriptor\nerrno=9\n"));
  expect_exit(receiver, 0);
  EXPECT_EQ(parse_report(receiver.out(), "ttcp-r").bytes, 0);
}

TEST(ClassicFailure, AClosedStandardOutputIsAnErrorNotASink) {
  Ttcp receiver({"-r", "-s", "-p", "0"});
  const Finished sent = run_with_closed("-t -s -n 1 -p " + std::to_string(receiver.port()) + " 127.0.0.1", ">&-");
  EXPECT_EQ(sent.ended.status, 1);
  EXPECT_THAT(sent.err, HasSubstr("the report could not be written: write: Bad file descriptor"));
  expect_exit(receiver, 0);
}

}  // namespace
}  // namespace ttcp::test

// SPDX-License-Identifier: MIT
// ttcp as a pipe through the network: cases 9 to 12, 14, 15 and 27 of section 10 of the reference.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <array>

#include "support/files.h"
#include "support/pipe.h"
#include "support/report.h"
#include "support/sockets.h"
#include "support/ttcp.h"

namespace ttcp::test {
namespace {
using Words = std::vector<std::string>;

struct Piped {
  Finished transmitter;
  std::string report;  // of the receiver
  long receiver_rss_kib = 0;
};

// `from` is sent with `-t HOST < from` and taken with `ttcp RECEIVE > to`.
Piped pipe_file(const std::string& from, const std::string& to, Words receive = {"-r", "-p", "0"}) {
  const auto sink = open_to_write(to);
  Io into;
  into.out = sink.get();
  Ttcp receiver(receive, into);
  const auto source = open_to_read(from);
  Io out_of;
  out_of.in = source.get();
  Piped piped;
  piped.transmitter = run_ttcp(to_port({"-t"}, receiver.port()), out_of);
  EXPECT_EQ(piped.transmitter.ended.status, 0) << piped.transmitter.err;
  expect_exit(receiver, 0);
  piped.receiver_rss_kib = receiver.wait().max_rss_kib;
  piped.report = receiver.err();
  return piped;
}

class ClassicPipe : public ::testing::TestWithParam<std::size_t> {};

TEST_P(ClassicPipe, OutputEqualsInput) {
  const Directory directory;
  const std::string bytes = noise(GetParam());
  write_file(directory / "in", bytes);
  const Piped piped = pipe_file(directory / "in", directory / "out");
  EXPECT_TRUE(read_file(directory / "out") == bytes);
  const auto sent = parse_report(piped.transmitter.out, "ttcp-t");
  const auto received = parse_report(piped.report, "ttcp-r");
  EXPECT_EQ(sent.bytes, static_cast<std::int64_t>(bytes.size()));
  EXPECT_EQ(received.bytes, static_cast<std::int64_t>(bytes.size()));
  EXPECT_EQ(sent.calls, static_cast<std::int64_t>((bytes.size() + 8191) / 8192));  // 1000003 bytes: 123
  expect_consistent(sent);
  expect_consistent(received);
}

INSTANTIATE_TEST_SUITE_P(Bytes, ClassicPipe, ::testing::Values(0, 1, 1000003), ::testing::PrintToStringParamName());

TEST(ClassicPipes, ThreeGibibytesPassEqualAtConstantMemory) {
  constexpr std::int64_t kLength = std::int64_t{3} << 30;
  const Directory directory;
  write_sparse(directory / "in", kLength);
  // The receiver's output goes straight into a comparison, so that the 3 GiB needn't be written anywhere.
  Pipe between = make_pipe();
  Io comparing;
  comparing.in = between.read.get();
  Child comparison({"cmp", directory / "in", "-"}, comparing);
  Io into;
  into.out = between.write.get();
  Ttcp receiver({"-r", "-p", "0", "-l", "131072"}, into);
  between = Pipe{};
  const auto source = open_to_read(directory / "in");
  Io out_of;
  out_of.in = source.get();
  Ttcp transmitter(to_port({"-t", "-l", "131072"}, receiver.port()), out_of);
  const Deadline patient(std::chrono::seconds(280));
  const Ended sent = transmitter.wait(patient);
  const Ended received = receiver.wait(patient);
  EXPECT_EQ(sent.status, 0) << transmitter.transcript();
  EXPECT_EQ(received.status, 0) << receiver.transcript();
  expect_exit(comparison, 0);
  EXPECT_EQ(parse_report(receiver.err(), "ttcp-r").bytes, kLength);
  EXPECT_EQ(parse_report(transmitter.out(), "ttcp-t").bytes, kLength);
  if (is_sanitized()) return;
  constexpr long kMostKib = 64 * 1024;
  EXPECT_LT(sent.max_rss_kib, kMostKib);
  EXPECT_LT(received.max_rss_kib, kMostKib);
}

TEST(ClassicPipes, ReceiverWithoutSinkModeKeepsStandardOutputForThePayload) {
  const Directory directory;
  write_file(directory / "in", "hello\n");
  const Piped piped = pipe_file(directory / "in", directory / "out");
  EXPECT_EQ(read_file(directory / "out"), "hello\n");
  const std::string& all = piped.report;
  EXPECT_LT(place_of(all, "ttcp-r: buflen="), place_of(all, "ttcp-r: socket\n"));
  EXPECT_LT(place_of(all, "ttcp-r: socket\n"), place_of(all, "ttcp-r: accept from 127.0.0.1\n"));
  EXPECT_LT(place_of(all, "ttcp-r: accept from 127.0.0.1\n"), place_of(all, " real seconds = "));
}

TEST(ClassicPipes, TarTreeArrivesIdentical) {
  const Directory directory;
  const std::filesystem::path tree = directory.path() / "from" / "tree";
  std::filesystem::create_directories(tree / "deep" / "deeper");
  std::filesystem::create_directories(directory.path() / "to");
  write_file(tree / "large", noise(300001));
  write_file(tree / "deep" / "text", "text\n");
  write_file(tree / "deep" / "deeper" / "empty", "");
  std::filesystem::create_symlink("deep/text", tree / "link");
  Pipe unpacked = make_pipe();
  Io receiving;
  receiving.out = unpacked.write.get();
  Ttcp receiver({"-r", "-B", "-l", "10240", "-p", "0"}, receiving);
  Io unpacking;
  unpacking.in = unpacked.read.get();
  unpacking.around.directory = directory / "to";
  Child unpack({"tar", "xf", "-"}, unpacking);
  unpacked = Pipe{};
  Pipe packed = make_pipe();
  Io packing;
  packing.out = packed.write.get();
  packing.around.directory = directory / "from";
  Child pack({"tar", "cf", "-", "tree"}, packing);
  Io sending;
  sending.in = packed.read.get();
  Ttcp transmitter(to_port({"-t"}, receiver.port()), sending);
  packed = Pipe{};
  for (Child* program : {&pack, static_cast<Child*>(&transmitter), static_cast<Child*>(&receiver), &unpack}) {
    expect_exit(*program, 0);
  }
  Child difference({"diff", "-r", "--no-dereference", directory / "from", directory / "to"});
  expect_exit(difference, 0);
}

TEST(ClassicPipes, FileIntoASinkIsCounted) {
  const Directory directory;
  write_file(directory / "in", noise(1000003));
  Ttcp receiver({"-r", "-v", "-s", "-p", "0"});
  const auto source = open_to_read(directory / "in");
  Io io;
  io.in = source.get();
  EXPECT_EQ(run_ttcp(to_port({"-t"}, receiver.port()), io).ended.status, 0);
  expect_exit(receiver, 0);
  EXPECT_EQ(parse_report(receiver.out(), "ttcp-r").bytes, 1000003);
}

TEST(ClassicPipes, PatternRestartsInEachBufferOnTheReceiversOutput) {
  const Directory directory;
  const auto sink = open_to_write(directory / "out");
  Io io;
  io.out = sink.get();
  Ttcp receiver({"-r", "-p", "0"}, io);
  EXPECT_EQ(run_ttcp(to_port({"-t", "-s", "-n", "3", "-l", "200"}, receiver.port())).ended.status, 0);
  expect_exit(receiver, 0);
  EXPECT_EQ(read_file(directory / "out"), pattern(200) + pattern(200) + pattern(200));
}

TEST(ClassicPipes, EmptyInputIsATestOfZeroBytesAndZeroCalls) {
  Ttcp receiver({"-r", "-p", "0"});
  const Finished sent = run_ttcp(to_port({"-t"}, receiver.port()));
  EXPECT_EQ(sent.ended.status, 0);
  const auto report = parse_report(sent.out, "ttcp-t");
  EXPECT_EQ(report.bytes, 0);
  EXPECT_EQ(report.calls, 0);
  EXPECT_EQ(report.ms_per_call, "inf");
  expect_exit(receiver, 0);
  EXPECT_EQ(receiver.out(), "");
}

TEST(ClassicPipes, SinkModeGivenTwiceCancelsItself) {
  Ttcp receiver({"-r", "-s", "-s", "-p", "0"});
  Io io;
  io.feed = true;
  Ttcp transmitter(to_port({"-t", "-s", "-s"}, receiver.port()), io);
  transmitter.feed("hello\n");
  transmitter.end_of_input();
  expect_exit(transmitter, 0);
  expect_exit(receiver, 0);
  EXPECT_EQ(receiver.out(), "hello\n");
  EXPECT_EQ(parse_report(receiver.err(), "ttcp-r").bytes, 6);
}

struct Chunked {
  std::int64_t calls;
  std::vector<std::size_t> writes;  // lengths, to standard output
};

// The receiver gets ten chunks of 100 bytes; each has been taken before the next one leaves.
Chunked take_chunks(const Words& receive) {
  Pipe packets = make_pipe(O_DIRECT);
  Io io;
  io.out = packets.write.get();
  Ttcp receiver(receive, io);
  packets.write.reset();
  auto peer = TcpSocket::connected_to(receiver.port());
  for (int i = 0; i < 10; ++i) {
    EXPECT_TRUE(peer.send(std::string(100, static_cast<char>('0' + i))));
    peer.wait_until_read();
  }
  peer.close();
  expect_exit(receiver, 0);
  const auto report = parse_report(receiver.err(), "ttcp-r");
  EXPECT_EQ(report.bytes, 1000);
  Chunked chunked{report.calls, {}};
  std::array<char, 4096> packet{};
  for (ssize_t length = 0; (length = ::read(packets.read.get(), packet.data(), packet.size())) > 0;) {
    chunked.writes.push_back(static_cast<std::size_t>(length));
  }
  return chunked;
}

TEST(ClassicPipes, EveryReadIsACallAndSoIsTheLastEmptyOne) {
  const Chunked chunked = take_chunks({"-r", "-p", "0", "-l", "400"});
  EXPECT_EQ(chunked.calls, 11);
  EXPECT_EQ(chunked.writes, std::vector<std::size_t>(10, 100));
}

TEST(ClassicPipes, WholeBlocksAreWrittenButThePartialReadsAreCalls) {
  const Chunked chunked = take_chunks({"-r", "-B", "-p", "0", "-l", "400"});
  EXPECT_EQ(chunked.calls, 12);  // 10 with data, one that ends the short block, the last empty one
  EXPECT_EQ(chunked.writes, (std::vector<std::size_t>{400, 400, 200}));
}

}  // namespace
}  // namespace ttcp::test

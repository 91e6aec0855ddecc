// SPDX-License-Identifier: MIT
// The netcat recipe, against both netcats: case 30 of section 10 of the reference.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>
#include <regex>

#include "support/files.h"
#include "support/pipe.h"
#include "support/report.h"
#include "support/sockets.h"
#include "support/tools.h"
#include "support/ttcp.h"

namespace ttcp::test {
namespace {
using ::testing::HasSubstr;
using Words = std::vector<std::string>;

class Netcat : public ::testing::Test {
 protected:
  explicit Netcat(const std::string& name) : program_(find_program(name).value_or("")) {}
  void SetUp() override {
    if (program_.empty()) GTEST_SKIP() << "this netcat is not installed";
  }
  Words with(Words options) const {
    options.insert(options.begin(), program_);
    return options;
  }
  std::string program_;
};

class TraditionalNetcat : public Netcat {
 protected:
  TraditionalNetcat() : Netcat("nc.traditional") {}
};

class OpenBsdNetcat : public Netcat {
 protected:
  OpenBsdNetcat() : Netcat("nc.openbsd") {}
};

std::int64_t number_behind(const std::string& text, const std::string& word) {
  std::smatch found;
  if (!std::regex_search(text, found, std::regex(word + " ([0-9]+)"))) throw std::runtime_error("no count: " + text);
  return std::stoll(found[1]);
}

TEST_F(TraditionalNetcat, WhatYesSendsIsCountedAsNetcatCountsIt) {
  Ttcp receiver({"-r", "-s", "-p", "0", "--interval", "0.05"});
  const std::string port = std::to_string(receiver.port());
  Pipe between = make_pipe();
  Io saying;
  saying.out = between.write.get();
  Child yes({"yes"}, saying);
  Io sending;
  sending.in = between.read.get();
  Child sender(with({"-v", "-v", "-n", "127.0.0.1", port}), sending);
  between = Pipe{};
  receiver.wait_until([&] { return sum_of_intervals(receiver.err()) > 0; }, "an interval with bytes");
  sender.signal(SIGINT);
  sender.wait();
  expect_exit(receiver, 0);
  const auto report = parse_report(receiver.out(), "ttcp-r");
  EXPECT_GT(report.bytes, 0);
  // Netcat's count stops at the signal: the write that it was in may be missing from it (8 KiB at a time).
  const auto counted = number_behind(sender.err(), " sent");
  EXPECT_GE(report.bytes, counted);
  EXPECT_LE(report.bytes, counted + 8192);
  expect_consistent(report);
}

TEST_F(TraditionalNetcat, AFiniteSenderIsCountedExactly) {
  const Directory directory;
  write_file(directory / "in", noise(1000003));
  Ttcp receiver({"-r", "-s", "-p", "0"});
  const auto source = open_to_read(directory / "in");
  Io io;
  io.in = source.get();
  Child sender(with({"-v", "-v", "-n", "-q", "0", "127.0.0.1", std::to_string(receiver.port())}), io);
  expect_exit(sender, 0);
  expect_exit(receiver, 0);
  EXPECT_EQ(parse_report(receiver.out(), "ttcp-r").bytes, 1000003);
}

TEST_F(TraditionalNetcat, AListenerReceivesTheSixteenMebibytes) {
  const std::uint16_t port = free_port();
  Io io;
  const auto nowhere = open_to_write("/dev/null");
  io.out = nowhere.get();
  Child listener(with({"-v", "-v", "-l", "-n", "-p", std::to_string(port)}), io);
  listener.line_with("listening on [any] ", Stream::err);
  const Finished sent = run_ttcp(to_port({"-t", "-s"}, port));
  EXPECT_EQ(sent.ended.status, 0) << sent.err;
  listener.wait();
  EXPECT_THAT(listener.err(), HasSubstr(" sent 0, rcvd 16777216"));
}

TEST_F(TraditionalNetcat, AListenerIsFilledForOneSecondAndCountsTheSame) {
  const std::uint16_t port = free_port();
  Io io;
  const auto nowhere = open_to_write("/dev/null");
  io.out = nowhere.get();
  Child listener(with({"-v", "-v", "-l", "-n", "-p", std::to_string(port)}), io);
  listener.line_with("listening on [any] ", Stream::err);
  const Finished sent = run_ttcp(to_port({"-t", "-s", "-v", "--time", "1"}, port));
  EXPECT_EQ(sent.ended.status, 0) << sent.err;
  listener.wait();
  const auto report = parse_report(sent.out, "ttcp-t");
  EXPECT_GE(report.real, 0.99);
  EXPECT_EQ(number_behind(listener.err(), "rcvd"), report.bytes);
  EXPECT_THAT(sent.out, HasSubstr(std::to_string(report.bytes) + " bytes x 8 / "));  // the recipe's sum
}

TEST_F(OpenBsdNetcat, AFiniteSenderIsCountedExactly) {
  const Directory directory;
  write_file(directory / "in", noise(1000003));
  Ttcp receiver({"-r", "-s", "-p", "0"});
  const auto source = open_to_read(directory / "in");
  Io io;
  io.in = source.get();
  Child sender(with({"-N", "127.0.0.1", std::to_string(receiver.port())}), io);
  expect_exit(sender, 0);
  expect_exit(receiver, 0);
  EXPECT_EQ(parse_report(receiver.out(), "ttcp-r").bytes, 1000003);
}

TEST_F(OpenBsdNetcat, AListenerReceivesTheWholePattern) {
  const Directory directory;
  const std::uint16_t port = free_port();
  const auto sink = open_to_write(directory / "out");
  Io io;
  io.out = sink.get();
  Child listener(with({"-v", "-n", "-l", "127.0.0.1", std::to_string(port)}), io);
  listener.line_with("Listening on ", Stream::err);
  const Finished sent = run_ttcp(to_port({"-t", "-s", "-n", "100", "-l", "950"}, port));
  EXPECT_EQ(sent.ended.status, 0) << sent.err;
  expect_exit(listener, 0);
  EXPECT_TRUE(read_file(directory / "out") == pattern(95000));
}

TEST_F(OpenBsdNetcat, AReceiverTakesAFileFromItIntoAPipe) {
  const std::string bytes = pattern(5000);
  Ttcp receiver({"-r", "-p", "0"});
  Io io;
  io.feed = true;
  Child sender(with({"-N", "127.0.0.1", std::to_string(receiver.port())}), io);
  sender.feed(bytes);
  sender.end_of_input();
  expect_exit(sender, 0);
  expect_exit(receiver, 0);
  EXPECT_TRUE(receiver.out() == bytes);
}

}  // namespace
}  // namespace ttcp::test

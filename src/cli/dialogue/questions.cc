// SPDX-License-Identifier: MIT
// The two scripts as tables.
#include "cli/dialogue/questions.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/numbers.h"
#include "cli/option_value.h"

namespace ttcp::cli::dialogue {
namespace {

using base::Bytes;
using Kind = Question::Kind;
using model::PayloadSink;
using model::PayloadSource;
using model::Role;
using model::RunTest;

constexpr std::int64_t kYes = 1;
constexpr std::int64_t kNo = 0;

constexpr Question yes_no(std::string_view text, std::int64_t preset, void (*apply)(RunTest&, std::int64_t)) {
  return {Kind::yes_no, text, preset, kNo, kYes, apply};
}
constexpr Question number(std::string_view text, std::int64_t preset, Range range,
                          void (*apply)(RunTest&, std::int64_t)) {
  return {Kind::number, text, preset, range.low, range.high, apply};
}

void put_length(RunTest& run, std::int64_t n) { run.plan.buffer.length = Bytes(n); }

void put_sink_mode(RunTest& run, std::int64_t yes) {
  run.plan.source = yes != kNo ? PayloadSource::pattern : PayloadSource::standard_input;
  run.plan.sink = yes != kNo ? PayloadSink::discard : PayloadSink::standard_output;
}

constexpr Question kRole{Kind::role,
                         "transmit or receive",
                         static_cast<std::int64_t>(Role::receive),
                         0,
                         0,
                         [](RunTest& run, std::int64_t role) { run.plan.role = static_cast<Role>(role); }};
constexpr Question kHalfClose =
    yes_no("perform tcp half close", kNo, [](RunTest& run, std::int64_t yes) { run.plan.half_close = yes != kNo; });
constexpr Question kDriver{Kind::yes_no,
                           "use tcp driver",
                           kNo,
                           kNo,
                           kYes,
                           [](RunTest&, std::int64_t) {},
                           "this system has nothing like IOS's tcp driver: the answer changes nothing"};
constexpr Question kAlign =
    number("bufalign", 16384, {0, kLargestBlock}, [](RunTest& run, std::int64_t n) { run.plan.buffer.align = n; });
constexpr Question kOffset =
    number("bufoffset", 0, {0, kLargestBlock}, [](RunTest& run, std::int64_t n) { run.plan.buffer.offset = n; });
constexpr Question kPort = number("port", 5001, {1, kLargestPort}, [](RunTest& run, std::int64_t n) {
  run.plan.endpoint.port = static_cast<std::uint16_t>(n);
});
constexpr Question kSinkMode = yes_no("sinkmode", kYes, put_sink_mode);
constexpr Question kInformation = yes_no("show tcp information at end", kNo, [](RunTest& run, std::int64_t yes) {
  run.report.tcp_information = yes != kNo;
});

constexpr std::array kTransmit{
    Question{Kind::address, "Target IP address"},
    kHalfClose,
    kDriver,
    number("send buflen", 8192, {1, kLargestBlock}, put_length),
    number("send nbuf", 2048, {0, kLargestCount}, [](RunTest& run, std::int64_t n) { run.plan.extent.buffers = n; }),
    kAlign,
    kOffset,
    kPort,
    kSinkMode,
    yes_no("buffering on writes", kYes, [](RunTest& run, std::int64_t yes) { run.plan.socket.no_delay = yes == kNo; }),
    kInformation,
};

constexpr std::array kReceive{
    kHalfClose,
    kDriver,
    number("receive buflen", 8192, {1, kLargestBlock}, put_length),
    kAlign,
    kOffset,
    kPort,
    kSinkMode,
    number(
        "rcvwndsize", 4128, {0, kLargestSocketBuffer},
        [](RunTest& run, std::int64_t n) { run.plan.socket.buffer = n == 0 ? std::nullopt : std::optional(Bytes(n)); }),
    yes_no("delayed ACK", kYes, [](RunTest& run, std::int64_t yes) { run.plan.socket.delayed_ack = yes != kNo; }),
    kInformation,
};

std::string preset_word(const Question& question) {
  if (question.kind == Kind::number) return std::to_string(question.preset);
  if (question.kind == Kind::yes_no) return question.preset != kNo ? "y" : "n";
  return std::string(model::word(static_cast<Role>(question.preset)));
}

bool is_start_of(std::string_view answer, std::string_view word) {
  const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; };
  return answer.size() <= word.size() && std::ranges::equal(answer, word.substr(0, answer.size()), {}, lower);
}

std::optional<std::int64_t> one_of_two(std::string_view answer, std::string_view first, std::string_view second,
                                       std::int64_t value_of_first, std::int64_t value_of_second) {
  if (is_start_of(answer, first)) return value_of_first;
  if (is_start_of(answer, second)) return value_of_second;
  return std::nullopt;
}

}  // namespace

const Question& opening() { return kRole; }

std::span<const Question> script(Role role) {
  if (role == Role::transmit) return kTransmit;
  return kReceive;
}

std::string prompt(const Question& question) {
  if (question.kind == Kind::address) return fmt::format("{}: ", question.text);
  return fmt::format("{} [{}]: ", question.text, preset_word(question));
}

std::string expectation(const Question& question) {
  switch (question.kind) {
    case Kind::role:
      return "transmit or receive";
    case Kind::address:
      return "a name or an IP address";
    case Kind::yes_no:
      return "y or n";
    case Kind::number:
      break;
  }
  return fmt::format("a whole number from {} to {}", question.low, question.high);
}

std::optional<std::int64_t> understand(const Question& question, std::string_view answer) {
  if (answer.empty()) return question.preset;
  if (question.kind == Kind::role) {
    return one_of_two(answer, model::word(Role::transmit), model::word(Role::receive),
                      static_cast<std::int64_t>(Role::transmit), static_cast<std::int64_t>(Role::receive));
  }
  if (question.kind == Kind::yes_no) return one_of_two(answer, "yes", "no", kYes, kNo);
  const auto value = base::parse_whole(answer, question.low, question.high);
  if (!value) return std::nullopt;
  return *value;
}

}  // namespace ttcp::cli::dialogue

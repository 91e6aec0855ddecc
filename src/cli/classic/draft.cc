// SPDX-License-Identifier: MIT
// One option at a time into the draft.
#include "cli/classic/draft.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <string_view>

#include "cli/option_value.h"

namespace ttcp::cli::classic {
namespace {

using base::Bytes;
using model::Family;
using model::Role;

constexpr std::array kLongOptions{
    LongOption{"time", Argument::required, kTime}, LongOption{"bytes", Argument::required, kBytes},
    LongOption{"random", Argument::none, kRandom}, LongOption{"interval", Argument::required, kInterval},
    LongOption{"json", Argument::optional, kJson}, LongOption{"timeout", Argument::required, kTimeout},
    LongOption{"bind", Argument::required, kBind}, LongOption{"congestion", Argument::required, kCongestion},
    LongOption{"help", Argument::none, kHelp},     LongOption{"version", Argument::none, kVersion}};

constexpr int kHighestFd = 1023;
constexpr int kStandardOutput = 1;
// Shorter intervals would measure the printing of lines.
constexpr base::Duration kShortestInterval = std::chrono::milliseconds(10);

void apply_flag(Draft& draft, int code) {
  auto& plan = draft.run.plan;
  switch (code) {
    case 't':
      plan.role = Role::transmit;
      return;
    case 'r':
      plan.role = Role::receive;
      return;
    case 's':
      draft.sink = !draft.sink;
      return;
    case 'u':
      plan.transport = model::Transport::udp;
      return;
    case 'v':
      draft.run.report.verbose = true;
      return;
    case 'd':
      plan.socket.debug = true;
      return;
    case 'D':
      plan.socket.no_delay = true;
      return;
    case 'B':
      plan.buffer.full_blocks = true;
      return;
    case 'T':
      plan.buffer.touch = true;
      return;
    case '4':
      plan.endpoint.family = Family::ipv4;
      return;
    case '6':
      plan.endpoint.family = Family::ipv6;
      return;
    default:  // --random, --help and --version: being among `given` is all they do
      return;
  }
}

struct NumberOption {
  int letter;
  Range range;
  void (*put)(Draft&, std::int64_t);
};
constexpr std::array kNumbers{
    NumberOption{'l', {0, kLargestBlock}, [](Draft& d, std::int64_t n) { d.run.plan.buffer.length = Bytes(n); }},
    NumberOption{'n', {0, kLargestCount}, [](Draft& d, std::int64_t n) { d.run.plan.extent.buffers = n; }},
    NumberOption{'A', {0, kLargestBlock}, [](Draft& d, std::int64_t n) { d.run.plan.buffer.align = n; }},
    NumberOption{'O', {0, kLargestBlock}, [](Draft& d, std::int64_t n) { d.run.plan.buffer.offset = n; }},
    NumberOption{'p',
                 {0, kLargestPort},
                 [](Draft& d, std::int64_t n) { d.run.plan.endpoint.port = static_cast<std::uint16_t>(n); }},
    NumberOption{'b', {0, kLargestSocketBuffer}, [](Draft& d, std::int64_t n) {
                   // 0 has always meant "leave the kernel's choice alone".
                   d.run.plan.socket.buffer = n == 0 ? std::nullopt : std::optional(Bytes(n));
                 }}};

Range range_of(const NumberOption& number, const Draft& draft) {
  // A receiver may let the kernel pick; a transmitter has to know.
  if (number.letter == 'p' && draft.run.plan.role == Role::transmit) return {1, number.range.high};
  return number.range;
}

base::Result<void> apply_unit(Draft& draft, const Option& option, std::string_view value) {
  const auto is_letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
  if (value.size() != 1 || !is_letter(value[0])) return bad_value(option.name, value, "not one of k, K, m, M, g, G");
  draft.run.report.unit = value[0];
  return {};
}

base::Result<void> apply_json(Draft& draft, const Option& option) {
  if (!option.value) {
    draft.run.report.json_fd = kStandardOutput;
    return {};
  }
  const auto fd = whole_value(option.name, *option.value, {1, kHighestFd});
  if (!fd) return fd.error();
  draft.run.report.json_fd = static_cast<int>(*fd);
  return {};
}

base::Result<void> apply_bytes(Draft& draft, const Option& option, std::string_view value) {
  const auto bytes = size_value(option.name, value, {1, kLargestCount});
  if (!bytes) return bytes.error();
  draft.run.plan.extent.bytes = *bytes;
  return {};
}

base::Result<void> apply_seconds(Draft& draft, const Option& option, std::string_view value) {
  const auto seconds = seconds_value(option.name, value);
  if (!seconds) return seconds.error();
  auto& plan = draft.run.plan;
  if (option.code == kInterval && *seconds < kShortestInterval) {
    return bad_value(option.name, value, "out of range, 0.01 seconds at least");
  }
  if (option.code == kTime) plan.extent.time = *seconds;
  if (option.code == kInterval) plan.interval = *seconds;
  if (option.code == kTimeout) plan.patience = *seconds;
  return {};
}

base::Result<void> apply_text(Draft& draft, const Option& option, std::string_view value) {
  if (value.empty()) {
    return bad_value(option.name, value, option.code == kBind ? "not an address" : "not the name of an algorithm");
  }
  if (option.code == kBind) draft.run.plan.endpoint.bind_address = value;
  if (option.code == kCongestion) draft.run.plan.socket.congestion = value;
  return {};
}

// REQUIRES: flags were applied, so that the role is known.
base::Result<void> apply_value(Draft& draft, const Option& option) {
  const std::string value = option.value.value_or("");
  const auto number = std::ranges::find(kNumbers, option.code, &NumberOption::letter);
  if (number != kNumbers.end()) {
    const auto n = whole_value(option.name, value, range_of(*number, draft));
    if (!n) return n.error();
    number->put(draft, *n);
    return {};
  }
  switch (option.code) {
    case 'f':
      return apply_unit(draft, option, value);
    case kJson:
      return apply_json(draft, option);
    case kBytes:
      return apply_bytes(draft, option, value);
    case kTime:
    case kInterval:
    case kTimeout:
      return apply_seconds(draft, option, value);
    case kBind:
    case kCongestion:
      return apply_text(draft, option, value);
    default:
      return {};
  }
}

}  // namespace

OptionTable option_table() { return {"drstuvBDTb:f:l:n:p:A:O:46", kLongOptions}; }

base::Result<Draft> read_options(std::span<const Option> options) {
  Draft draft;
  for (const auto& option : options) {
    draft.given.insert(option.code);
    apply_flag(draft, option.code);
  }
  for (const auto& option : options) {
    if (auto applied = apply_value(draft, option); !applied) return applied.error();
  }
  return draft;
}

}  // namespace ttcp::cli::classic

// SPDX-License-Identifier: MIT
// Words -> options -> one of the two forms.
#include "cli/nettp/parse.h"

#include <fmt/format.h>

#include <array>
#include <cstdint>
#include <utility>

#include "cli/option_value.h"
#include "cli/wording.h"
#include "cli/words.h"

namespace ttcp::cli::nettp {
namespace {

constexpr std::uint16_t kDefaultPort = 1515;
constexpr std::int64_t kLargestBlockCount = std::int64_t{1} << 31;

enum LongCode : int { kBind = kFirstLongCode, kHelp, kVersion };
constexpr std::array kLongOptions{LongOption{"bind", Argument::required, kBind},
                                  LongOption{"help", Argument::none, kHelp},
                                  LongOption{"version", Argument::none, kVersion}};

struct Draft {
  bool serves = false;
  bool sends = false;
  model::Endpoint endpoint;
};

base::Error complaint(std::string_view line) { return complaint_with_usage(line, usage()); }

void apply_flag(Draft& draft, int code) {
  if (code == 's') draft.serves = true;
  if (code == 'c') draft.sends = true;
  if (code == '4') draft.endpoint.family = model::Family::ipv4;
  if (code == '6') draft.endpoint.family = model::Family::ipv6;
}

// REQUIRES: flags were applied, so that the form is known.
base::Result<void> apply_value(Draft& draft, const Option& option) {
  const std::string value = option.value.value_or("");
  if (option.code == 'p') {
    // A server may let the kernel pick; a client has to know.
    const auto port = whole_value(option.name, value, {draft.serves ? 0 : 1, kLargestPort});
    if (!port) return port.error();
    draft.endpoint.port = static_cast<std::uint16_t>(*port);
  }
  if (option.code == kBind) {
    if (value.empty()) return bad_value(option.name, value, "not an address");
    draft.endpoint.bind_address = value;
  }
  return {};
}

base::Result<Draft> read_options(std::span<const Option> options) {
  Draft draft;
  draft.endpoint.port = kDefaultPort;
  for (const auto& option : options) apply_flag(draft, option.code);
  if (draft.serves == draft.sends) return complaint("say either -s to serve or -c HOST SIZE COUNT to send");
  for (const auto& option : options) {
    if (auto applied = apply_value(draft, option); !applied) return applied.error();
  }
  return draft;
}

base::Result<model::Command> serve(Draft draft, std::span<const std::string> operands) {
  if (!operands.empty()) {
    return complaint(fmt::format("unexpected word '{}': -s takes none", harmless(operands[0])));
  }
  return model::Command(model::NettpServe{std::move(draft.endpoint)});
}

base::Result<model::Command> send(Draft draft, std::span<const std::string> operands) {
  constexpr std::size_t kOperands = 3;
  if (operands.size() > kOperands) {
    return complaint(fmt::format("unexpected word '{}' after HOST SIZE COUNT", harmless(operands[kOperands])));
  }
  if (operands.size() < kOperands || operands[0].empty()) {
    constexpr std::array<std::string_view, kOperands> kMissing{"HOST, SIZE and COUNT", "SIZE and COUNT", "COUNT"};
    return complaint(fmt::format("-c needs HOST SIZE COUNT: {} missing",
                                 operands.size() < kOperands ? kMissing.at(operands.size()) : "HOST"));
  }
  const auto size = size_value("SIZE", operands[1], {1, kLargestBlock});
  if (!size) return size.error();
  const auto count = whole_value("COUNT", operands[2], {1, kLargestBlockCount});
  if (!count) return count.error();

  model::FlowPlan plan;
  plan.protocol = model::Protocol::nettp;
  plan.role = model::Role::transmit;
  plan.endpoint = std::move(draft.endpoint);
  plan.endpoint.host = operands[0];
  plan.source = model::PayloadSource::random;
  plan.sink = model::PayloadSink::discard;
  plan.buffer.length = *size;
  plan.extent.buffers = *count;
  return model::Command(model::NettpSend{std::move(plan)});
}

}  // namespace

base::Result<model::Command> parse(std::span<const std::string> words, std::string_view version) {
  const auto sorted = sort_words({"sc46p:", kLongOptions}, words);
  if (!sorted) return complaint(sorted.error().detail);
  for (const auto& option : sorted->options) {
    if (option.code == kHelp) return model::Command(model::ShowText{help(), 0});
    if (option.code == kVersion) return model::Command(version_text(version));
  }
  auto draft = read_options(sorted->options);
  if (!draft) return draft.error();
  return draft->serves ? serve(std::move(*draft), sorted->operands) : send(std::move(*draft), sorted->operands);
}

}  // namespace ttcp::cli::nettp

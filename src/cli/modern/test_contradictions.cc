// SPDX-License-Identifier: MIT
// Options of `ttcp test` that don't go together: refused, because one of them would have no effect.
#include <fmt/format.h>

#include <array>
#include <chrono>

#include "cli/modern/addresses.h"
#include "cli/modern/test_draft.h"

namespace ttcp::cli::modern {
namespace {

// Without -t and -n a direction is over after so long even if its rate isn't known (docs/measuring.md).
constexpr base::Duration kLongestSearchForTheRate = std::chrono::seconds(10);

struct Pair {
  int first;
  int second;
  std::string_view reason;
};
constexpr std::string_view kOneOutput = "the output has one form";
constexpr std::string_view kTcpOnly = "it is an option of TCP";
constexpr std::string_view kAtOnce = "both directions at the same time is a run of its own";
constexpr std::array kPairs{
    Pair{kIpv4, kIpv6, "say one, or neither for what the host has"},
    Pair{kTime, kBytes, "a run ends after a time or after a size"},
    Pair{kBoth, kUp, kAtOnce},
    Pair{kBoth, kDown, kAtOnce},
    Pair{kJson, kJsonLines, kOneOutput},
    Pair{kJson, kCsv, kOneOutput},
    Pair{kJsonLines, kCsv, kOneOutput},
    Pair{kNoDelay, kUdp, kTcpOnly},
    Pair{kMss, kUdp, kTcpOnly},
    Pair{kCongestion, kUdp, kTcpOnly},
};

base::Result<void> refuse_pairs(const TestDraft& draft) {
  for (const auto& [first, second, reason] : kPairs) {
    if (!draft.has(first) || !draft.has(second)) continue;
    return base::usage_error(
        fmt::format("{} doesn't go with {}: {}", draft.given.at(first), draft.given.at(second), reason));
  }
  return {};
}

// -u without -b looks for the rate itself.
base::Result<void> refuse_with_rate_search(const TestDraft& draft) {
  if (!draft.has(kUdp) || draft.has(kRate)) return {};
  struct Case {
    int code;
    std::string_view right;
  };
  constexpr std::array kCases{
      Case{kTime, "give -b RATE to hold one for -t seconds"},
      Case{kBytes, "give -b RATE to send a size at that rate"},
      Case{kOmit, "give -b RATE to omit the start of a run at that rate"},
  };
  for (const auto& [code, right] : kCases) {
    if (!draft.has(code)) continue;
    return base::usage_error(
        fmt::format("{}: with -u and no -b the rate is searched for; {}", draft.given.at(code), right));
  }
  return {};
}

base::Result<void> refuse_endless_omit(const TestDraft& draft) {
  const auto& omit = draft.plan.omit;
  if (draft.traffic.time && omit >= *draft.traffic.time) {
    return base::usage_error(
        fmt::format("{} leaves nothing: make it shorter than {}", draft.given.at(kOmit), draft.given.at(kTime)));
  }
  if (draft.has(kTime) || draft.has(kBytes) || omit < kLongestSearchForTheRate) return {};
  return base::usage_error(fmt::format("{} leaves nothing: a run is over after 10 seconds at most, unless -t says more",
                                       draft.given.at(kOmit)));
}

base::Result<void> refuse_bind_of_other_family(const TestDraft& draft) {
  const auto& endpoint = draft.plan.endpoint;
  const auto bound = family_of(endpoint.bind_address);
  if (endpoint.family == model::Family::any || bound == model::Family::any || bound == endpoint.family) return {};
  return bad_value(
      draft.given.at(kBind), endpoint.bind_address,
      bound == model::Family::ipv6 ? "an IPv6 address doesn't go with -4" : "an IPv4 address doesn't go with -6");
}

base::Result<void> refuse_idle_options(const TestDraft& draft) {
  if (draft.has(kPause) && !draft.has(kRepeat)) {
    return base::usage_error(fmt::format("{}: between repeats, so only with --repeat", draft.given.at(kPause)));
  }
  if (draft.expectation && draft.expectation->second && draft.has(kUp) != draft.has(kDown)) {
    return base::usage_error(
        fmt::format("{}: one rate is enough, because only one direction is measured", draft.given.at(kExpect)));
  }
  return {};
}

}  // namespace

base::Result<void> refuse_contradictions(const TestDraft& draft) {
  for (const auto refuse :
       {refuse_pairs, refuse_with_rate_search, refuse_endless_omit, refuse_bind_of_other_family, refuse_idle_options}) {
    if (auto fits = refuse(draft); !fits) return fits.error();
  }
  return {};
}

}  // namespace ttcp::cli::modern

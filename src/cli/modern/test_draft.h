// SPDX-License-Identifier: MIT
// A `ttcp test` command line half read: what the options said so far, and which of them were there at all.
#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>

#include "base/error.h"
#include "cli/modern/sorter.h"
#include "cli/modern/values.h"
#include "model/command.h"

namespace ttcp::cli::modern {

enum TestCode : int {
  kUp = 1,
  kDown,
  kBoth,
  kTime,
  kStreams,
  kUdp,
  kRate,
  kBytes,
  kOmit,
  kWindow,
  kLength,
  kCongestion,
  kNoDelay,
  kMss,
  kDscp,
  kBind,
  kBindDevice,
  kIpv4,
  kIpv6,
  kPort,
  kInterval,
  kRepeat,
  kPause,
  kNoIdle,
  kJson,
  kJsonLines,
  kCsv,
  kOutput,
  kExpect,
  kQuiet,
  kHelp,
  kVersion,
};

struct TestDraft {
  model::Measure measure;  // without its plans
  model::TestPlan plan;    // what all hosts share: no host, no runs
  model::Traffic traffic;
  std::optional<Expectation> expectation;
  std::map<int, std::string> given;  // each option that was there, as it was typed last
  bool has(int code) const { return given.contains(code); }
};

// For sort_words().
Spellings test_spellings();

// Options without a value first, because ranges depend on -u; then the values, in the order typed.
// Error{usage}: one line about the first bad value.
base::Result<TestDraft> read_test_options(std::span<const Option> options);

// Error{usage}: one line about options that don't go together.
base::Result<void> refuse_contradictions(const TestDraft& draft);

}  // namespace ttcp::cli::modern

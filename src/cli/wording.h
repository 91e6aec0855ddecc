// SPDX-License-Identifier: MIT
// What the grammars share when they talk to the user: quoting what was typed, and guessing what was meant.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "base/error.h"
#include "model/command.h"

namespace ttcp::cli {

// Fit for one line on any terminal: bytes that aren't printable ASCII become \xNN, more than 60 bytes end in "...".
std::string harmless(std::string_view typed);

// The candidate that differs from `typed` by at most two letters, and by less than half of them; the first of equals.
std::optional<std::string_view> nearest(std::string_view typed, std::span<const std::string_view> candidates);

// The complaint in one line, then the usage text: Error{usage} whose detail has no final newline.
// REQUIRES: `usage` ends with one.
base::Error complaint_with_usage(std::string_view complaint, std::string_view usage);

// "ttcp 0.1.0".
model::ShowText version_text(std::string_view version);

}  // namespace ttcp::cli

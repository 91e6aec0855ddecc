// SPDX-License-Identifier: MIT
// The record of a `ttcp test`, read back from what was printed, and the rules that tie its numbers together.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "support/server.h"

namespace ttcp::test {

// Of `ttcp test -J`: expects exit status 0 and one document alone on standard output.
nlohmann::json record_in(const Finished& finished);

// measure() with -J.
nlohmann::json measured(const Server& server, std::vector<std::string> options);

// Bytes of samples, flows and intervals are the same to the byte at each end, intervals leave no gap, the steady part
// lies within, the rates are what bytes and seconds make of them, and TCP lost nothing.
void expect_sums(const nlohmann::json& result);
// The same for each direction of a record that is complete, and "both" is the sum of two that ran at the same time.
void expect_whole(const nlohmann::json& record);

// A file of the source tree, by its path within.
std::string source_file(const std::string& path);

}  // namespace ttcp::test

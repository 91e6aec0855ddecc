// SPDX-License-Identifier: MIT
// What is left of a `ttcp test` that something happened to, and of the server it happened at.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "support/child.h"
#include "support/server.h"

namespace ttcp::test {

// How long an end may take to say what is wrong: the protocol's 3 s of silence and its farewells, on a busy machine.
// Tests that would go on for much longer by themselves are under it.
inline constexpr std::chrono::seconds kInTime{12};

// A client that was started with --json-lines. Waits until it has told a rate of `direction`, or, of "idle", a round
// trip of the quiet path.
void wait_until_it_moves(Child& client, std::string_view direction);

// Of a client that was started with --json-lines and has ended: the record in its last line.
nlohmann::json record_of(const Child& client);
// Of one that was started with -J.
nlohmann::json record_in(const std::string& out);

// The whole of standard error, which must be one line.
std::string only_line(const std::string& text);

// `-t 0.2` is measured and complete.
void expect_serves_the_next_client(const Server& server);

}  // namespace ttcp::test

// SPDX-License-Identifier: MIT
// Which protocol a client speaks, by the first bytes that it sends. Pure.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace ttcp::wire {

enum class Client { native, nettp, classic };

// What detect() needs to see at most, whoever the client is.
std::size_t longest_opening();

// `head` is what the client has sent so far; `no_more`: it has closed its side, or its time is up. Nothing: more bytes
// are needed; with `no_more` this happens only to an empty head, whose sender is nobody's client. Whoever opens like no
// other protocol is a classic transmitter. More bytes never change an answer.
std::optional<Client> detect(std::string_view head, bool no_more);

}  // namespace ttcp::wire

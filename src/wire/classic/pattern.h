// SPDX-License-Identifier: MIT
// The made-up payload of classic ttcp: docs/protocols/classic.md, "Pattern".
#pragma once

#include <cstddef>
#include <span>

namespace ttcp::wire::classic {

// One buffer: the 95 printable ASCII characters from space to tilde, over and over, from its first byte. A transmitter
// fills its buffer once and sends it again and again, so the sequence starts afresh with each buffer.
void fill_pattern(std::span<std::byte> buffer);

}  // namespace ttcp::wire::classic

// SPDX-License-Identifier: MIT
// The classic pattern.
#include "wire/classic/pattern.h"

namespace ttcp::wire::classic {

void fill_pattern(std::span<std::byte> buffer) {
  constexpr char kFirst = ' ';
  constexpr char kLast = '~';
  char next = kFirst;
  for (std::byte& b : buffer) {
    b = static_cast<std::byte>(next);
    next = next == kLast ? kFirst : static_cast<char>(next + 1);
  }
}

}  // namespace ttcp::wire::classic

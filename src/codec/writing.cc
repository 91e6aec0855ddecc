// SPDX-License-Identifier: MIT
// The parts of writing that depend on no type of the model.
#include "codec/writing.h"

#include <array>
#include <charconv>

namespace ttcp::codec {

std::string hexadecimal(std::uint64_t value) {
  std::array<char, 16> digits{};
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), value, 16).ptr;
  return "0x" + std::string(digits.data(), end);
}

std::string dumped(const Out& document) { return document.dump(-1, ' ', false, Out::error_handler_t::replace); }

Out seconds_of(base::Duration d) { return static_cast<double>(d.count()) / 1e9; }

Out seconds_of(const std::optional<base::Duration>& d) { return d ? seconds_of(*d) : Out(nullptr); }

Out milliseconds_of(const std::optional<base::Duration>& d) {
  return d ? Out(static_cast<double>(d->count()) / 1e6) : Out(nullptr);
}

Out bits_per_second(base::Bytes bytes, base::Duration span) {
  if (span <= base::Duration::zero()) return nullptr;
  return 8 * static_cast<double>(bytes.count()) / (static_cast<double>(span.count()) / 1e9);
}

}  // namespace ttcp::codec

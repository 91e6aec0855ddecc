// SPDX-License-Identifier: MIT
// Arbitrary first bytes of a client: more of them never change an answer, and one is there in time.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <string_view>

#include "wire/detect.h"
#include "wire/native/preface.h"
#include "wire/nettp/messages.h"

namespace {

using namespace ttcp::wire;

void require(bool holds) {
  if (!holds) std::abort();
}

Client expected(std::string_view whole) {
  if (whole.starts_with(native::kOpening)) return Client::native;
  return whole.starts_with(nettp::kMagic) ? Client::nettp : Client::classic;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view whole(reinterpret_cast<const char*>(data), size);
  const std::size_t enough = std::min(size, longest_opening() + 1);
  std::optional<Client> answer;
  for (std::size_t length = 0; length <= enough; ++length) {
    const auto now = detect(whole.substr(0, length), false);
    require(!answer || now == answer);
    require(now.has_value() || length < longest_opening());
    require(!now || detect(whole.substr(0, length), true) == now);
    answer = now;
  }
  require(detect(whole, false) == answer);
  require(!answer || *answer == expected(whole));
  const auto last = detect(whole, true);
  require(last.has_value() != whole.empty());
  require(!last || *last == expected(whole));
  return 0;
}

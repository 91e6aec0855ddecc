// SPDX-License-Identifier: MIT
// Any bytes as a record: never a crash, and what was understood comes back unchanged from its own JSON.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "codec/record_json.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto record = ttcp::codec::from_json(text);
  if (!record) return 0;
  const auto again = ttcp::codec::from_json(ttcp::codec::to_json(*record));
  if (!again || *again != *record) std::abort();
  return 0;
}

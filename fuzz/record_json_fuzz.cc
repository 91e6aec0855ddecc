// SPDX-License-Identifier: MIT
// Any bytes as a record of either kind: never a crash, and what was understood comes back unchanged from its own JSON.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "codec/record_json.h"
#include "codec/test_record_json.h"

namespace {

// Aborts where reading, writing and reading again isn't the same as reading. REQUIRES: `from_json` reads T.
template <class FromJson>
void survives(std::string_view text, FromJson&& from_json) {
  const auto record = from_json(text);
  if (!record) return;
  const auto again = from_json(ttcp::codec::to_json(*record));
  if (!again || *again != *record) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  survives(text, ttcp::codec::flow_record_from_json);
  survives(text, ttcp::codec::test_record_from_json);
  return 0;
}

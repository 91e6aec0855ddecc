// SPDX-License-Identifier: MIT
// Arbitrary bytes as a datagram of the native protocol and as the first line of one of its connections: what is
// understood is written with the same bytes again.
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <span>
#include <string>
#include <string_view>

#include "wire/native/datagram.h"
#include "wire/native/preface.h"

namespace {

using namespace ttcp;
using namespace ttcp::wire::native;

void require(bool holds) {
  if (!holds) std::abort();
}

void check_datagram(std::span<const std::byte> datagram) {
  const auto data = data_header(datagram);
  const auto hello = hello_of(datagram);
  require(!(data && hello));
  if (data) {
    require(data->stream >= 0 && data->stream <= kHighestDatagramStream && data->sent_at >= base::Duration(0));
    std::array<std::byte, kDatagramHeader> again{};
    stamp(again, *data);
    require(std::ranges::equal(again, datagram.first(kDatagramHeader)));
  }
  if (hello) {
    require(is_token(hello->token_hex));
    const std::string again = hello_datagram(hello->token_hex, hello->stream);
    require(std::ranges::equal(std::as_bytes(std::span(again)), datagram));
  }
}

void check_preface(std::string_view bytes) {
  const auto length = preface_length(bytes);
  if (!length) {
    require(bytes.size() < kLongestPreface && bytes.find('\n') == std::string_view::npos);
    return;
  }
  require(*length <= std::min(bytes.size(), kLongestPreface));
  for (std::size_t early = 0; early < *length; ++early) require(!preface_length(bytes.substr(0, early)));
  const std::string_view line = bytes.substr(0, *length);
  const auto preface = decode_preface(line);
  if (preface) {
    require(encode(*preface) == line);
  } else {
    require(preface.error().kind == base::Error::Kind::peer && !preface.error().detail.empty());
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::span bytes(data, size);
  check_datagram(std::as_bytes(bytes));
  check_preface({reinterpret_cast<const char*>(data), size});
  // The magic in front, so that what is behind it is reached without finding it first.
  std::string opened(kDatagramMagic);
  opened.append(reinterpret_cast<const char*>(data), size);
  check_datagram(std::as_bytes(std::span(opened)));
  check_preface("TTCP/1 " + std::string(reinterpret_cast<const char*>(data), size));
  return 0;
}

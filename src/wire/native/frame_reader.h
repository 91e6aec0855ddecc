// SPDX-License-Identifier: MIT
// Splits the byte stream of a control connection into frames: four bytes of length, most significant first, and so
// many bytes of JSON. Holds one frame and what came with it; no byte is stored for a length that isn't allowed.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "base/error.h"

namespace ttcp::wire::native {

inline constexpr std::size_t kLengthBytes = 4;
inline constexpr std::size_t kLongestMessage = std::size_t{64} << 10;  // bytes of JSON
inline constexpr std::size_t kLongestOutcome = std::size_t{16} << 20;  // likewise

// `json` behind its length. REQUIRES: under 4 GiB.
std::string framed(std::string_view json);

class FrameReader {
 public:
  // For frames whose length hasn't been read yet. kLongestMessage at first.
  void allow(std::size_t longest) { longest_ = longest; }

  // Drained with next() before more is added, it holds no more than one frame and one chunk.
  void add(std::string_view chunk);

  // The JSON of the next frame; nothing: it isn't whole yet. Error{peer}: it would be empty, or longer than allowed;
  // where the next one begins can't be told any more, so every later call says the same.
  base::Result<std::optional<std::string>> next();

 private:
  std::string held_;
  std::size_t taken_ = 0;              // of held_
  std::optional<std::size_t> length_;  // of the frame that is being waited for, once it was read and allowed
  std::optional<base::Error> broken_;
  std::size_t longest_ = kLongestMessage;
};

}  // namespace ttcp::wire::native

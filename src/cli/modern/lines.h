// SPDX-License-Identifier: MIT
// For tests only: command lines as one string.
#pragma once

#include <iterator>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

namespace ttcp::cli::modern {

// Split at blanks, no quoting.
inline std::vector<std::string> words_of(std::string_view line) {
  std::istringstream stream{std::string(line)};
  return {std::istream_iterator<std::string>(stream), {}};
}

struct Refused {
  std::string_view line;
  std::string_view message;
};

}  // namespace ttcp::cli::modern

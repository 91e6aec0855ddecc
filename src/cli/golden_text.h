// SPDX-License-Identifier: MIT
// For tests only: the files of tests/golden/cli, wherever the tests are run from.
#pragma once

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>

namespace ttcp::cli {

// "" when there is no such file, which no expectation matches.
inline std::string golden_text(std::string_view name) {
  namespace fs = std::filesystem;
  const fs::path file = fs::path("tests") / "golden" / "cli" / name;
  for (fs::path folder = fs::absolute(__FILE__).parent_path(); folder != folder.root_path();
       folder = folder.parent_path()) {
    if (!fs::exists(folder / file)) continue;
    std::ifstream stream(folder / file, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
  }
  return "";
}

// Columns of the longest line.
inline std::size_t widest_line(std::string_view text) {
  std::size_t widest = 0;
  while (!text.empty()) {
    const auto end = std::min(text.find('\n'), text.size());
    widest = std::max(widest, end);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return widest;
}

}  // namespace ttcp::cli

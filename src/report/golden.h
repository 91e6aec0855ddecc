// SPDX-License-Identifier: MIT
// For tests: the golden files under tests/golden/report.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

namespace ttcp::report {

// Found by walking up from here, so that tests may run in any folder.
inline std::filesystem::path golden_path(const std::string& name) {
  for (auto folder = std::filesystem::path(__FILE__).parent_path(); folder.has_relative_path();
       folder = folder.parent_path()) {
    auto golden = folder / "tests" / "golden" / "report";
    if (std::filesystem::is_directory(golden)) return golden / name;
  }
  return name;
}

// What the file holds; a message where it can't be read. With TTCP_UPDATE_GOLDEN set in the environment, `text` is
// written there first: look at the difference before keeping it.
inline std::string golden(const std::string& name, const std::string& text) {
  const auto path = golden_path(name);
  if (std::getenv("TTCP_UPDATE_GOLDEN") != nullptr) std::ofstream(path, std::ios::binary) << text;
  const std::ifstream file(path, std::ios::binary);
  if (!file) return "can't read " + path.string();
  std::ostringstream held;
  held << file.rdbuf();
  return held.str();
}

}  // namespace ttcp::report

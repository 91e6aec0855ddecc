// SPDX-License-Identifier: MIT
// The small text files in which Linux tells about itself.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace ttcp::probe {

// At most 4 KiB of it, without blanks and newlines at its end. nullopt: can't be read, or has nothing to say.
std::optional<std::string> read_text(const std::filesystem::path& path);

// The value of the first line "KEY=value"; quotes around it and backslashes within them go (os-release(5)).
std::optional<std::string> value_of_key(std::string_view lines, std::string_view key);

// What any terminal and any JSON reader can take: whatever isn't printable ASCII becomes '?', each run of blanks one
// blank, and it ends after 256 characters.
std::string one_plain_line(std::string_view text);

}  // namespace ttcp::probe

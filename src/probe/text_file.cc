// SPDX-License-Identifier: MIT
#include "probe/text_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

#include "base/owned_fd.h"

namespace ttcp::probe {
namespace {

constexpr std::size_t kLongestText = 4096;
constexpr std::size_t kLongestLine = 256;
constexpr std::string_view kBlanks = " \t\r\n";

std::string unquoted(std::string_view value) {
  const bool quoted = value.size() >= 2 && (value.front() == '"' || value.front() == '\'') && value.back() == value[0];
  if (!quoted) return std::string(value);
  const auto inner = value.substr(1, value.size() - 2);
  std::string plain;
  for (std::size_t at = 0; at < inner.size(); ++at) {
    if (inner[at] == '\\' && value[0] == '"' && at + 1 < inner.size()) ++at;
    plain += inner[at];
  }
  return plain;
}

}  // namespace

std::optional<std::string> read_text(const std::filesystem::path& path) {
  const base::OwnedFd file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  if (!file.is_open()) return std::nullopt;
  std::string text(kLongestText, '\0');
  std::size_t filled = 0;
  while (filled < text.size()) {
    const ssize_t count = ::read(file.get(), text.data() + filled, text.size() - filled);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return std::nullopt;  // sysfs refuses a value that has no meaning: EINVAL for the speed of "lo"
    if (count == 0) break;
    filled += static_cast<std::size_t>(count);
  }
  text.resize(filled);
  const auto last = text.find_last_not_of(kBlanks);
  if (last == std::string::npos) return std::nullopt;
  text.resize(last + 1);
  return text;
}

std::optional<std::string> value_of_key(std::string_view lines, std::string_view key) {
  while (!lines.empty()) {
    const auto line = lines.substr(0, lines.find('\n'));
    lines.remove_prefix(std::min(line.size() + 1, lines.size()));
    if (line.size() <= key.size() || !line.starts_with(key) || line[key.size()] != '=') continue;
    const auto value = line.substr(key.size() + 1);
    const auto last = value.find_last_not_of(kBlanks);
    if (last == std::string_view::npos) return std::nullopt;
    return unquoted(value.substr(0, last + 1));
  }
  return std::nullopt;
}

std::string one_plain_line(std::string_view text) {
  std::string line;
  for (const char c : text) {
    if (line.size() == kLongestLine) break;
    if (kBlanks.find(c) == std::string_view::npos) {
      line += c > ' ' && c <= '~' ? c : '?';
    } else if (!line.empty() && line.back() != ' ') {
      line += ' ';
    }
  }
  if (line.ends_with(' ')) line.pop_back();
  return line;
}

}  // namespace ttcp::probe

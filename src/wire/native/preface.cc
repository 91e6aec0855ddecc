// SPDX-License-Identifier: MIT
// The line that opens a connection, to text and back.
#include "wire/native/preface.h"

#include <algorithm>
#include <cassert>
#include <utility>
#include <vector>

#include "base/numbers.h"
#include "wire/native/peer_error.h"
#include "wire/native/text.h"

namespace ttcp::wire::native {
namespace {

constexpr std::string_view kControlWord = "control";
constexpr std::string_view kDataWord = "data";
constexpr std::string_view kProbeWord = "probe";

std::string opening_line() { return std::string(kOpening) + std::to_string(kVersion) + " "; }

// Split at single blanks, so that two of them leave an empty word, which nothing accepts.
std::vector<std::string_view> words_of(std::string_view text) {
  std::vector<std::string_view> words;
  while (true) {
    const std::size_t end = std::min(text.find(' '), text.size());
    words.push_back(text.substr(0, end));
    if (end == text.size()) return words;
    text.remove_prefix(end + 1);
  }
}

// One spelling for each number: "01" is none.
std::optional<int> number_in(std::string_view text, int high) {
  if (text.size() > 1 && text.front() == '0') return std::nullopt;
  const auto value = base::parse_whole(text, 0, high);
  return value ? std::optional(static_cast<int>(*value)) : std::nullopt;
}

std::optional<Preface> data_preface(const std::vector<std::string_view>& words) {
  if (words.size() != 5 || !is_session(words[1])) return std::nullopt;
  const auto run = number_in(words[2], kHighestRun);
  const auto stream = number_in(words[3], model::kMostStreams - 1);
  const auto direction = direction_of(words[4]);
  if (!run || !stream || !direction) return std::nullopt;
  return Preface{Connection::data, std::string(words[1]), *run, *stream, *direction};
}

std::optional<Preface> preface_of(const std::vector<std::string_view>& words) {
  if (words.front() == kControlWord && words.size() == 1) return Preface{};
  if (words.front() == kDataWord) return data_preface(words);
  if (words.front() == kProbeWord && words.size() == 2 && is_session(words[1])) {
    return Preface{Connection::probe, std::string(words[1])};
  }
  return std::nullopt;
}

// The version that the line names, where it names one: "TTCP/27 ...".
std::optional<int> version_of(std::string_view line) {
  const std::string_view after = line.substr(kOpening.size());
  return number_in(after.substr(0, std::min(after.find_first_of(" \n"), after.size())), kHighestRun);
}

}  // namespace

bool is_session(std::string_view text) {
  return !text.empty() && text.size() <= kLongestSession && is_small_hexadecimal(text);
}

std::string encode(const Preface& preface) {
  const std::string session(preface.session);
  switch (preface.connection) {
    case Connection::control:
      return opening_line() + std::string(kControlWord) + "\n";
    case Connection::probe:
      assert(is_session(session));
      return opening_line() + std::string(kProbeWord) + " " + session + "\n";
    case Connection::data:
      break;
  }
  assert(is_session(session));
  assert(preface.run >= 0 && preface.run <= kHighestRun);
  assert(preface.stream >= 0 && preface.stream < model::kMostStreams);
  return opening_line() + std::string(kDataWord) + " " + session + " " + std::to_string(preface.run) + " " +
         std::to_string(preface.stream) + " " + std::string(word(preface.direction)) + "\n";
}

std::optional<std::size_t> preface_length(std::string_view head) {
  const std::size_t end = head.substr(0, kLongestPreface).find('\n');
  if (end != std::string_view::npos) return end + 1;
  return head.size() >= kLongestPreface ? std::optional(kLongestPreface) : std::nullopt;
}

base::Result<Preface> decode_preface(std::string_view line) {
  if (!line.starts_with(kOpening)) return peer_error("the connection doesn't open as one of the native protocol");
  if (const auto version = version_of(line); version && *version != kVersion) {
    return peer_error("the far end speaks version " + std::to_string(*version) +
                      " of the native protocol, and this program version " + std::to_string(kVersion));
  }
  const std::string opening = opening_line();
  const bool is_line = line.size() <= kLongestPreface && line.ends_with('\n') && line.starts_with(opening);
  if (!is_line) return peer_error("the first line of the connection is nonsense");
  line.remove_suffix(1);
  const auto preface = preface_of(words_of(line.substr(opening.size())));
  if (!preface) return peer_error("the first line of the connection is nonsense");
  return *preface;
}

}  // namespace ttcp::wire::native

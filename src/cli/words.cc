// SPDX-License-Identifier: MIT
// getopt_long(3) in its "return in order" mode, reset for every call.
#include "cli/words.h"

#include <fmt/format.h>
#include <getopt.h>

#include <algorithm>
#include <string_view>
#include <utility>

#include "cli/wording.h"

namespace ttcp::cli {
namespace {

constexpr int kOperand = 1;  // what getopt returns for it when the option string begins with '-'

// getopt wants mutable, NUL-terminated words with a program name in front.
class MutableWords {
 public:
  explicit MutableWords(std::span<const std::string> words) : storage_(words.begin(), words.end()) {
    pointers_.push_back(program_.data());
    for (auto& word : storage_) pointers_.push_back(word.data());
    pointers_.push_back(nullptr);
  }
  // pointers_ point into storage_.
  MutableWords(const MutableWords&) = delete;
  MutableWords& operator=(const MutableWords&) = delete;

  int count() const { return static_cast<int>(pointers_.size()) - 1; }
  char* const* pointers() { return pointers_.data(); }
  std::string_view at(int position) const { return pointers_[static_cast<std::size_t>(position)]; }

 private:
  std::string program_ = "ttcp";
  std::vector<std::string> storage_;
  std::vector<char*> pointers_;
};

int getopt_word(Argument argument) {
  if (argument == Argument::none) return no_argument;
  return argument == Argument::required ? required_argument : optional_argument;
}

std::vector<::option> getopt_table(std::span<const LongOption> names) {
  std::vector<::option> table;
  for (const auto& name : names) table.push_back({name.name, getopt_word(name.argument), nullptr, name.code});
  table.push_back({nullptr, 0, nullptr, 0});
  return table;
}

std::string name_of(int code, const OptionTable& table) {
  const auto found = std::ranges::find(table.names, code, &LongOption::code);
  if (found != table.names.end()) return fmt::format("--{}", found->name);
  return fmt::format("-{}", static_cast<char>(code));
}

// REQUIRES: `typed` begins with "--".
std::string complain_about_name(std::string_view typed, const OptionTable& table) {
  const std::string_view name = typed.substr(2, typed.find('=') - 2);
  std::vector<std::string_view> known;
  std::string possibilities;
  int matches = 0;
  for (const auto& candidate : table.names) {
    known.emplace_back(candidate.name);
    if (!known.back().starts_with(name)) continue;
    possibilities += fmt::format(" '--{}'", candidate.name);
    ++matches;
  }
  const std::string shown = harmless(typed.substr(0, name.size() + 2));
  if (matches > 1) return fmt::format("option '{}' is ambiguous; possibilities:{}", shown, possibilities);
  const auto near = nearest(name, known);
  const std::string hint = near ? fmt::format(" (did you mean '--{}'?)", *near) : "";
  return fmt::format("unrecognized option '{}'{}", shown, hint);
}

// getopt leaves the offender in optopt: a letter, the code of a long option, or 0 for a long name that it can't place.
std::string complain(int verdict, const MutableWords& words, const OptionTable& table) {
  const bool lacks_value = verdict == ':';
  if (optopt == 0) return complain_about_name(words.at(optind - 1), table);
  if (optopt >= kFirstLongCode) {
    const auto* const what = lacks_value ? "requires" : "doesn't allow";
    return fmt::format("option '{}' {} an argument", name_of(optopt, table), what);
  }
  const char letter = static_cast<char>(optopt);
  const auto* const what = lacks_value ? "option requires an argument" : "invalid option";
  return fmt::format("{} -- '{}'", what, harmless(std::string_view(&letter, 1)));
}

std::optional<std::string> value_of_option() {
  if (optarg == nullptr) return std::nullopt;
  return std::string(optarg);
}

}  // namespace

base::Result<SortedWords> sort_words(const OptionTable& table, std::span<const std::string> words) {
  const auto has_nul = [](const std::string& word) { return word.find('\0') != std::string::npos; };
  if (std::ranges::any_of(words, has_nul)) return base::usage_error("a word contains a NUL byte");

  MutableWords mutable_words(words);
  const auto names = getopt_table(table.names);
  // '-': operands come back in their place, whatever POSIXLY_CORRECT says. ':': a missing value is told apart.
  const std::string letters = "-:" + table.letters;
  opterr = 0;
  optind = 0;  // glibc: start afresh, forgetting a bundle that an earlier call left half read
  SortedWords sorted;
  while (true) {
    const int verdict =
        ::getopt_long(mutable_words.count(), mutable_words.pointers(), letters.c_str(), names.data(), nullptr);
    if (verdict == -1) break;
    if (verdict == '?' || verdict == ':') return base::usage_error(complain(verdict, mutable_words, table));
    if (verdict == kOperand) {
      sorted.operands.emplace_back(optarg);
    } else {
      sorted.options.push_back({verdict, name_of(verdict, table), value_of_option()});
    }
  }
  for (int i = optind; i < mutable_words.count(); ++i) sorted.operands.emplace_back(mutable_words.at(i));
  return sorted;
}

}  // namespace ttcp::cli

// SPDX-License-Identifier: MIT
// CLI11 as a tokenizer. Each spelling is an option of its own there, so that messages can name what was typed; values
// stay text, because CLI11's conversions would complain in their own style.
#include "cli/modern/sorter.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "cli/wording.h"

namespace ttcp::cli::modern {
namespace {

bool is_long(std::string_view word) { return word.starts_with("--"); }

// "--time=5" -> "--time", "-Zx" -> "-Z".
std::string_view name_in(std::string_view word) { return word.substr(0, is_long(word) ? word.find('=') : 2); }

const Spelling* find(const Spellings& spellings, std::string_view name) {
  const auto found = std::ranges::find(spellings.own, name, &Spelling::name);
  return found == spellings.own.end() ? nullptr : &*found;
}

// In the words of the other grammars: "option '--time' requires an argument", "option requires an argument -- 't'".
base::Error lacks_value(std::string_view name) {
  if (is_long(name)) return base::usage_error(fmt::format("option '{}' requires an argument", harmless(name)));
  return base::usage_error(fmt::format("option requires an argument -- '{}'", harmless(name.substr(1))));
}

// The nearest long name, or the only one that begins with what was typed.
std::optional<std::string_view> guess(std::string_view typed, const Spellings& spellings) {
  std::vector<std::string_view> known;
  std::vector<std::string_view> longer;
  for (const auto& spelling : spellings.own) {
    if (!is_long(spelling.name)) continue;
    known.push_back(spelling.name.substr(2));
    if (known.back().starts_with(typed)) longer.push_back(known.back());
  }
  if (longer.size() == 1) return longer.front();
  return nearest(typed, known);
}

base::Error unknown(std::string_view word, const Spellings& spellings) {
  const std::string_view name = name_in(word);
  const auto foreign = std::ranges::find(spellings.foreign, name, &Foreign::name);
  if (foreign != spellings.foreign.end()) return base::usage_error(fmt::format("{}: {}", name, foreign->answer));
  if (!is_long(word)) return base::usage_error(fmt::format("invalid option -- '{}'", harmless(name.substr(1))));
  const auto near = guess(name.substr(2), spellings);
  const std::string hint = near ? fmt::format(" (did you mean '--{}'?)", *near) : "";
  return base::usage_error(fmt::format("unrecognized option '{}'{}", harmless(name), hint));
}

// CLI11 takes the next word for "--time=", and "--up=no" for "--up".
base::Result<void> check_glued_values(const Spellings& spellings, std::span<const std::string> words) {
  for (const std::string& word : words) {
    if (word == "--") return {};
    const auto equals = word.find('=');
    if (!is_long(word) || equals == std::string::npos) continue;
    const Spelling* const spelling = find(spellings, name_in(word));
    if (spelling == nullptr) continue;
    if (spelling->argument == Argument::none) {
      return base::usage_error(fmt::format("option '{}' doesn't allow an argument", spelling->name));
    }
    if (equals + 1 == word.size()) return lacks_value(spelling->name);
  }
  return {};
}

void add(CLI::App& app, const Spelling& spelling) {
  const std::string name(spelling.name);
  if (spelling.argument == Argument::none) {
    app.add_flag(name);
    return;
  }
  CLI::Option* const option = app.add_option(name);
  option->multi_option_policy(CLI::MultiOptionPolicy::TakeLast);
  if (spelling.argument == Argument::optional) option->expected(0, 1);
}

std::vector<Option> typed_options(const CLI::App& app, const Spellings& spellings) {
  std::vector<Option> options;
  std::map<const CLI::Option*, std::size_t> times;
  for (const CLI::Option* const typed : app.parse_order()) {
    const std::string name = typed->get_name();
    const Spelling* const spelling = find(spellings, name);
    const std::string& value = typed->results().at(times[typed]++);
    const bool has_value =
        spelling->argument == Argument::required || (spelling->argument == Argument::optional && !value.empty());
    options.push_back({spelling->code, name, has_value ? std::optional(value) : std::nullopt});
  }
  return options;
}

// What CLI11 could not place: operands, "--", and options that it doesn't know.
base::Result<std::vector<std::string>> operands_of(const CLI::App& app, const Spellings& spellings) {
  std::vector<std::string> operands;
  bool options_are_over = false;
  for (const std::string& word : app.remaining()) {
    if (!options_are_over && word == "--") {
      options_are_over = true;
    } else if (!options_are_over && word.size() > 1 && word.starts_with('-')) {
      return unknown(word, spellings);
    } else {
      operands.push_back(word);
    }
  }
  return operands;
}

// The only complaint of CLI11 that is left: the last word is an option, or a bundle that ends in one, without its
// value.
base::Error complaint_about(std::string_view last_word) {
  if (is_long(last_word)) return lacks_value(last_word);
  return lacks_value(fmt::format("-{}", last_word.substr(last_word.size() - 1)));
}

}  // namespace

base::Result<SortedWords> sort_words(const Spellings& spellings, std::span<const std::string> words) {
  const auto has_nul = [](const std::string& word) { return word.find('\0') != std::string::npos; };
  if (std::ranges::any_of(words, has_nul)) return base::usage_error("a word contains a NUL byte");
  if (auto checked = check_glued_values(spellings, words); !checked) return checked.error();

  CLI::App app;
  app.set_help_flag();
  app.allow_extras();
  for (const auto& spelling : spellings.own) add(app, spelling);
  try {
    app.parse(std::vector<std::string>(words.rbegin(), words.rend()));  // CLI11 wants the last word first
  } catch (const CLI::ParseError&) {
    return complaint_about(words.empty() ? "" : words.back());
  }
  auto operands = operands_of(app, spellings);
  if (!operands) return operands.error();
  return SortedWords{typed_options(app, spellings), std::move(*operands)};
}

}  // namespace ttcp::cli::modern

// SPDX-License-Identifier: MIT
// Error as text, and the two ways of making one that everybody needs.
#include "base/error.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <stdexcept>
#include <utility>

namespace ttcp::base {

std::string to_text(const Error& error) {
  std::string text = error.attempt;
  const auto add = [&text](std::string_view separator, std::string_view part) {
    if (!part.empty()) text += fmt::format("{}{}", text.empty() ? "" : separator, part);
  };
  add(error.os_errno != 0 ? " " : ": ", error.detail);
  if (error.os_errno != 0) add(": ", std::strerror(error.os_errno));
  return text;
}

void throw_exception_from_error(const Error& error, const boost::source_location& where) {
  throw std::logic_error(fmt::format("unchecked Result: {} ({}:{})", to_text(error), where.file_name(), where.line()));
}

Error os_error(std::string attempt, std::string detail) {
  return Error{Error::Kind::system, std::move(attempt), errno, std::move(detail)};
}

Error usage_error(std::string detail) { return Error{Error::Kind::usage, "", 0, std::move(detail)}; }

}  // namespace ttcp::base

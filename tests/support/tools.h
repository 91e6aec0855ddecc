// SPDX-License-Identifier: MIT
// Foreign programs that may or may not be installed.
#pragma once

#include <optional>
#include <string>

namespace ttcp::test {

// Its path, from PATH and the places of system programs.
std::optional<std::string> find_program(const std::string& name);

}  // namespace ttcp::test

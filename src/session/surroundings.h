// SPDX-License-Identifier: MIT
// What a session is given beside its plan.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>

#include "model/observer.h"

namespace ttcp::session {

struct Surroundings {
  model::Observer* observer = nullptr;  // outlives the session
  std::stop_token stop;
  std::function<std::optional<int>()> stop_signal = [] {
    return std::optional<int>();
  };                       // which signal requested the stop
  std::string version;     // for the record
  std::uint64_t seed = 0;  // of random payload
  int input = 0;           // standard input and output of the program
  int output = 1;
};

}  // namespace ttcp::session

// SPDX-License-Identifier: MIT
// Lines from standard input for the dialogue, with Ctrl-C as an answer instead of an accident.
#pragma once

#include <signal.h>

#include <optional>
#include <string>
#include <variant>

#include "base/owned_fd.h"

namespace ttcp::base {

struct EndOfInput {};
struct Interrupted {
  int signal;
};
using Line = std::variant<std::string, EndOfInput, Interrupted>;

// SIGINT and SIGTERM are held back while one of these exists, and handled as before when it is gone.
class LineReader {
 public:
  LineReader();
  LineReader(const LineReader&) = delete;
  LineReader& operator=(const LineReader&) = delete;
  ~LineReader();

  // The next line without its end. One byte at a time, so that what follows the dialogue is left for the test's own
  // use.
  Line next();

 private:
  std::optional<Interrupted> pending_signal(short events) const;

  sigset_t before_{};
  OwnedFd signals_;
};

}  // namespace ttcp::base

// SPDX-License-Identifier: MIT
// A program on a terminal of its own, and the user in front of it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/owned_fd.h"
#include "support/deadline.h"
#include "support/process.h"

namespace ttcp::test {

class Pty {
 public:
  explicit Pty(const std::vector<std::string>& command);

  // Waits for `words` behind what was expected before. Throws when they don't come.
  void expect(std::string_view words, Deadline deadline = Deadline());
  void type(std::string_view keys);
  void type_line(std::string_view line) { type(std::string(line) + "\n"); }
  // expect() and type_line() in one.
  void answer(std::string_view prompt, std::string_view line);
  Ended wait(Deadline deadline = Deadline());
  // Everything on the screen: echo included, lines end with \r\n.
  const std::string& screen() const { return screen_; }

 private:
  struct Terminal;
  explicit Pty(Terminal terminal);
  void gather(int patience_ms);

  base::OwnedFd master_;
  std::string screen_;
  std::size_t seen_ = 0;
  Process process_;
};

inline constexpr std::string_view kCtrlC = "\x03";
inline constexpr std::string_view kCtrlD = "\x04";

}  // namespace ttcp::test

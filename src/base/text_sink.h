// SPDX-License-Identifier: MIT
// Where text goes: a descriptor in the program, a string in the tests.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/error.h"

namespace ttcp::base {

// Threads: one at a time.
class TextSink {
 public:
  virtual ~TextSink() = default;
  virtual void write(std::string_view text) = 0;
};

// Unbuffered on purpose: a line that was printed is seen at once, in a pipe too. Doesn't own the descriptor. After the
// first failure (the reader is gone, the disk is full) it writes nothing more and remembers why.
class FdSink : public TextSink {
 public:
  explicit FdSink(int fd) : fd_(fd) {}
  void write(std::string_view text) override;
  const std::optional<Error>& failure() const { return failure_; }

 private:
  int fd_;
  std::optional<Error> failure_;
};

class StringSink : public TextSink {
 public:
  void write(std::string_view text) override { text_ += text; }
  const std::string& text() const { return text_; }

 private:
  std::string text_;
};

}  // namespace ttcp::base

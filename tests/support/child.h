// SPDX-License-Identifier: MIT
// A program with its standard streams in files or pipes. What it prints is gathered while anything is waited for.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/owned_fd.h"
#include "support/deadline.h"
#include "support/process.h"

namespace ttcp::test {

enum class Stream { out, err };

// Descriptors here are borrowed; an absent one stands for the default.
struct Io {
  std::optional<int> in;                   // default: /dev/null
  bool feed = false;                       // standard input is a pipe from feed() and end_of_input()
  std::optional<int> out;                  // default: captured
  bool hold_out = false;                   // standard output is a pipe that nobody reads
  std::vector<std::pair<int, int>> extra;  // {ours, theirs}
  Surroundings around;
};

class Child {
 public:
  explicit Child(std::vector<std::string> command, Io io = {});

  pid_t pid() const { return process_.pid(); }
  void signal(int number) { process_.signal(number); }

  // Standard input, with Io::feed. The pipe takes 64 KiB without a reader.
  void feed(std::string_view bytes);
  void end_of_input() { input_.reset(); }
  // With Io::hold_out: the reading end goes away.
  void drop_out() { held_out_.reset(); }

  // All that was printed until now.
  const std::string& out() const { return out_; }
  const std::string& err() const { return err_; }
  const std::string& text(Stream stream) const { return stream == Stream::out ? out_ : err_; }

  // The first whole line of `stream` that contains `words`, waited for if need be. Throws when the program ends or the
  // deadline comes without it.
  std::string line_with(std::string_view words, Stream stream, Deadline deadline = Deadline());
  // Gathers output until `holds()`, which is asked at least every few milliseconds. Throws as line_with().
  void wait_until(const std::function<bool()>& holds, std::string_view what, Deadline deadline = Deadline());
  // The end; both streams have been read to theirs. Throws at the deadline.
  Ended wait(Deadline deadline = Deadline());

  // For messages of failed tests.
  std::string transcript() const;

 private:
  struct Pipes;
  Child(std::vector<std::string> command, Io io, Pipes pipes);
  void gather(int patience_ms);

  std::vector<std::string> command_;
  base::OwnedFd input_;
  base::OwnedFd out_pipe_;
  base::OwnedFd err_pipe_;
  base::OwnedFd held_out_;
  std::string out_;
  std::string err_;
  Process process_;
};

// Waits for the end and expects this exit status.
void expect_exit(Child& child, int status);

}  // namespace ttcp::test

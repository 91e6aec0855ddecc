// SPDX-License-Identifier: MIT
// Files of one test, in a directory that goes with it.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

#include "base/owned_fd.h"

namespace ttcp::test {

class Directory {
 public:
  Directory();
  Directory(const Directory&) = delete;
  Directory& operator=(const Directory&) = delete;
  ~Directory();
  std::filesystem::path path() const { return path_; }
  std::string operator/(std::string_view name) const { return (path_ / name).string(); }

 private:
  std::filesystem::path path_;
};

base::OwnedFd open_to_read(const std::string& path);
base::OwnedFd open_to_write(const std::string& path);  // made anew
void write_file(const std::string& path, std::string_view bytes);
std::string read_file(const std::string& path);

// Incompressible, and the same for the same length.
std::string noise(std::size_t length);

// A file of `length` bytes that takes next to no room, with a word at its start, in its middle and at its end.
void write_sparse(const std::string& path, std::int64_t length);
// Reads both; for files that don't fit into memory.
bool are_equal(const std::string& one, const std::string& other);

}  // namespace ttcp::test

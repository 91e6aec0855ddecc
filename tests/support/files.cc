// SPDX-License-Identifier: MIT
#include "support/files.h"

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <random>
#include <stdexcept>
#include <system_error>
#include <vector>

namespace ttcp::test {
namespace {

base::OwnedFd opened(const std::string& path, int flags) {
  constexpr mode_t kMode = 0600;
  base::OwnedFd fd(::open(path.c_str(), flags | O_CLOEXEC, kMode));
  if (!fd.is_open()) throw std::system_error(errno, std::system_category(), "open " + path);
  return fd;
}

}  // namespace

Directory::Directory() {
  std::string name = (std::filesystem::temp_directory_path() / "ttcp-test-XXXXXX").string();
  if (::mkdtemp(name.data()) == nullptr) throw std::system_error(errno, std::system_category(), "mkdtemp");
  path_ = name;
}

Directory::~Directory() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

base::OwnedFd open_to_read(const std::string& path) { return opened(path, O_RDONLY); }
base::OwnedFd open_to_write(const std::string& path) { return opened(path, O_WRONLY | O_CREAT | O_TRUNC); }

void write_file(const std::string& path, std::string_view bytes) {
  std::ofstream(path, std::ios::binary).write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
}

std::string read_file(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

std::string noise(std::size_t length) {
  std::mt19937_64 generator(length);
  std::string bytes(length, '\0');
  for (char& byte : bytes) byte = static_cast<char>(generator() & 0xff);
  return bytes;
}

void write_sparse(const std::string& path, std::int64_t length) {
  const auto fd = open_to_write(path);
  if (::ftruncate(fd.get(), length) != 0) throw std::system_error(errno, std::system_category(), "ftruncate");
  constexpr std::string_view kWord = "landmark";
  for (const std::int64_t at : {std::int64_t{0}, length / 2, length - static_cast<std::int64_t>(kWord.size())}) {
    if (::pwrite(fd.get(), kWord.data(), kWord.size(), at) != static_cast<ssize_t>(kWord.size())) {
      throw std::system_error(errno, std::system_category(), "pwrite");
    }
  }
}

bool are_equal(const std::string& one, const std::string& other) {
  if (std::filesystem::file_size(one) != std::filesystem::file_size(other)) return false;
  constexpr std::size_t kChunk = 1 << 20;
  std::ifstream left(one, std::ios::binary);
  std::ifstream right(other, std::ios::binary);
  std::vector<char> left_chunk(kChunk);
  std::vector<char> right_chunk(kChunk);
  while (left && right) {
    left.read(left_chunk.data(), kChunk);
    right.read(right_chunk.data(), kChunk);
    if (left.gcount() != right.gcount()) return false;
    if (!std::equal(left_chunk.begin(), left_chunk.begin() + left.gcount(), right_chunk.begin())) return false;
  }
  return true;
}

}  // namespace ttcp::test

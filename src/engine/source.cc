// SPDX-License-Identifier: MIT
#include "engine/source.h"

#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

namespace ttcp::engine {
namespace {
using Block = std::optional<std::span<const std::byte>>;

bool is_regular_file(int fd) {
  struct stat status {};
  return fstat(fd, &status) == 0 && S_ISREG(status.st_mode);
}

}  // namespace

base::Result<Block> RepeatedBlock::next(std::size_t most, const Waker&, std::optional<base::TimePoint>) {
  return Block(buffer_.bytes().first(std::min(most, buffer_.bytes().size())));
}

base::Result<Block> RandomBlocks::next(std::size_t most, const Waker&, std::optional<base::TimePoint>) {
  const auto bytes = buffer_.bytes().first(std::min(most, buffer_.bytes().size()));
  random_.fill(bytes);
  return Block(bytes);
}

DescriptorBlocks::DescriptorBlocks(Buffer buffer, int fd)
    : buffer_(std::move(buffer)), fd_(fd), may_block_(!is_regular_file(fd)) {}

base::Result<Block> DescriptorBlocks::next(std::size_t most, const Waker& waker,
                                           std::optional<base::TimePoint> deadline) {
  const auto room = buffer_.bytes().first(std::min(most, buffer_.bytes().size()));
  while (true) {
    if (may_block_) {
      const auto how = waker.wait(fd_, POLLIN, deadline);
      if (how == Waker::End::stopped) return base::Error{base::Error::Kind::cancelled, "read", 0, "stopped"};
      if (how == Waker::End::timed_out) return base::Error{base::Error::Kind::timeout, "read", ETIMEDOUT, ""};
    }
    const ssize_t count = ::read(fd_, room.data(), room.size());
    if (count > 0) return Block(room.first(static_cast<std::size_t>(count)));
    if (count == 0) return Block();
    if (errno != EINTR && errno != EAGAIN) return base::os_error("read", "standard input");
  }
}

}  // namespace ttcp::engine

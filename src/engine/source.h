// SPDX-License-Identifier: MIT
// Where a sender's payload comes from, one block at a time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "base/error.h"
#include "base/random_fill.h"
#include "base/units.h"
#include "engine/buffer.h"
#include "engine/waker.h"

namespace ttcp::engine {

// Threads: used by one engine thread.
class Source {
 public:
  virtual ~Source() = default;
  // The next block, at most `most` bytes, valid until the next call. Not shorter unless the source is a descriptor.
  // nullopt: there is no more. Error{cancelled}: stopped while waiting; Error{timeout}: the deadline passed.
  virtual base::Result<std::optional<std::span<const std::byte>>> next(std::size_t most, const Waker& waker,
                                                                       std::optional<base::TimePoint> deadline) = 0;
  // The longest block; also what the last one was cut from.
  virtual std::span<const std::byte> block() const = 0;
};

// The same prepared block again and again.
class RepeatedBlock : public Source {
 public:
  explicit RepeatedBlock(Buffer buffer) : buffer_(std::move(buffer)) {}
  base::Result<std::optional<std::span<const std::byte>>> next(std::size_t most, const Waker& waker,
                                                               std::optional<base::TimePoint> deadline) override;
  std::span<const std::byte> block() const override { return buffer_.bytes(); }

 private:
  Buffer buffer_;
};

// Fresh random bytes in every block: nothing on the path can compress or remember them.
class RandomBlocks : public Source {
 public:
  RandomBlocks(Buffer buffer, std::uint64_t seed) : buffer_(std::move(buffer)), random_(seed) {}
  base::Result<std::optional<std::span<const std::byte>>> next(std::size_t most, const Waker& waker,
                                                               std::optional<base::TimePoint> deadline) override;
  std::span<const std::byte> block() const override { return buffer_.bytes(); }

 private:
  Buffer buffer_;
  base::RandomFill random_;
};

// What a descriptor yields per read(2): blocks are as short as the reads were. Doesn't own the descriptor.
class DescriptorBlocks : public Source {
 public:
  DescriptorBlocks(Buffer buffer, int fd);
  base::Result<std::optional<std::span<const std::byte>>> next(std::size_t most, const Waker& waker,
                                                               std::optional<base::TimePoint> deadline) override;
  std::span<const std::byte> block() const override { return buffer_.bytes(); }

 private:
  Buffer buffer_;
  int fd_;
  bool may_block_;  // regular files never do
};

}  // namespace ttcp::engine

// SPDX-License-Identifier: MIT
// The memory that payload is sent from or received into.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "base/error.h"
#include "model/flow_plan.h"

namespace ttcp::engine {

// `length` bytes that start `offset` bytes past a multiple of `align` (ttcp's -l, -A, -O; offset counts modulo align).
// Not copied, moves leave the address as it is.
class Buffer {
 public:
  // Error{system, "malloc"}: no memory.
  static base::Result<Buffer> make(const model::BufferShape& shape);
  Buffer(Buffer&& other) noexcept;
  Buffer& operator=(Buffer&& other) noexcept;
  ~Buffer();

  std::span<std::byte> bytes() const { return bytes_; }
  std::uint64_t address() const;

 private:
  Buffer(void* mapping, std::size_t mapped, std::span<std::byte> bytes)
      : mapping_(mapping), mapped_(mapped), bytes_(bytes) {}
  void* mapping_ = nullptr;
  std::size_t mapped_ = 0;
  std::span<std::byte> bytes_;
};

}  // namespace ttcp::engine

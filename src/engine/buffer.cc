// SPDX-License-Identifier: MIT
#include "engine/buffer.h"

#include <sys/mman.h>

#include <utility>

namespace ttcp::engine {

base::Result<Buffer> Buffer::make(const model::BufferShape& shape) {
  const auto length = static_cast<std::size_t>(shape.length.count());
  const auto align = static_cast<std::size_t>(shape.align);
  const std::size_t mapped = length + 2 * align + 1;
  // Anonymous pages: the kernel hands them out when they are touched, so a huge -l costs what it uses.
  void* mapping = ::mmap(nullptr, mapped, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (mapping == MAP_FAILED) return base::os_error("malloc");
  std::size_t skip = 0;
  if (align > 0) {
    const auto start = static_cast<std::size_t>(reinterpret_cast<std::uintptr_t>(mapping) % align);
    const auto offset = static_cast<std::size_t>(shape.offset) % align;
    skip = (align - start) % align + offset;
  }
  return Buffer(mapping, mapped, std::span(static_cast<std::byte*>(mapping) + skip, length));
}

Buffer::Buffer(Buffer&& other) noexcept
    : mapping_(std::exchange(other.mapping_, nullptr)),
      mapped_(std::exchange(other.mapped_, 0)),
      bytes_(std::exchange(other.bytes_, {})) {}

Buffer& Buffer::operator=(Buffer&& other) noexcept {
  std::swap(mapping_, other.mapping_);
  std::swap(mapped_, other.mapped_);
  std::swap(bytes_, other.bytes_);
  return *this;
}

Buffer::~Buffer() {
  if (mapping_ != nullptr) ::munmap(mapping_, mapped_);
}

std::uint64_t Buffer::address() const { return reinterpret_cast<std::uintptr_t>(bytes_.data()); }

}  // namespace ttcp::engine

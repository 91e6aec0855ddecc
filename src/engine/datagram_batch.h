// SPDX-License-Identifier: MIT
// The memory of up to 64 datagrams of one payload, and the kernel's description of them. Built once; afterwards only
// heads and the last length change.
#pragma once

#include <sys/socket.h>
#include <sys/uio.h>

#include <array>
#include <cstddef>
#include <span>
#include <vector>

namespace ttcp::engine {

class DatagramBatch {
 public:
  static constexpr std::size_t kMost = 64;  // UDP_MAX_SEGMENTS of the kernels that have UDP_SEGMENT (linux/udp.h)

  // REQUIRES: block is not empty, 0 < room <= kMost. Throws std::bad_alloc.
  DatagramBatch(std::span<const std::byte> block, std::size_t room);
  DatagramBatch(const DatagramBatch&) = delete;
  DatagramBatch& operator=(const DatagramBatch&) = delete;

  std::size_t room() const { return room_; }
  // Datagram `index` in `length` bytes of its own memory; that is also what will be sent of it.
  std::span<std::byte> shape(std::size_t index, std::size_t length);
  std::size_t length(std::size_t index) const { return pieces_[index].iov_len; }

  // As sendmmsg(2) and sendmsg(2): how many of the first `count` were taken, or -1 and errno.
  int send_each(int socket, std::size_t count);
  // One call, all or none. REQUIRES: at most kMostBytes in all, and none but the last is shorter.
  int send_as_one(int socket, std::size_t count);
  static constexpr std::size_t kMostBytes = 65507;

 private:
  std::size_t size_;
  std::size_t room_;
  std::vector<std::byte> memory_;  // back to back
  std::array<iovec, kMost> pieces_{};
  std::array<mmsghdr, kMost> messages_{};
};

}  // namespace ttcp::engine

// SPDX-License-Identifier: MIT
#include "engine/datagram_batch.h"

#include <netinet/in.h>
#include <netinet/udp.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <numeric>

namespace ttcp::engine {
namespace {

constexpr int kFlags = MSG_DONTWAIT | MSG_NOSIGNAL;

}  // namespace

DatagramBatch::DatagramBatch(std::span<const std::byte> block, std::size_t room)
    : size_(block.size()), room_(room), memory_(block.size() * room) {
  for (std::size_t index = 0; index < room; ++index) {
    std::byte* const at = memory_.data() + index * size_;
    std::copy(block.begin(), block.end(), at);
    pieces_[index] = {at, size_};
    messages_[index].msg_hdr.msg_iov = &pieces_[index];
    messages_[index].msg_hdr.msg_iovlen = 1;
  }
}

std::span<std::byte> DatagramBatch::shape(std::size_t index, std::size_t length) {
  pieces_[index].iov_len = length;
  return std::span(memory_).subspan(index * size_, length);
}

int DatagramBatch::send_each(int socket, std::size_t count) {
  return ::sendmmsg(socket, messages_.data(), static_cast<unsigned>(count), kFlags);
}

int DatagramBatch::send_as_one(int socket, std::size_t count) {
  const auto add = [](std::size_t sum, const iovec& piece) { return sum + piece.iov_len; };
  const auto end = pieces_.begin() + static_cast<std::ptrdiff_t>(count);
  iovec whole{memory_.data(), std::accumulate(pieces_.begin(), end, std::size_t{0}, add)};
  alignas(cmsghdr) std::array<char, CMSG_SPACE(sizeof(std::uint16_t))> control{};
  msghdr message{};
  message.msg_iov = &whole;
  message.msg_iovlen = 1;
  message.msg_control = control.data();
  message.msg_controllen = control.size();
  cmsghdr* const header = CMSG_FIRSTHDR(&message);
  header->cmsg_level = SOL_UDP;
  header->cmsg_type = UDP_SEGMENT;
  header->cmsg_len = CMSG_LEN(sizeof(std::uint16_t));
  const auto segment = static_cast<std::uint16_t>(size_);
  std::memcpy(CMSG_DATA(header), &segment, sizeof segment);
  return ::sendmsg(socket, &message, kFlags) < 0 ? -1 : static_cast<int>(count);
}

}  // namespace ttcp::engine

// SPDX-License-Identifier: MIT
#include "engine/socket_wait.h"

#include <cerrno>

namespace ttcp::engine {

std::optional<End> wait_counted(const Waker& waker, int socket, short events, const LimitMeter& meter,
                                Counters& counters) {
  const auto before = base::now();
  const auto how = waker.wait(socket, events, meter.wait_deadline(before));
  const auto after = base::now();
  counters.waits.add(1);
  counters.waited_ns.add((after - before).count());
  if (how == Waker::End::ready) return std::nullopt;
  return how == Waker::End::stopped ? End::stopped : meter.end_of_wait(after);
}

base::Error io_error(int os_errno) {
  switch (os_errno) {
    case ECONNRESET:
    case EPIPE:
    case ETIMEDOUT:
    case EHOSTUNREACH:
    case ENETUNREACH:
    case ENETRESET:
    case ECONNABORTED:
      return {base::Error::Kind::peer, "IO", os_errno, ""};
    default:
      return {base::Error::Kind::system, "IO", os_errno, ""};
  }
}

}  // namespace ttcp::engine

// SPDX-License-Identifier: MIT
// Socket options of the modern tests and server, and the process's limit of descriptors. Each returns what the kernel
// said: Error{system, "setsockopt: WORD"}, with the operand as its detail. Threads: any.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/units.h"

namespace ttcp::net {

// TCP_MAXSEG, bytes; before connect or listen (tcp(7)). The far end and the path can make it smaller.
base::Result<void> set_mss(int fd, std::int64_t bytes);

// The six bits of RFC 2474 in every packet that the socket sends, IP_TOS and IPV6_TCLASS: a socket of `family` AF_INET6
// gets both, because it may carry IPv4. REQUIRES: 0 <= dscp <= 63.
base::Result<void> set_dscp(int fd, int family, int dscp);

// SO_MAX_PACING_RATE (socket(7), tc-fq(8)) at 5/4 of the payload's `rate`. The kernel spreads what the engine's
// schedule hands it, and must be a little faster: fq counts the packets' headers, and a late engine has to catch up.
// TCP paces by itself, UDP only under fq.
base::Result<void> set_pacing_rate(int fd, base::BitRate rate);

// The kernel holds this TCP socket to what set_pacing_rate() with `rate` asks, or to less.
bool is_paced(int fd, base::BitRate rate);

// SO_BINDTODEVICE. Error.detail is the device's name.
base::Result<void> bind_to_device(int fd, const std::string& name);

// SO_REUSEADDR on a UDP socket, before bind: connected sockets may then share the port of the one that listens
// (socket(7)). Whoever else does the same could share it too.
base::Result<void> share_port(int fd);

// SO_TIMESTAMPNS (socket(7)). The kernel begins to note times a while after the first socket of the machine asked, so
// ask when the socket is made: what came before has the time at which it is read.
base::Result<void> ask_for_arrival_times(int fd);

// SO_SNDBUF and SO_RCVBUF; turns the kernel's autotuning off. A sentence for each of which the kernel granted less.
base::Result<std::vector<std::string>> set_both_buffers(int fd, base::Bytes size);

// SO_RCVLOWAT: the socket counts as readable only with this many bytes, or at the end of the stream.
base::Result<void> set_low_water(int fd, int bytes);

// Closing the socket sends a reset and forgets what was queued: SO_LINGER with time 0 (socket(7)).
base::Result<void> abort_on_close(int fd);

// At most `limit` bytes of what has arrived; they stay in the socket. Empty: nothing there, or the stream ended before
// its first byte. Never waits. Error{peer, "IO"}: the connection broke.
base::Result<std::string> peek(int fd, std::size_t limit);

// The far end has closed or reset its direction: what peek() shows is all that will ever come.
bool far_end_is_done(int fd);

// RLIMIT_NOFILE: the soft limit becomes the hard one (getrlimit(2)).
base::Result<void> raise_descriptor_limit();

}  // namespace ttcp::net

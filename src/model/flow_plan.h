// SPDX-License-Identifier: MIT
// What is to be measured: the value every grammar produces and everything after it only reads.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/units.h"

namespace ttcp::model {

enum class Protocol { classic, nettp };
enum class Role { transmit, receive };
enum class Transport { tcp, udp };
enum class Family { any, ipv4, ipv6 };
enum class PayloadSource { pattern, random, standard_input };  // what a transmitter sends
enum class PayloadSink { discard, standard_output };           // where a receiver puts it

std::string_view word(Protocol protocol);
std::string_view word(Role role);
std::string_view word(Transport transport);
std::string_view word(PayloadSource source);

struct Endpoint {
  std::string host;           // the far end as typed; empty on a receiver
  std::uint16_t port = 5001;  // 0 on a receiver: the kernel picks one
  Family family = Family::any;
  std::string bind_address;  // own address; empty: any
  bool operator==(const Endpoint&) const = default;
};

struct SocketWishes {
  std::optional<base::Bytes>
      buffer;               // SO_SNDBUF of a transmitter, SO_RCVBUF of a receiver; absent: the kernel's autotuning
  bool debug = false;       // SO_DEBUG, TCP
  bool no_delay = false;    // TCP_NODELAY, transmitter
  bool delayed_ack = true;  // false: TCP_QUICKACK is renewed after each read, receiver
  std::string congestion;   // TCP_CONGESTION; empty: the system's default
  bool operator==(const SocketWishes&) const = default;
};

struct BufferShape {
  base::Bytes length{8192};    // of one write or read; the payload of one datagram
  std::int64_t align = 16384;  // the buffer starts at this modulus; 0: no alignment
  std::int64_t offset = 0;     // bytes past the alignment
  bool full_blocks = false;    // receiver, TCP: read whole blocks of `length` before counting or writing
  bool touch = false;          // receiver, TCP: read every byte that arrived
  bool operator==(const BufferShape&) const = default;
};

// A transmission ends at the first limit that is reached; one without a limit ends with its source.
struct Extent {
  std::optional<std::int64_t> buffers = 2048;  // whole buffers; made-up payload only
  std::optional<base::Bytes> bytes;            // the last buffer is cut to fit
  std::optional<base::Duration> time;          // from the start of the clock
  bool operator==(const Extent&) const = default;
};

struct FlowPlan {
  Protocol protocol = Protocol::classic;
  Role role = Role::receive;
  Transport transport = Transport::tcp;
  Endpoint endpoint;
  SocketWishes socket;
  BufferShape buffer;
  Extent extent;
  PayloadSource source = PayloadSource::standard_input;
  PayloadSink sink = PayloadSink::standard_output;
  bool half_close = false;                 // transmitter, TCP: after the last byte wait for the far end's close
  std::optional<base::Duration> interval;  // absent: no interval is reported
  std::optional<base::Duration> patience;  // longest silence; absent: what the protocol's page says
  bool operator==(const FlowPlan&) const = default;
};

// Standard output belongs to the payload, so every report goes to standard error.
bool payload_owns_stdout(const FlowPlan& plan);

}  // namespace ttcp::model

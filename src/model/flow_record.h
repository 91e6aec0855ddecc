// SPDX-License-Identifier: MIT
// All that is known of one test at this end. Filled by session/; immutable once the test is over; every report is a
// pure function of it. A value that was not measured is absent, never 0.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "base/units.h"
#include "model/flow_plan.h"

namespace ttcp::model {

enum class Ending {
  complete,     // the agreed end was seen
  interrupted,  // SIGINT or SIGTERM here
  peer_lost,    // the far end reset, closed in mid-write, or died
  timed_out,    // nothing moved for as long as the plan bears
  failed,       // a call here failed
};
std::string_view word(Ending ending);

// getrusage(2), the difference over the timed section; max_rss_kib is the process's peak.
struct Usage {
  base::Duration user{0};
  base::Duration system{0};
  std::int64_t max_rss_kib = 0;
  std::int64_t integral_shared = 0;    // ru_ixrss; Linux leaves it 0
  std::int64_t integral_unshared = 0;  // ru_idrss + ru_isrss; likewise
  std::int64_t minor_faults = 0;
  std::int64_t major_faults = 0;
  std::int64_t voluntary_switches = 0;
  std::int64_t involuntary_switches = 0;
  bool operator==(const Usage&) const = default;
};

// TCP_INFO and TCP_CONGESTION of one socket at one instant. Older kernels fill less of it. Bytes for windows,
// microseconds as durations. Source: linux/tcp.h.
struct TcpFacts {
  std::string congestion_control;
  std::optional<std::string> state;            // "ESTABLISHED"
  std::optional<std::int64_t> mss;             // tcpi_snd_mss
  std::optional<std::int64_t> receive_mss;     // tcpi_rcv_mss
  std::optional<std::int64_t> send_window;     // tcpi_snd_wnd: what the far end offers
  std::optional<std::int64_t> receive_window;  // tcpi_rcv_wnd: what we offer
  std::optional<std::int64_t> cwnd;            // segments
  std::optional<std::int64_t> ssthresh;        // segments; absent while it is infinite
  std::optional<base::Duration> rtt;
  std::optional<base::Duration> rtt_variation;
  std::optional<base::Duration> min_rtt;
  std::optional<base::Duration> retransmit_timeout;
  std::optional<std::int64_t> path_mtu;
  std::optional<std::int64_t> retransmits;  // segments, in all
  std::optional<std::int64_t> segments_out;
  std::optional<std::int64_t> segments_in;
  std::optional<std::int64_t> bytes_acknowledged;
  std::optional<std::int64_t> bytes_received;
  std::optional<bool> timestamps, sack, window_scaling;  // negotiated options
  bool operator==(const TcpFacts&) const = default;
};

struct Interval {
  base::Duration start{0};  // since the start of the clock
  base::Duration end{0};
  base::Bytes bytes;
  bool operator==(const Interval&) const = default;
};

// The UDP markers of classic ttcp, at a receiver.
struct MarkersSeen {
  bool start = false;
  bool end = false;
  bool operator==(const MarkersSeen&) const = default;
};

// What the far end measured, where the protocol carries it (nettp).
struct FarResult {
  base::Bytes bytes;
  base::Duration real{0};
  bool operator==(const FarResult&) const = default;
};

struct FlowRecord {
  FlowPlan plan;                                  // as granted
  std::string version;                            // of the program, "0.1.0"
  std::chrono::system_clock::time_point started;  // wall clock, read once
  Ending ending = Ending::complete;
  std::optional<base::Error> failure;  // why, unless complete or interrupted
  std::optional<int> interrupted_by;   // signal number
  std::string peer_address;            // numeric, "192.0.2.1" or "::1"; empty when there was no peer
  std::uint16_t peer_port = 0;

  base::Bytes bytes;         // payload moved through this end's socket
  std::int64_t calls = 0;    // I/O calls as classic ttcp counts them (docs/protocols/classic.md)
  std::int64_t waits = 0;    // times this end had to wait for its socket
  base::Duration waited{0};  // in all those waits
  base::Duration real{0};    // the classic clock: from connect or accept (UDP: start marker) to the end
  std::optional<base::Duration> first_byte_after;    // receiver: clock start to the first payload byte
  std::optional<base::Duration> last_byte_after;     // receiver: clock start to the last payload byte
  std::optional<base::Duration> acknowledged_after;  // TCP transmitter: clock start to the last byte acknowledged
  std::optional<MarkersSeen> markers;                // UDP receiver
  std::optional<std::int64_t> refused_datagrams;     // UDP transmitter: sends answered by "port unreachable"
  Usage usage;                                       // this process
  std::uint64_t buffer_address = 0;
  std::optional<TcpFacts> tcp_at_start;  // just after connect or accept
  std::optional<TcpFacts> tcp_at_end;    // when the clock stopped
  std::vector<Interval> intervals;       // together exactly `bytes`; empty unless asked for
  std::optional<FarResult> far;
  std::vector<std::string> notes;  // "asked for X, got Y": one sentence each, no final period
  bool operator==(const FlowRecord&) const = default;
};

}  // namespace ttcp::model

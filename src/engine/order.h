// SPDX-License-Identifier: MIT
// What an engine thread is told to move, until when, and what it answers. It is not told why.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include "base/error.h"
#include "base/units.h"
#include "model/datagram.h"

namespace ttcp::engine {

class Buffer;
class Source;

// A movement ends at the first limit that is reached.
struct Limits {
  std::optional<std::int64_t> buffers;
  std::optional<base::Bytes> bytes;
  std::size_t smallest_rest = 0;           // the buffer before the last is shortened rather than leave less than this
  std::optional<base::Duration> time;      // since the start of the clock
  std::optional<base::Duration> patience;  // longest time in which nothing moves; absent: for ever
};

// Called on the engine thread at the exact moment, once each; a UDP receiver's clock that nothing has started calls
// `stopped` alone.
struct ClockHooks {
  std::function<void()> started;
  std::function<void()> stopped;
};

struct SendOrder {
  int socket = -1;           // connected, non-blocking; lent for the run
  Source* source = nullptr;  // lent for the run
  Limits limits;
  ClockHooks clock;
  // TCP: of payload, > 0; pacer.h says how. REQUIRES: TCP_NODELAY is on. With net::set_pacing_rate() as well, late
  // wake-ups of a busy host are made good in one go, because the kernel spreads them.
  std::optional<base::BitRate> rate;
  bool half_close = false;       // TCP: after the last byte wait for the far end's close
  bool wait_for_far_end = true;  // TCP: after the clock stopped, wait until the last byte is acknowledged
  model::MarkerPlan markers;     // UDP; an empty plan sends none
};

struct ReceiveOrder {
  int socket = -1;           // connected (TCP) or bound (UDP), non-blocking; lent for the run
  Buffer* buffer = nullptr;  // lent for the run
  int output = -1;           // descriptor for the payload; -1: discard it
  Limits limits;
  ClockHooks clock;
  bool full_blocks = false;                      // TCP: fill the buffer before counting it as a block
  bool touch = false;                            // TCP: read every byte
  bool quick_ack = false;                        // TCP: renew TCP_QUICKACK after each read
  std::vector<base::Bytes> taken;                // UDP: lengths of datagrams that came before, in order
  std::optional<base::Duration> first_patience;  // UDP: for the first datagram; absent: for ever
  model::DatagramJudge judge;                    // UDP
};

enum class End {
  finished,   // a limit, the source's end, or the agreed end
  stopped,    // the stop token
  timed_out,  // patience
  peer_lost,
  failed,
};

struct Outcome {
  End end = End::finished;
  std::optional<base::Error> error;  // for peer_lost and failed
  base::TimePoint started;           // the clock
  base::TimePoint ended;
  std::optional<base::TimePoint> first_byte;    // receivers
  std::optional<base::TimePoint> last_byte;     // receivers
  std::optional<base::TimePoint> acknowledged;  // TCP senders, when every byte was
  bool segmented = false;                       // datagram senders: the kernel cut batches (UDP_SEGMENT)
  std::int64_t cut_datagrams = 0;               // UDP receivers with an output: longer than the buffer

  // Ends the movement by an error: the peer's doing or ours, by its kind.
  End fail(base::Error why) {
    end = why.kind == base::Error::Kind::peer ? End::peer_lost : End::failed;
    error = std::move(why);
    return end;
  }
};

}  // namespace ttcp::engine

// SPDX-License-Identifier: MIT
// Control datagrams among payload datagrams, described as data: the engine sends and sorts them without knowing a
// protocol.
#pragma once

#include <functional>
#include <vector>

#include "base/units.h"

namespace ttcp::model {

// What a transmitter sends around its payload. Every marker is the first `length` bytes of the last block.
struct MarkerPlan {
  base::Bytes length;                           // of each marker; also the longest datagram taken for one
  bool start = false;                           // one marker before the payload, within the clock
  bool end = false;                             // one marker after the payload, within the clock
  std::vector<base::Duration> trailing_pauses;  // one more marker after each of these, when the clock has stopped
  bool split_lookalikes = false;                // send a payload datagram of marker length in two pieces
  bool operator==(const MarkerPlan&) const = default;
};

enum class DatagramVerdict {
  start,  // restart the clock; not payload
  payload,
  end,  // stop; not payload
};

// Called once per datagram, in order of arrival, on the engine thread. Must not allocate.
using DatagramJudge = std::function<DatagramVerdict(base::Bytes length)>;

}  // namespace ttcp::model

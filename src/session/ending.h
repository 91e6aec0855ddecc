// SPDX-License-Identifier: MIT
// How a movement's end is called in a record.
#pragma once

#include "engine/order.h"
#include "model/flow_record.h"

namespace ttcp::session {

constexpr model::Ending ending_of(engine::End end) {
  switch (end) {
    case engine::End::finished:
      return model::Ending::complete;
    case engine::End::stopped:
      return model::Ending::interrupted;
    case engine::End::timed_out:
      return model::Ending::timed_out;
    case engine::End::peer_lost:
      return model::Ending::peer_lost;
    case engine::End::failed:
      break;
  }
  return model::Ending::failed;
}

}  // namespace ttcp::session

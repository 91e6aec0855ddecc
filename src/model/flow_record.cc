// SPDX-License-Identifier: MIT
#include "model/flow_record.h"

namespace ttcp::model {

std::string_view word(Ending ending) {
  switch (ending) {
    case Ending::complete:
      return "complete";
    case Ending::interrupted:
      return "interrupted";
    case Ending::peer_lost:
      return "peer-lost";
    case Ending::timed_out:
      return "timed-out";
    case Ending::failed:
      break;
  }
  return "failed";
}

}  // namespace ttcp::model

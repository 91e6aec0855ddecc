// SPDX-License-Identifier: MIT
#include "model/flow_plan.h"

namespace ttcp::model {

std::string_view word(Protocol protocol) { return protocol == Protocol::classic ? "classic" : "nettp"; }
std::string_view word(Role role) { return role == Role::transmit ? "transmit" : "receive"; }
std::string_view word(Transport transport) { return transport == Transport::tcp ? "tcp" : "udp"; }

std::string_view word(PayloadSource source) {
  if (source == PayloadSource::pattern) return "pattern";
  return source == PayloadSource::random ? "random" : "standard-input";
}

bool payload_owns_stdout(const FlowPlan& plan) {
  return plan.role == Role::receive && plan.sink == PayloadSink::standard_output;
}

}  // namespace ttcp::model

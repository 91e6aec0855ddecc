// SPDX-License-Identifier: MIT
// The words of the model's enumerations in JSON. Private to codec/.
#pragma once

#include <array>
#include <string_view>
#include <utility>

#include "base/error.h"
#include "model/flow_plan.h"
#include "model/flow_record.h"
#include "model/test_plan.h"

namespace ttcp::codec {

template <class Enum, std::size_t N>
using Words = std::array<std::pair<Enum, std::string_view>, N>;

inline auto words_of(model::Protocol) {
  using enum model::Protocol;
  return Words<model::Protocol, 2>{{{classic, word(classic)}, {nettp, word(nettp)}}};
}

inline auto words_of(model::Role) {
  using enum model::Role;
  return Words<model::Role, 2>{{{transmit, word(transmit)}, {receive, word(receive)}}};
}

inline auto words_of(model::Transport) {
  using enum model::Transport;
  return Words<model::Transport, 2>{{{tcp, word(tcp)}, {udp, word(udp)}}};
}

inline auto words_of(model::Direction) {
  using enum model::Direction;
  return Words<model::Direction, 2>{{{upload, word(upload)}, {download, word(download)}}};
}

inline auto words_of(model::Family) {
  using enum model::Family;
  return Words<model::Family, 3>{{{any, "any"}, {ipv4, "ipv4"}, {ipv6, "ipv6"}}};
}

inline auto words_of(model::PayloadSource) {
  using enum model::PayloadSource;
  return Words<model::PayloadSource, 3>{
      {{pattern, word(pattern)}, {random, word(random)}, {standard_input, word(standard_input)}}};
}

inline auto words_of(model::PayloadSink) {
  using enum model::PayloadSink;
  return Words<model::PayloadSink, 2>{{{discard, "discard"}, {standard_output, "standard-output"}}};
}

inline auto words_of(model::Ending) {
  using enum model::Ending;
  return Words<model::Ending, 5>{{{complete, word(complete)},
                                  {interrupted, word(interrupted)},
                                  {peer_lost, word(peer_lost)},
                                  {timed_out, word(timed_out)},
                                  {failed, word(failed)}}};
}

inline auto words_of(base::Error::Kind) {
  using enum base::Error::Kind;
  return Words<base::Error::Kind, 7>{{{usage, "usage"},
                                      {resolve, "resolve"},
                                      {connect, "connect"},
                                      {peer, "peer"},
                                      {system, "system"},
                                      {timeout, "timeout"},
                                      {cancelled, "cancelled"}}};
}

}  // namespace ttcp::codec

// SPDX-License-Identifier: MIT
// What the machines of nettp have in common: each waits for one message of known length, until a deadline.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "base/error.h"
#include "base/units.h"

namespace ttcp::wire::nettp {

// Puts the message together from chunks that may be split anywhere, and words what can go wrong meanwhile. Holds
// `length` bytes at most, whatever comes.
class AwaitedMessage {
 public:
  AwaitedMessage(std::string_view name, std::size_t length, base::Duration patience)
      : name_(name), length_(length), patience_(patience) {}

  void start(base::TimePoint now) { deadline_ = now + patience_; }
  void add(std::string_view chunk);

  base::TimePoint deadline() const { return deadline_; }
  bool is_overdue(base::TimePoint now) const { return now >= deadline_; }
  std::string_view arrived() const { return arrived_; }
  bool is_whole() const { return arrived_.size() == length_; }
  bool is_exceeded() const { return is_exceeded_; }  // more bytes came than the message has

  base::Error late() const;    // Error{timeout}: the deadline has passed
  base::Error closed() const;  // Error{peer}: the far end closed first

 private:
  std::string progress() const;

  std::string_view name_;  // of the message, a literal
  std::size_t length_;
  base::Duration patience_;
  base::TimePoint deadline_;
  std::string arrived_;
  bool is_exceeded_ = false;
};

// Error{peer} of this protocol.
base::Error peer_error(std::string sentence);

}  // namespace ttcp::wire::nettp

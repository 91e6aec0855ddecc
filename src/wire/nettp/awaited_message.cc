// SPDX-License-Identifier: MIT
// One message of known length, from chunks.
#include "wire/nettp/awaited_message.h"

#include <algorithm>
#include <chrono>
#include <utility>

namespace ttcp::wire::nettp {
namespace {

std::string in_words(base::Duration d) {
  const auto whole = std::chrono::duration_cast<std::chrono::milliseconds>(d).count();
  return whole % 1000 == 0 ? std::to_string(whole / 1000) + " s" : std::to_string(whole) + " ms";
}

}  // namespace

void AwaitedMessage::add(std::string_view chunk) {
  const std::size_t taken = std::min(chunk.size(), length_ - arrived_.size());
  arrived_ += chunk.substr(0, taken);
  is_exceeded_ = is_exceeded_ || taken < chunk.size();
}

std::string AwaitedMessage::progress() const {
  return "after " + std::to_string(arrived_.size()) + " of " + std::to_string(length_) + " bytes of its " +
         std::string(name_);
}

base::Error AwaitedMessage::late() const {
  return {base::Error::Kind::timeout, "", 0,
          "the far end fell silent " + progress() + "; waited " + in_words(patience_)};
}

base::Error AwaitedMessage::closed() const { return peer_error("the far end closed " + progress()); }

base::Error peer_error(std::string sentence) { return {base::Error::Kind::peer, "", 0, std::move(sentence)}; }

}  // namespace ttcp::wire::nettp

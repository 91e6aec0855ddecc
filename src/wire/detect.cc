// SPDX-License-Identifier: MIT
// The openings of all protocols but the classic one, which has none.
#include "wire/detect.h"

#include <algorithm>
#include <array>

#include "wire/native/preface.h"
#include "wire/nettp/messages.h"

namespace ttcp::wire {
namespace {

struct Opening {
  std::string_view bytes;
  Client client;
};

// None of them is the beginning of another.
constexpr std::array kOpenings{
    Opening{native::kOpening, Client::native},
    Opening{nettp::kMagic, Client::nettp},
};

}  // namespace

std::size_t longest_opening() {
  std::size_t longest = 0;
  for (const Opening& opening : kOpenings) longest = std::max(longest, opening.bytes.size());
  return longest;
}

std::optional<Client> detect(std::string_view head, bool no_more) {
  bool may_become_one = false;
  for (const Opening& opening : kOpenings) {
    if (head.starts_with(opening.bytes)) return opening.client;
    may_become_one = may_become_one || opening.bytes.starts_with(head);
  }
  const bool is_undecided = head.empty() || (may_become_one && !no_more);
  return is_undecided ? std::nullopt : std::optional(Client::classic);
}

}  // namespace ttcp::wire

// SPDX-License-Identifier: MIT
// How the native protocol words what the far end did.
#pragma once

#include <string>
#include <utility>

#include "base/error.h"

namespace ttcp::wire::native {

// Error{peer} whose detail is `sentence`; no final period.
inline base::Error peer_error(std::string sentence) { return {base::Error::Kind::peer, "", 0, std::move(sentence)}; }

}  // namespace ttcp::wire::native

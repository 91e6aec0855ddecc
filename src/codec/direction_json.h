// SPDX-License-Identifier: MIT
// The entry of results[] for two directions that ran at the same time. Private to codec/.
#pragma once

#include "codec/values.h"
#include "codec/writing.h"

namespace ttcp::codec {

inline constexpr const char* kBoth = "both";

// Sums; the longer span; the worse ending. All of it follows from the two, so nobody reads it back.
Out both_out(const model::DirectionRecord& one, const model::DirectionRecord& other, const ResultContext& context);

}  // namespace ttcp::codec

// SPDX-License-Identifier: MIT
// The one rule for a record's goodput.
#include "codec/goodput.h"

namespace ttcp::codec {
namespace {

std::optional<Goodput> counted(const model::FlowRecord& record) {
  if (record.plan.role == model::Role::transmit) {
    return record.far ? std::optional(Goodput{record.far->bytes, record.far->real}) : std::nullopt;
  }
  if (record.first_byte_after && record.last_byte_after) {
    return Goodput{record.bytes, *record.last_byte_after - *record.first_byte_after};
  }
  return Goodput{record.bytes, record.real};
}

}  // namespace

std::optional<Goodput> goodput(const model::FlowRecord& record) {
  const auto known = counted(record);
  return known && known->span >= std::chrono::milliseconds(1) ? known : std::nullopt;
}

}  // namespace ttcp::codec

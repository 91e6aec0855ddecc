// SPDX-License-Identifier: MIT
#include "session/classic.h"

#include <chrono>
#include <utility>

#include "session/flow.h"
#include "session/link.h"

namespace ttcp::session {

boost::asio::awaitable<base::Result<model::FlowRecord>> run_classic(model::FlowPlan plan, Surroundings around) {
  auto buffer = prepare_buffer(plan);
  if (!buffer) co_return buffer.error();
  auto linking = plan.role == model::Role::transmit ? connect_link(plan, around) : accept_link(plan, around);
  const auto link = co_await std::move(linking);
  if (!link) co_return link.error();
  co_return co_await run_flow(plan, *link, std::move(*buffer), around);
}

model::FlowRecord record_without_flow(const model::FlowPlan& plan, const base::Error& why, std::optional<int> signal) {
  model::FlowRecord record;
  record.plan = plan;
  record.started = std::chrono::system_clock::now();
  record.interrupted_by = signal;
  record.ending = model::Ending::failed;
  if (why.kind == base::Error::Kind::timeout) record.ending = model::Ending::timed_out;
  if (why.kind == base::Error::Kind::peer) record.ending = model::Ending::peer_lost;
  if (signal) record.ending = model::Ending::interrupted;
  if (!signal) record.failure = why;
  return record;
}

}  // namespace ttcp::session

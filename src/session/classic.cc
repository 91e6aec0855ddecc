// SPDX-License-Identifier: MIT
#include "session/classic.h"

#include "session/flow.h"
#include "session/link.h"

namespace ttcp::session {

boost::asio::awaitable<base::Result<model::TestRecord>> run_classic(model::TestPlan plan, Surroundings around) {
  auto linking = plan.role == model::Role::transmit ? connect_link(plan, around) : accept_link(plan, around);
  const auto link = co_await std::move(linking);
  if (!link) co_return link.error();
  co_return co_await run_flow(plan, *link, around);
}

}  // namespace ttcp::session

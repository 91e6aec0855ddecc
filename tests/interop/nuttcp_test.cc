// SPDX-License-Identifier: MIT
// nuttcp's transmitter, which falls back to plain ttcp when no nuttcp server answers: case 30 of section 10 of the
// reference.
#include <gtest/gtest.h>

#include "support/report.h"
#include "support/sockets.h"
#include "support/tools.h"
#include "support/ttcp.h"

namespace ttcp::test {
namespace {

TEST(Nuttcp, ClassicFallbackOfItsTransmitterIsCounted) {
  const auto nuttcp = find_program("nuttcp");
  if (!nuttcp) GTEST_SKIP() << "nuttcp is not installed";
  Ttcp receiver({"-r", "-s", "-p", "0"});
  const std::string data = std::to_string(receiver.port());
  const std::string control = std::to_string(free_port());  // nobody listens there
  Child transmitter({*nuttcp, "-t", "-n", "2048", "-l", "8192", "-P", control, "-p", data, "127.0.0.1"});
  transmitter.wait();
  expect_exit(receiver, 0);
  EXPECT_EQ(parse_report(receiver.out(), "ttcp-r").bytes, 16777216) << transmitter.transcript();
}

}  // namespace
}  // namespace ttcp::test

// SPDX-License-Identifier: MIT
// The words of usage and help; tests/golden/cli holds them too. At most 80 columns.
#include "cli/nettp/parse.h"

namespace ttcp::cli::nettp {

std::string usage() {
  return R"(usage: nettp -s [-4 | -6] [-p PORT] [--bind ADDR]
       nettp -c HOST SIZE COUNT [-4 | -6] [-p PORT] [--bind ADDR]
Try "nettp --help" for what they mean.
)";
}

std::string help() {
  return R"(usage: nettp -s [-4 | -6] [-p PORT] [--bind ADDR]
       nettp -c HOST SIZE COUNT [-4 | -6] [-p PORT] [--bind ADDR]

Sends random data over one TCP connection; both ends measure and report.
"ttcp nettp" is the same program.

  -s            serve clients until stopped
  -c            send COUNT blocks of SIZE bytes to the nettp -s on HOST;
                SIZE is 1 to 1G bytes, with a suffix if wanted (8K is 8192,
                1M is 1048576); COUNT is 1 to 2147483648
  -p PORT       TCP port [1515]; 0 with -s: any free one
  -4, -6        IPv4 or IPv6 (if both are given, the last one holds); -s takes
                both without either, and with -6 too
  --bind ADDR   own address
  --help        this text
  --version     the version

Exit status: 0 the test was complete, otherwise not 0; wrong usage is 2.

  nettp -s                               on the one host
  nettp -c host $((1*1024*1024)) 10      on the other: ten times 1 MiB
)";
}

}  // namespace ttcp::cli::nettp

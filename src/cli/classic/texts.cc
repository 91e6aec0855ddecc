// SPDX-License-Identifier: MIT
// The words of usage and help; tests/golden/cli holds them too. At most 80 columns.
#include "cli/classic/parse.h"

namespace ttcp::cli::classic {

std::string usage() {
  return R"(usage: ttcp -t [options] HOST [< input]
       ttcp -r [options] [> output]
letters: -s -u -v -d -D -B -T -4 -6 -l N -n N -p N -b N -A N -O N -f UNIT
names:   --time S --bytes N --random --interval S --json[=FD] --timeout S
         --bind ADDR --congestion NAME --help --version
Try "ttcp --help" for what they mean.
)";
}

std::string help() {
  return R"(usage: ttcp -t [options] HOST [< input]
       ttcp -r [options] [> output]

Measures how fast data moves from the host that runs ttcp -t to the one that
runs ttcp -r. Start the receiver first.

  -t            transmit to HOST
  -r            receive (if both are given, the last one holds)
  -s            transmit made-up data, or count what arrives and throw it away;
                without -s data comes from standard input or goes to standard
                output; a second -s takes the first one back
  -u            UDP instead of TCP
  -4, -6        IPv4 or IPv6 (if both are given, the last one holds); -r takes
                both without either, and with -6 too
  -p N          port [5001]; 0 with -r: any free one
  -l N          bytes in a buffer or datagram [8192]; 5 at least with -u
  -n N          buffers to transmit with -s [2048]
  -b N          bytes of socket buffer: SO_SNDBUF of -t, SO_RCVBUF of -r
                [0: the kernel decides]
  -f UNIT       unit of rates, powers of 1024: k K kilobits or kilobytes,
                m M mega, g G giga [K]
  -v            report more
  -d            SO_DEBUG (TCP; takes privilege)
  -D            send at once, TCP_NODELAY (-t, TCP)
  -B            read whole buffers of -l (-r, TCP)
  -T            touch every byte that arrives (-r, TCP)
  -A N          align the buffer to this modulus [16384]; 0: don't
  -O N          start so many bytes past the alignment [0]

  --time S      end after S seconds; the 2048 buffers of -n don't count then,
                unless -n is given too
  --bytes N     likewise, after N bytes
  --random      made-up data that can't be compressed (-t -s)
  --interval S  a line for every S seconds, on standard error [off]; at least
                0.01
  --json[=FD]   one line of JSON on descriptor FD [1]
  --timeout S   give up when nothing has moved for S seconds
  --bind ADDR   own address
  --congestion NAME
                congestion control of TCP, as in --congestion=bbr
  --help        this text
  --version     the version

S is a number such as 10, 0.5 or 200ms. The N of --bytes may have a suffix: 8K
is 8192, 1M is 1048576, 1G is 1073741824; the N of a letter is digits only.

Exit status: 0 the test was complete, otherwise not 0; wrong usage is 1.

  ttcp -r -s                     wait for a test
  ttcp -t -s --time 10 sheridan  and run it against sheridan for ten seconds
  ttcp -r -B -l 10240 | tar xf - take a tree
  tar cf - tree | ttcp -t host   that this sends
)";
}

}  // namespace ttcp::cli::classic

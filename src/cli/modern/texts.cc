// SPDX-License-Identifier: MIT
// The words of the helps; tests/golden/cli holds them too. At most 80 columns.
#include "cli/modern/parse.h"

namespace ttcp::cli::modern {
namespace {

constexpr std::string_view kTestHelp = R"(usage: ttcp test [options] HOST [HOST...]

Measures the path to the ttcp serve on HOST: its latency when nothing else
moves, then upload, then download, each with the latency under that load. A
direction is over when its rate is known, after 2 to 10 seconds. Several hosts
are measured one after another.

HOST is a name or an address: lab2, lab2:5001, 192.0.2.7, 2001:db8::7,
[2001:db8::7]:5001, ttcp://lab2:5001.

What is measured:
  --up                   upload only, from here to HOST; with --down both, one
                         after the other
  -R, --down, --reverse  download only
  --both, --bidir        upload and download at the same time
  -t, --time S           each run takes exactly S seconds, 0.1 to 86400
  -n, --bytes SIZE       each direction moves SIZE instead
  -P, --streams N        connections in each direction, 1 to 128 [1]
  -O, --omit S           the first S seconds, 0 to 60, never count as steady
  --no-idle              leave out the latency of the quiet path
  --repeat N             measure each host N times
  --pause S              between repeats, 0 to 86400 seconds [1]
  --expect RATE[,RATE]   exit status 1 when less is measured; the first is for
                         upload, the second for download, one is for both

How it is sent:
  -u, --udp              UDP; without -b the highest rate with at most 0.1 % of
                         loss is searched for, and -t, -n and -O are refused
  -b, --rate RATE        payload of a direction per second, paced, 1K to 100T
  -w, --window SIZE      socket buffers at both ends; turns off the kernel's
                         autotuning, which is nearly always faster
  -l, --length SIZE      one write, 1 to 1M; with -u the payload of a datagram,
                         32 to 65507
  -C, --congestion NAME  congestion control at both ends, as in -C bbr (TCP)
  -N, --nodelay          TCP_NODELAY at both ends
  -M, --mss N            largest TCP segment, 88 to 32767 bytes
  --dscp N               code point of the payload: 0 to 63, EF, AF11 to AF43,
                         CS0 to CS7
  -p, --port N           where no port is in HOST [5001]
  -B, --bind ADDR        own address
  --bind-dev IF          own interface, as in --bind-dev eth1
  -4                     IPv4 only
  -6                     IPv6 only

What is printed:
  -i, --interval S       a line for every S seconds, 0.1 to 3600 [none]
  -J, --json             the whole record as JSON
  --json-lines, --json-stream
                         one line of JSON for each event as it happens
  --csv                  one line for each direction, under a heading
  --output FILE          the output goes there
  -q, --quiet            no live line
  -h, --help             this text
  --version              the version

S is a number such as 10, 0.5 or 200ms. SIZE counts bytes, in powers of 1024:
8K is 8192, 1M is 1048576. RATE counts bits per second, in powers of ten: 200M,
1.5G, 10Gbit/s. An option that is given twice holds as given last.

Exit status: 0 measured, 1 measured but below --expect, 2 wrong usage, 3 HOST
could not be reached or refused, 4 broken before it was complete, 130
interrupted; what was measured until then is printed.

  ttcp test lab2                     the whole test
  ttcp test -R -P 4 -t 30 lab2       four downloads for half a minute
  ttcp test -u lab2                  how much UDP gets through
  ttcp test -u -b 50M -t 10 lab2     ten seconds of it at 50 Mbit/s
  ttcp test --expect 900M lab2 lab3  is each of them as fast as it should be?
)";

constexpr std::string_view kServeHelp = R"(usage: ttcp serve [options]

Serves ttcp test, nettp and classic ttcp -t clients, and whatever else connects
and sends, until it is stopped. The first bytes tell which it is. Many tests run
at the same time; more wait in a queue.

  --listen ADDR[:PORT]  listen there, TCP and UDP, instead of on the ports 5001
                        and 1515 of every address; may be repeated. ADDR is an
                        address as in 192.0.2.7:5001, [::1]:5001 or ::1; :5001
                        is every address; PORT is 5001 if left out, 0 any free
  -p, --port N          the same as --listen :N
  --max-tests N         tests at the same time, 1 to 4096 [64]
  --exclusive           one at a time, the same as --max-tests 1
  --max-duration S      longest run, 0.1 to 86400 seconds
  --max-rate RATE       highest rate of a direction of a test, 1K to 100T
  --max-streams N       most connections of a direction, 1 to 128 [128]
  --allow NETWORK       serve only these clients, as in 192.0.2.0/24,
                        2001:db8::/32 or 192.0.2.7; may be repeated
  --once [N]            leave after N tests [1]
  --json-lines          one line of JSON for each event instead of a log line
  -q, --quiet           print nothing but errors
  -h, --help            this text
  --version             the version

A client that asks for more than the limits is granted what they allow, and says
so. S is a number such as 10, 0.5 or 200ms. RATE counts bits per second, in
powers of ten: 200M, 1.5G, 10Gbit/s.

Exit status: 0 stopped by a signal or done with --once, 2 wrong usage, 3 no port
to listen on.

  ttcp serve                             for everybody, on the usual ports
  ttcp serve -p 6000 --once              one test on another port
  ttcp serve --allow 10.0.0.0/8 --max-rate 1G --max-duration 30
                                         for the own network, within limits
)";

}  // namespace

std::string test_help() { return std::string(kTestHelp); }

std::string serve_help() { return std::string(kServeHelp); }

}  // namespace ttcp::cli::modern

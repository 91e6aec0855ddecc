#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What 1000 silent connections cost a running test: its rate with them against its rate without, in one run.

One `ttcp serve` on loopback. Rounds without and with the connections follow each other (ABAB...), so that a machine
that slows down hurts both. They are opened before a test, say nothing, and must all be open still when it is over.
"""
import argparse
import contextlib
import json
import resource
import select
import socket
import statistics
import sys

from lib.programs import Broken, Program, add_ttcp_option, check_ttcp

CONGESTION = "cubic"
SPARE_DESCRIPTORS = 64


def measure(arguments, port):
    """Goodput in Gbit/s, at the server."""
    with Program([arguments.ttcp, "test", "--up", "--no-idle", "-C", CONGESTION, "-t", arguments.seconds, "-J", "-p", port,
                  "127.0.0.1"]) as client:
        output, _ = client.finish()
    rate = json.loads(output)["results"][0]["mean_bps"]
    if not rate:
        raise Broken("nothing was measured")
    return rate / 1e9


@contextlib.contextmanager
def silent_connections(count, port):
    """All open on entry; Broken on exit if the server has closed one meanwhile."""
    with contextlib.ExitStack() as stack:
        held = [stack.enter_context(socket.create_connection(("127.0.0.1", port), timeout=10)) for _ in range(count)]
        poll = select.poll()
        for one in held:
            poll.register(one, select.POLLIN | select.POLLRDHUP)
        yield
        if closed := len(poll.poll(0)):
            raise Broken(f"the server closed or answered {closed} of {count} silent connections")


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--seconds", type=int, default=3, help="of each test; a server closes who is silent for 30 s")
    parser.add_argument("--connections", type=int, default=1000)
    add_ttcp_option(parser)
    arguments = parser.parse_args()
    if arguments.rounds < 1 or arguments.connections < 1 or not 1 <= arguments.seconds <= 20:
        parser.error("--rounds and --connections start at 1, --seconds is 1 to 20")
    check_ttcp(parser, arguments.ttcp)
    return arguments


def run(arguments):
    rates = {"without": [], "with": []}
    with Program([arguments.ttcp, "serve", "--listen", "127.0.0.1:0"], merged=True) as server:
        port = int(server.read_until(r"listening on .*:(\d+)")[1])
        print(f"{'round':>6} {'without':>9} {'with':>9}  Gbit/s")
        for number in range(1, arguments.rounds + 1):
            rates["without"].append(measure(arguments, port))
            with silent_connections(arguments.connections, port):
                rates["with"].append(measure(arguments, port))
            print(f"{number:>6} {rates['without'][-1]:9.2f} {rates['with'][-1]:9.2f}", flush=True)
    return {name: statistics.median(group) for name, group in rates.items()}


def main():
    arguments = parse_arguments()
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(most, arguments.connections + SPARE_DESCRIPTORS), most))
    try:
        medians = run(arguments)
    except (Broken, OSError) as error:
        print(f"serve_load: {error}", file=sys.stderr)
        return 1
    print(f"{'median':>6} {medians['without']:9.2f} {medians['with']:9.2f}")
    print(f"ratio with {arguments.connections} silent connections / without: {medians['with'] / medians['without']:.3f} "
          f"(at least 0.95 is asked for)")
    return 0


if __name__ == "__main__":
    sys.exit(main())

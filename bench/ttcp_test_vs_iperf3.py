#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""`ttcp test` against iperf3 on loopback, upload and download: goodput and CPU cost of each end, in interleaved rounds.

One TCP connection each, the same congestion control, each program's own defaults otherwise. A round runs one after the
other, every second round in the opposite order, so that a machine that slows down hurts both. Bytes are counted at the
receiver and divided by its time; CPU seconds are what the kernel accounts to each process from start to end (wait4), so
starting up, the probe of latency, sampling and reporting are included.

Not like for like at the receiver: ttcp lets the kernel throw TCP payload away (MSG_TRUNC, "recv-trunc" in the record),
iperf3 3.12 copies it. On loopback, where a copy is most of the work, that alone is a large part of the ratio; it says
nothing of programs that read what they receive. The mover in force is printed.
"""
import argparse
import json
import shutil
import statistics
import sys
from dataclasses import astuple, dataclass

from lib.programs import Broken, Program, add_ttcp_option, check_ttcp, free_port

CONGESTION = "cubic"


@dataclass
class Outcome:
    gigabits_per_second: float
    client_cpu_per_gigabyte: float  # seconds
    server_cpu_per_gigabyte: float


def run_pair(server_words, banner, client_words_for, read_result):
    """Starts the server, waits for the banner that names its port, and runs the client, whose result is read."""
    with Program(server_words, merged=True) as server:
        port = server.read_until(banner)[1]
        with Program(client_words_for(port)) as client:
            output, client_cpu = client.finish()
        _, server_cpu = server.finish()
    received, seconds = read_result(json.loads(output))
    if not received or not seconds:  # 0, or null: not measured
        raise Broken(f"{received} bytes in {seconds} s")
    gigabytes = received / 1e9
    return Outcome(8 * gigabytes / seconds, client_cpu / gigabytes, server_cpu / gigabytes)


MOVERS = set()  # of all runs of ttcp: "send to recv-trunc"


def ttcp_result(record):
    result = record["results"][0]
    MOVERS.add(f"{result['mover']['sender']} to {result['mover']['receiver']}")
    return result["bytes"], result["seconds"]


def run_ttcp(arguments, direction):
    return run_pair(
        [arguments.ttcp, "serve", "--listen", "127.0.0.1:0", "--once"],
        r"listening on .*:(\d+)",
        lambda port: [arguments.ttcp, "test", f"--{direction}", "--no-idle", "-t", arguments.seconds, "-C", CONGESTION, "-J",
                      "-p", port, "127.0.0.1"],
        ttcp_result)


def iperf3_result(record):
    received = record["end"]["sum_received"]
    return received["bytes"], received["seconds"]


def run_iperf3(arguments, direction):
    port = free_port()
    reverse = ["-R"] if direction == "down" else []
    return run_pair(
        ["iperf3", "-s", "-1", "-p", port, "--forceflush"],
        r"listening on (\d+)",
        lambda port: ["iperf3", "-c", "127.0.0.1", "-p", port, "-t", arguments.seconds, "-C", CONGESTION, "--json", *reverse],
        iperf3_result)


PROGRAMS = {"ttcp": run_ttcp, "iperf3": run_iperf3}


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--seconds", type=int, default=5, help="how long each program sends in a round")
    add_ttcp_option(parser)
    arguments = parser.parse_args()
    if arguments.rounds < 1 or arguments.seconds < 1:
        parser.error("--rounds and --seconds start at 1")
    check_ttcp(parser, arguments.ttcp)
    if not shutil.which("iperf3"):
        parser.error("iperf3 is not installed")
    return arguments


def show(first, direction, name, one):
    print(f"{first:>6} {direction:>9} {name:>8} {one.gigabits_per_second:9.2f} {one.client_cpu_per_gigabyte:12.4f} "
          f"{one.server_cpu_per_gigabyte:12.4f}", flush=True)


def measure(arguments, direction):
    """The median of each program."""
    outcomes = {name: [] for name in PROGRAMS}
    for number in range(1, arguments.rounds + 1):
        for name in list(PROGRAMS)[:: 1 if number % 2 else -1]:
            outcomes[name].append(PROGRAMS[name](arguments, direction))
            show(str(number), direction, name, outcomes[name][-1])
    return {name: Outcome(*map(statistics.median, zip(*map(astuple, group)))) for name, group in outcomes.items()}


def main():
    arguments = parse_arguments()
    print(f"{'round':>6} {'direction':>9} {'program':>8} {'Gbit/s':>9} {'client s/GB':>12} {'server s/GB':>12}")
    try:
        medians = {direction: measure(arguments, direction) for direction in ("up", "down")}
    except Broken as error:
        print(f"ttcp_test_vs_iperf3: {error}", file=sys.stderr)
        return 1
    for direction, of in medians.items():
        for name, one in of.items():
            show("median", direction, name, one)
        ratios = (ours / theirs for ours, theirs in zip(astuple(of["ttcp"]), astuple(of["iperf3"])))
        show("", direction, "ratio", Outcome(*ratios))
    print("ratio: ttcp / iperf3 of the medians; better is above 1 for Gbit/s, below 1 for CPU seconds per gigabyte")
    print(f"ttcp moved by {', '.join(sorted(MOVERS))}; iperf3 copies what it receives, so this isn't like for like")
    return 0


if __name__ == "__main__":
    sys.exit(main())

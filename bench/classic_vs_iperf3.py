#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Classic ttcp against iperf3 on loopback: rate and CPU cost of each end, in interleaved rounds.

Both send in 128 KiB calls over one TCP connection with the same congestion control. A round runs one after the other,
every second round in the opposite order, so that a machine that slows down hurts both. Bytes are counted at the
receiver; CPU seconds are what the kernel accounts to each process from start to end (wait4), so starting up is included.
"""
import argparse
import json
import shutil
import statistics
import sys
from dataclasses import dataclass

from lib.programs import Broken, Program, add_ttcp_option, check_ttcp, free_port

LENGTH = 131072
CONGESTION = "cubic"


@dataclass
class Outcome:
    gigabits_per_second: float
    sender_cpu_per_gigabyte: float  # seconds
    receiver_cpu_per_gigabyte: float


def outcome(received, seconds, sender_cpu, receiver_cpu):
    if not received or not seconds:  # 0, or null: not measured
        raise Broken(f"{received} bytes in {seconds} s")
    gigabytes = received / 1e9
    return Outcome(8 * gigabytes / seconds, sender_cpu / gigabytes, receiver_cpu / gigabytes)


def run_pair(receiver_words, banner, sender_words_for, read_result):
    """Starts the receiver, waits for the banner that names its port, runs the sender, and reads the receiver's result."""
    receiver = Program(receiver_words, merged=True)
    sender = None
    try:
        port = receiver.read_until(banner)[1]
        sender = Program(sender_words_for(port))
        sender_output, sender_cpu = sender.finish()
        receiver_output, receiver_cpu = receiver.finish()
    finally:
        receiver.stop()
        if sender:
            sender.stop()
    received, seconds = read_result(receiver_output, sender_output)
    return outcome(received, seconds, sender_cpu, receiver_cpu)


def classic_result(receiver_output, _):
    for line in receiver_output.splitlines():
        if line.startswith("{"):
            result = json.loads(line)["results"][0]
            return result["bytes"], result["seconds"]
    raise Broken(f"no JSON line in {receiver_output!r}")


def run_ttcp(ttcp, seconds):
    return run_pair(
        [ttcp, "-r", "-s", "-l", LENGTH, "-p", 0, "--congestion", CONGESTION, "--json"],
        r"port=(\d+)",
        lambda port: [ttcp, "-t", "-s", "-l", LENGTH, "--time", seconds, "--congestion", CONGESTION, "-p", port,
                      "127.0.0.1"],
        classic_result)


def iperf3_result(_, sender_output):
    received = json.loads(sender_output)["end"]["sum_received"]
    return received["bytes"], received["seconds"]


def run_iperf3(seconds):
    port = free_port()
    return run_pair(
        ["iperf3", "-s", "-1", "-p", port, "--forceflush"],
        r"listening on (\d+)",
        lambda port: ["iperf3", "-c", "127.0.0.1", "-p", port, "-l", "128K", "-t", seconds, "-C", CONGESTION, "--json"],
        iperf3_result)


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--seconds", type=int, default=5, help="how long each program sends in a round")
    add_ttcp_option(parser)
    parser.add_argument("--only", choices=["ttcp", "iperf3"], help="measure one of them, print no ratios")
    arguments = parser.parse_args()
    if arguments.rounds < 1 or arguments.seconds < 1:
        parser.error("--rounds and --seconds start at 1")
    if arguments.only != "iperf3":
        check_ttcp(parser, arguments.ttcp)
    if arguments.only != "ttcp" and not shutil.which("iperf3"):
        parser.error("iperf3 is not installed")
    return arguments


def measure(arguments):
    programs = {"ttcp": lambda: run_ttcp(arguments.ttcp, arguments.seconds),
                "iperf3": lambda: run_iperf3(arguments.seconds)}
    if arguments.only:
        programs = {arguments.only: programs[arguments.only]}
    outcomes = {name: [] for name in programs}
    print(f"{'round':>6} {'program':>8} {'Gbit/s':>9} {'sender s/GB':>12} {'receiver s/GB':>14}")
    for number in range(1, arguments.rounds + 1):
        for name in list(programs)[:: 1 if number % 2 else -1]:
            one = programs[name]()
            outcomes[name].append(one)
            show(str(number), name, one)
    return outcomes


def show(first, name, one):
    print(f"{first:>6} {name:>8} {one.gigabits_per_second:9.2f} {one.sender_cpu_per_gigabyte:12.4f} "
          f"{one.receiver_cpu_per_gigabyte:14.4f}", flush=True)


def median_of(outcomes):
    return Outcome(*(statistics.median(getattr(one, field) for one in outcomes) for field in Outcome.__annotations__))


def main():
    arguments = parse_arguments()
    try:
        outcomes = measure(arguments)
    except Broken as error:
        print(f"classic_vs_iperf3: {error}", file=sys.stderr)
        return 1
    medians = {name: median_of(group) for name, group in outcomes.items()}
    for name, one in medians.items():
        show("median", name, one)
    if len(medians) == 2:
        ratios = (getattr(medians["ttcp"], field) / getattr(medians["iperf3"], field)
                  for field in Outcome.__annotations__)
        show("", "ratio", Outcome(*ratios))
        print("ratio: ttcp / iperf3 of the medians; better is above 1 for Gbit/s, below 1 for CPU seconds per gigabyte")
    return 0


if __name__ == "__main__":
    sys.exit(main())

# SPDX-License-Identifier: MIT
"""Programs under measurement: their output as it comes, their end, and the CPU time that the kernel accounts to them."""
import os
import pathlib
import re
import socket
import subprocess

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
RELEASE = ROOT / "build" / "release" / "ttcp"


class Broken(Exception):
    """A program failed, or said something that cannot be read."""


class Program:
    """One end: its standard output is read to the end before it is waited for.

    With merged, standard error comes in the same stream: a ttcp whose standard output is the record has its banner there.
    """

    def __init__(self, words, merged=False):
        self.words = [str(word) for word in words]
        self.process = subprocess.Popen(self.words, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                        stderr=subprocess.STDOUT if merged else subprocess.PIPE, text=True)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.stop()

    def complaint(self):
        return self.process.stderr.read() if self.process.stderr else ""

    def read_until(self, pattern):
        """The first match in the lines of the output."""
        seen = ""
        for line in self.process.stdout:
            seen += line
            if match := re.search(pattern, line):
                return match
        raise Broken(f"{' '.join(self.words)} ended without {pattern!r}: {seen}{self.complaint()}")

    def finish(self):
        """(the rest of the output, CPU seconds of the whole process)."""
        output = self.process.stdout.read()
        _, status, usage = os.wait4(self.process.pid, 0)
        self.process.returncode = os.waitstatus_to_exitcode(status)
        if self.process.returncode != 0:
            raise Broken(f"{' '.join(self.words)}: exit status {self.process.returncode}: "
                         f"{output[-500:]}{self.complaint()}")
        return output, usage.ru_utime + usage.ru_stime

    def stop(self):
        if self.process.returncode is None:
            self.process.kill()
            os.wait4(self.process.pid, 0)
            self.process.returncode = -9
        self.process.stdout.close()
        if self.process.stderr:
            self.process.stderr.close()


def free_port():
    """iperf3 takes no port 0. Nobody else asks for ephemeral ports between this and the start of its server."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return listener.getsockname()[1]


def add_ttcp_option(parser):
    parser.add_argument("--ttcp", type=pathlib.Path, default=RELEASE)


def check_ttcp(parser, ttcp):
    if not os.access(ttcp, os.X_OK):
        parser.error(f"{ttcp} is no program; build the release preset, or name one with --ttcp")

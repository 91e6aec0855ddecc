#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Holds src/ to the rules of the house that a compiler cannot see.

Reported, each with file and line:
  table      tools/layers.txt names a folder before it is defined, so a cycle could be written
  folder     a file includes a folder that the table does not give to its own
  sibling    cli/classic includes cli/nettp: in cli, report and wire neither folder may know the other
  library    a third-party header outside the folders named for it
  root       a quoted include that does not start at src/
  cycle      headers that include each other in a ring
  opening    the first line is not the licence, or the second line of a header not its purpose
  file       over 400 lines without "// Over 400 lines because ..."
  await      a brace-made temporary, or a choice by ?:, inside a co_await expression: g++ 12 destroys the temporary twice
  function   over 60 lines without "// Over 60 lines because ..." in it or right above it

usage: tools/check_layers.py [ROOT]; exit status 0 clean, 1 findings, 2 no src/ or no table.
"""
import pathlib
import re
import sys
from dataclasses import dataclass, field

MAX_FILE_LINES = 400
MAX_FUNCTION_LINES = 60
LICENCE = "// SPDX-License-Identifier: MIT"
# Headers of the system: everything else in angle brackets that has a folder or a ".h" is a library.
SYSTEM_FOLDERS = {"arpa", "asm", "bits", "linux", "net", "netinet", "sys"}
SYSTEM_HEADERS = {
    "dirent.h", "errno.h", "fcntl.h", "getopt.h", "ifaddrs.h", "netdb.h", "poll.h", "pthread.h", "pty.h", "sched.h",
    "signal.h", "spawn.h", "stdio.h", "stdlib.h", "string.h", "termios.h", "time.h", "unistd.h", "wait.h",
}
TEST_LIBRARIES = ("gtest", "gmock")
INCLUDE = re.compile(r'\s*#\s*include\s*(?:"([^"]+)"|<([^>]+)>)')


@dataclass
class Table:
    """Which folders and which libraries each folder of src/ may include."""
    folders: dict = field(default_factory=dict)
    libraries: dict = field(default_factory=dict)
    findings: list = field(default_factory=list)


def read_table(text):
    table = Table()
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        name, colon, rest = line.partition(":")
        name = name.strip()
        where = f"tools/layers.txt:{number}"
        if not colon or not name or name in table.folders:
            table.findings.append(f"{where}: table: expected one \"folder: folders | libraries\" for each folder")
            continue
        ours, _, theirs = rest.partition("|")
        for other in ours.split():
            if other not in table.folders:
                table.findings.append(f"{where}: table: {name} may only name folders above it, not {other}")
        table.folders[name] = {name, *ours.split()}
        table.libraries[name] = theirs.split()
    return table


def belongs_to(header, library):
    """"boost/asio" owns boost/asio.hpp and boost/asio/..., but not boost/asiolike."""
    return header == library or header.startswith((library + "/", library + "."))


# Their sub-folders are alternatives (grammars, forms of report, protocols); those of other folders are parts of one whole.
FOLDERS_OF_STRANGERS = {"cli", "report", "wire"}


def is_library(header):
    first, slash, _ = header.partition("/")
    if slash:
        return first not in SYSTEM_FOLDERS
    return "." in header and header not in SYSTEM_HEADERS


def is_test(path):
    return path.stem.endswith("_test")


def lies_within(inner, outer):
    return inner[:len(outer)] == outer


def check_quoted(path, header, table):
    """path: relative to src/. Returns what is wrong with including "header", or None."""
    here, target = path.parts[0], pathlib.PurePosixPath(header).parts
    if target[0] not in table.folders or len(target) < 2 or ".." in target:
        return f"root: \"{header}\" does not start at a folder of src/"
    if target[0] not in table.folders[here]:
        return f"folder: {here} may not include \"{header}\""
    mine, other = path.parts[:-1], target[:-1]
    if target[0] == here and here in FOLDERS_OF_STRANGERS and not lies_within(mine, other) and not lies_within(other, mine):
        return f"sibling: {'/'.join(mine)} may not include \"{header}\""
    return None


def check_angled(path, header, table):
    if not is_library(header):
        return None
    allowed = list(table.libraries[path.parts[0]])
    if is_test(path):
        allowed += TEST_LIBRARIES
    if any(belongs_to(header, library) for library in allowed):
        return None
    return f"library: {path.parts[0]} may not include <{header}>"


def without_comments_and_strings(text):
    """The same text with every comment, string and character emptied, and every line break kept."""
    token = re.compile(
        r'//[^\n]*|/\*.*?\*/|R"([^\s()\\]*)\(.*?\)\1"|"(?:\\.|[^"\\\n])*"|(?<![0-9A-Fa-f])\'(?:\\.|[^\'\\\n])*\'',
        re.DOTALL)
    return token.sub(lambda hit: ("\n" * hit[0].count("\n")) or " ", text)


# What stands before the brace of a body: "... ) const noexcept -> T", a constructor's ": member_(x)", "TEST(a, b)".
BODY_START = re.compile(r"\)\s*(?:(?:const|noexcept|override|final|mutable|&&?)\s*)*(?:->[^;{}=]*)?$")
MEMBER_IN_BRACES = re.compile(r"\)[^;{}]*[^:]:[^:].*\w$", re.DOTALL)  # ": member_{x}" before a constructor's body
NO_FUNCTION = re.compile(r"^\s*(?:if|for|while|switch|catch|else|do|try)\b|\b(?:namespace|enum)\b")


def functions(text):
    """(first line, last line) of each function body outside other function bodies, by counting braces."""
    code = without_comments_and_strings(text)
    found, opened, line, head, head_line = [], [], 1, "", 1
    body_depth = None
    for char in code:
        if char == "\n":
            line += 1
        if char == "{":
            if body_depth is None and BODY_START.search(head) and not NO_FUNCTION.search(head):
                body_depth = len(opened)
            opened.append((head_line, head if MEMBER_IN_BRACES.search(head) else ""))
            head = ""
        elif char == "}" and opened:
            head_line, head = opened.pop()
            head = head and head + "()"
            if body_depth == len(opened):
                found.append((head_line, line))
                body_depth, head = None, ""
        elif char == ";":
            head = ""
        elif head or not char.isspace():
            head_line = head_line if head else line
            head += char
    return found


def check_sizes(lines):
    """Yields (line, finding) for a file or functions that are too long and do not say why."""
    def says_why(limit, part):
        return any(f"// Over {limit} lines because " in text for text in part)

    if len(lines) > MAX_FILE_LINES and not says_why(MAX_FILE_LINES, lines):
        yield MAX_FILE_LINES + 1, f"file: {len(lines)} lines, at most {MAX_FILE_LINES}"
    for first, last in functions("\n".join(lines)):
        length = last - first + 1
        if length > MAX_FUNCTION_LINES and not says_why(MAX_FUNCTION_LINES, lines[max(0, first - 2):last]):
            yield first, f"function: {length} lines, at most {MAX_FUNCTION_LINES}"


# A named brace-made value ("Until{...}"), or a bare one as an argument (", {...}"), between co_await and its semicolon. A lambda's
# body follows ")" or "]" and is no such thing.
AWAITED_BRACE = re.compile(r"co_await\b[^;{}?]*(?:[\w>(,]\s*\{|\?)")


# An await among the arguments of a call: the other arguments are temporaries of the same expression.
AWAIT_AS_ARGUMENT = re.compile(r"(?<!if )(?<!while )(?<!static_cast<void>)[(,]\s*co_await\b")


def check_awaits(text):
    """Yields (line, finding) for each co_await expression that makes a temporary by braces or is chosen by ?:."""
    code = without_comments_and_strings(text)
    for hit in AWAITED_BRACE.finditer(code):
        yield code.count("\n", 0, hit.start()) + 1, "await: give the temporary a name before the co_await"
    for hit in AWAIT_AS_ARGUMENT.finditer(code):
        yield code.count("\n", 0, hit.start()) + 1, "await: give what was awaited a name before the call"


def check_file(path, text, table):
    """path: relative to src/. Returns (findings, quoted includes)."""
    where, lines, findings, quoted = f"src/{path}", text.splitlines(), [], []
    if path.parts[0] not in table.folders:
        return [f"{where}:1: folder: tools/layers.txt does not know {path.parts[0]}"], []
    purpose = lines[1] if len(lines) > 1 else ""
    if lines[:1] != [LICENCE]:
        findings.append(f"{where}:1: opening: expected \"{LICENCE}\"")
    elif path.suffix == ".h" and not purpose.startswith("// "):
        findings.append(f"{where}:2: opening: expected a comment that says what the header is for")
    for number, line in enumerate(lines, 1):
        hit = INCLUDE.match(line)
        if not hit:
            continue
        if hit[1]:
            quoted.append(hit[1])
            wrong = check_quoted(path, hit[1], table)
        else:
            wrong = check_angled(path, hit[2], table)
        if wrong:
            findings.append(f"{where}:{number}: {wrong}")
    findings += [f"{where}:{number}: {what}" for number, what in (*check_sizes(lines), *check_awaits(text))]
    return findings, quoted


def find_ring(includes):
    """The first ring of files that include each other, as a list that ends where it began; else empty."""
    done = set()

    def visit(name, trail):
        if name in trail:
            return trail[trail.index(name):] + [name]
        if name in done:
            return []
        for other in includes.get(name, []):
            if ring := visit(other, trail + [name]):
                return ring
        done.add(name)
        return []

    for name in sorted(includes):
        if ring := visit(name, []):
            return ring
    return []


def check(root):
    """All findings of the tree at root, table first."""
    table = read_table((root / "tools" / "layers.txt").read_text(encoding="utf-8"))
    findings, includes = list(table.findings), {}
    source = root / "src"
    for file in sorted(source.rglob("*")):
        if file.suffix not in (".h", ".cc") or not file.is_file():
            continue
        path = file.relative_to(source)
        if len(path.parts) < 2:
            findings.append(f"src/{path}:1: folder: a source stands in a folder of src/, not beside them")
            continue
        found, includes[path.as_posix()] = check_file(path, file.read_text(encoding="utf-8"), table)
        findings += found
    if ring := find_ring(includes):
        findings.append(f"src/{ring[0]}:1: cycle: {' -> '.join(ring)}")
    return findings


def main(arguments):
    root = pathlib.Path(arguments[0]) if arguments else pathlib.Path(__file__).resolve().parent.parent
    try:
        findings = check(root) if (root / "src").is_dir() else None
    except OSError as error:
        print(f"check_layers: {error}", file=sys.stderr)
        return 2
    if findings is None:
        print(f"check_layers: no src in {root}", file=sys.stderr)
        return 2
    print("\n".join(findings) or "layers: ok")
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

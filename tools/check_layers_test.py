# SPDX-License-Identifier: MIT
"""Each kind of finding of check_layers.py fires where it must and stays silent where it must not."""
import pathlib
import subprocess
import sys
import tempfile
import unittest

TOOL = pathlib.Path(__file__).resolve().parent / "check_layers.py"
OPENING = "// SPDX-License-Identifier: MIT\n// A purpose.\n"
TABLE = """base:            | fmt boost/system
model: base
net:   base model | boost/asio
cli:   base model
"""


class CheckLayersTest(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.root = pathlib.Path(self.folder.name)
        self.write("tools/layers.txt", TABLE)
        self.source("base/units.h", "")

    def write(self, name, text):
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")

    def source(self, name, body):
        self.write("src/" + name, OPENING + body)

    def run_tool(self):
        run = subprocess.run([sys.executable, str(TOOL), str(self.root)], capture_output=True, text=True, check=False)
        return run.returncode, run.stdout

    def expect_clean(self):
        self.assertEqual(self.run_tool(), (0, "layers: ok\n"))

    def expect(self, *findings):
        status, output = self.run_tool()
        self.assertEqual(status, 1)
        for finding in findings:
            self.assertIn(finding, output)
        self.assertEqual(len(output.splitlines()), len(findings), output)

    def test_a_tree_that_keeps_the_rules_is_clean(self):
        self.source("net/socket.cc", '#include <sys/socket.h>\n#include <unistd.h>\n#include <vector>\n'
                    '#include <boost/asio/ip/tcp.hpp>\n#include <boost/asio.hpp>\n#include "base/units.h"\n')
        self.source("net/socket_test.cc", "#include <gtest/gtest.h>\n#include <gmock/gmock.h>\n")
        self.expect_clean()

    def test_a_folder_that_the_table_does_not_give_is_reported_with_its_line(self):
        self.source("model/flow_plan.h", '#include <string>\n#include "net/socket.h"\n')
        self.expect('src/model/flow_plan.h:4: folder: model may not include "net/socket.h"')

    def test_a_folder_that_the_table_does_not_know_is_reported(self):
        self.source("misc/x.cc", "")
        self.expect("src/misc/x.cc:1: folder: tools/layers.txt does not know misc")

    def test_a_source_beside_the_folders_is_reported(self):
        self.source("x.cc", "")
        self.expect("src/x.cc:1: folder: a source stands in a folder")

    def test_a_sibling_is_reported(self):
        self.source("cli/nettp/parse.h", "")
        self.source("cli/classic/parse.cc", '#include "cli/nettp/parse.h"\n')
        self.expect('src/cli/classic/parse.cc:3: sibling: cli/classic may not include "cli/nettp/parse.h"')

    def test_parts_of_one_whole_may_see_each_other(self):
        self.source("model/one/flows.h", "")
        self.source("model/two/serve.cc", '#include "model/one/flows.h"\n')
        self.expect_clean()

    def test_parent_and_child_may_see_each_other(self):
        self.source("cli/words.h", "")
        self.source("cli/classic/parse.h", '#include "cli/words.h"\n')
        self.source("cli/choose.cc", '#include "cli/classic/parse.h"\n')
        self.expect_clean()

    def test_a_library_outside_its_folder_is_reported(self):
        self.source("model/record.cc", "#include <fmt/format.h>\n")
        self.source("base/x.cc", "#include <boost/asio.hpp>\n")
        self.expect("src/model/record.cc:3: library: model may not include <fmt/format.h>",
                    "src/base/x.cc:3: library: base may not include <boost/asio.hpp>")

    def test_a_library_that_no_row_names_is_reported(self):
        self.source("net/x.cc", "#include <sqlite3.h>\n#include <CLI/CLI.hpp>\n")
        self.expect("src/net/x.cc:3: library: net may not include <sqlite3.h>",
                    "src/net/x.cc:4: library: net may not include <CLI/CLI.hpp>")

    def test_a_library_name_does_not_cover_longer_names(self):
        self.source("base/x.cc", "#include <fmtlog/log.h>\n")
        self.expect("src/base/x.cc:3: library")

    def test_the_test_library_is_for_tests_only(self):
        self.source("base/x.cc", "#include <gtest/gtest.h>\n")
        self.expect("src/base/x.cc:3: library: base may not include <gtest/gtest.h>")

    def test_an_include_that_does_not_start_at_src_is_reported(self):
        self.source("base/x.cc", '#include "units.h"\n#include "../base/units.h"\n')
        self.expect('src/base/x.cc:3: root: "units.h"', 'src/base/x.cc:4: root: "../base/units.h"')

    def test_a_table_that_allows_a_cycle_is_reported(self):
        self.write("tools/layers.txt", "base: model\nmodel: base\n")
        self.expect("tools/layers.txt:1: table: base may only name folders above it, not model")

    def test_a_folder_defined_twice_is_reported(self):
        self.write("tools/layers.txt", "base:\nmodel: base\nbase: model\n")
        self.expect("tools/layers.txt:3: table: expected one")

    def test_headers_in_a_ring_are_reported(self):
        self.source("base/a.h", '#include "base/b.h"\n')
        self.source("base/b.h", '#include "base/a.h"\n')
        self.expect("cycle: base/a.h -> base/b.h -> base/a.h")

    def test_a_missing_licence_is_reported(self):
        self.write("src/base/x.cc", "int x;\n")
        self.expect("src/base/x.cc:1: opening")

    def test_a_header_without_a_purpose_is_reported(self):
        self.write("src/base/y.h", "// SPDX-License-Identifier: MIT\nint y;\n")
        self.write("src/base/y.cc", "// SPDX-License-Identifier: MIT\nint y;\n")
        self.expect("src/base/y.h:2: opening")

    def test_a_file_over_400_lines_is_reported_and_400_are_not(self):
        self.source("base/x.cc", "int x();\n" * 398)
        self.expect_clean()
        self.source("base/x.cc", "int x();\n" * 399)
        self.expect("src/base/x.cc:401: file: 401 lines, at most 400")

    def test_a_long_file_that_says_why_is_accepted(self):
        self.source("base/x.cc", "// Over 400 lines because it is one table.\n" + "int x();\n" * 399)
        self.expect_clean()

    def function(self, head, lines):
        return head + " {\n" + "  call(\"}\");  // }\n" * (lines - 2) + "}\n"

    def test_a_function_over_60_lines_is_reported_and_60_are_not(self):
        self.source("base/x.cc", self.function("int x(int a)", 60))
        self.expect_clean()
        self.source("base/x.cc", self.function("int x(int a)", 61))
        self.expect("src/base/x.cc:3: function: 61 lines, at most 60")

    def test_every_form_of_function_is_measured(self):
        heads = ["X::X(int a)\n    : a_(a)", "X::X(int a) : a_{a}, b_{a}", "int X::y() const noexcept", "auto y() -> std::vector<int>",
                 "TEST(XTest, SaysSo)", "bool X::operator==(const X&) const"]
        for head in heads:
            with self.subTest(head):
                self.source("base/x.cc", "namespace ttcp {\n" + self.function(head, 61) + "}\n")
                self.expect("src/base/x.cc:4: function")

    def test_classes_namespaces_and_tables_are_no_functions(self):
        for head in ["namespace ttcp", "class X final : public Y", "enum class X", "constexpr Row kRows[] ="]:
            with self.subTest(head):
                self.source("base/x.cc", head + " {\n" + "  // row\n" * 80 + "};\n")
                self.expect_clean()

    def test_digit_separators_and_raw_strings_do_not_confuse_the_count(self):
        self.source("base/x.cc", "int a() { return 1'000'000; }\nauto b = R\"({{{ ' \" )\";\n" +
                    self.function("int x()", 60))
        self.expect_clean()

    def test_a_brace_made_temporary_in_a_co_await_is_reported(self):
        for awaited in ["write(fd, {now, stop})", "sleep(Until{now})", "first(\n    {now})", "b ? first() : second()"]:
            with self.subTest(awaited):
                self.source("base/x.cc", f"void x() {{ co_await {awaited}; }}\n")
                self.expect("src/base/x.cc:3: await")

    def test_an_await_among_the_arguments_of_a_call_is_reported(self):
        for call in ["f(co_await x(), y)", "f(y, co_await x())"]:
            with self.subTest(call):
                self.source("base/x.cc", f"void x() {{ auto z = {call}; }}\n")
                self.expect("src/base/x.cc:3: await")

    def test_named_values_and_lambdas_in_a_co_await_are_accepted(self):
        self.source("base/x.cc", "void x() { co_await write(fd, until); if (co_await y()) { z(); } co_await w([&] { z(); }); }\n")
        self.expect_clean()

    def test_a_long_function_that_says_why_is_accepted(self):
        body = self.function("int x()", 70)
        self.source("base/x.cc", "// Over 60 lines because it is one switch.\n" + body)
        self.expect_clean()


if __name__ == "__main__":
    unittest.main()

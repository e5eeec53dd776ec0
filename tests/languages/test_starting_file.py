"""Which of several sources starts, where none is called main."""

from __future__ import annotations

import pytest

from judge.languages.starting_file import entry_source
from judge.languages.table import all_languages

LIBRARY = "def same(a, b):\n    return a.split() == b.split()\n"
READS = "import sys\ndef read():\n    return sys.stdin.read()\n"
CHECKS = "import sys\nfrom {} import same\nsys.exit(42 if same(sys.stdin.read(), '') else 43)\n"


def starts(language: str, **files: str) -> str:
    suffix = {"python": ".py", "javascript": ".js", "ruby": ".rb"}[language]
    texts = {name + suffix: text for name, text in files.items()}
    return entry_source(texts.__getitem__, sorted(texts), all_languages()[language])


@pytest.mark.parametrize(
    ("files", "first"),
    [
        ({"helper": LIBRARY, "main": "1", "a": "1"}, "main.py"),
        ({"helper": LIBRARY, "__main__": "1"}, "__main__.py"),
        ({"common": LIBRARY, "validate": CHECKS.format("common")}, "validate.py"),
        ({"common": READS, "validate": CHECKS.format("common")}, "validate.py"),
        ({"check": CHECKS.format("lib"), "lib": LIBRARY}, "check.py"),
        (
            {"check": CHECKS.format("os"), "test_check": "import sys, check\ncheck.f()\n"},
            "check.py",
        ),
        ({"functions": LIBRARY, "solve": "print(input())\n"}, "solve.py"),
        ({"a": "print(1)\n", "b": "print(2)\n"}, "a.py"),
        ({"a": "import b\nprint(input())\n", "b": "import a\n"}, "a.py"),
        ({"pkg/__init__": LIBRARY, "pkg/more": LIBRARY, "x": "from pkg import more\n"}, "x.py"),
    ],
)
def test_the_file_that_none_imports_and_that_reads_starts(
    files: dict[str, str], first: str
) -> None:
    assert starts("python", **files) == first


def test_other_languages_import_in_other_words() -> None:
    needs = "const { f } = require('./a');\nconsole.log(f(process.argv[2]));\n"
    assert starts("javascript", a="exports.f = x => process.argv;\n", b=needs) == "b.js"
    ruby = "require_relative 'a'\nputs f(gets)\n"
    assert starts("ruby", a="def f(x) = gets + x\n", b=ruby) == "b.rb"

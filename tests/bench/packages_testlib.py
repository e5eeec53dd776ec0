"""Packages around the programs that come with testlib: right and wrong outputs for each checker,
valid and invalid inputs for each validator, cases of each generator, talks with its interactor.
"""

from __future__ import annotations

import shutil
from pathlib import Path

#: Checker: answer, accepted outputs, rejected outputs. What is rejected includes more than the
#: answer, less, and what no checker of its kind can read.
CHECKERS: dict[str, tuple[str, tuple[str, ...], tuple[str, ...]]] = {
    "acmp": ("2.5", ("2.5000004", "25e-1"), ("2.6", "x", "2.5 3", "", "nan")),
    "caseicmp": (
        "Case 1: 5\nCase 2: 7",
        ("Case 1: 5 Case 2: 7",),
        ("Case 1: 5\nCase 2: 8", "Case 1: 5", "Case 2: 5\nCase 1: 7", "case 1: 5\nCase 2: 7"),
    ),
    "casencmp": (
        "Case 1: 5 6\nCase 2: 7",
        ("Case 1: 5 6 Case 2: 7",),
        (
            *("Case 1: 5\nCase 2: 7", "Case 2: 5 6", "Case 1: 5 6\nCase 2: 7 8"),
            "Case 1: 5 6\nCase 2: 7\nCase 3: 1",
        ),
    ),
    "casewcmp": (
        "Case 1: a b\nCase 2: c",
        ("Case 1: a  b\n\nCase 2: c",),
        ("Case 1: a\nCase 2: c", "Case 1: a b\nCase 2: C", "Case 1: a b"),
    ),
    "dcmp": ("1000000", ("1000000.5",), ("1000002", "", "1000000 1", "inf")),
    "fcmp": ("a  b\nc", ("a  b\nc",), ("a b\nc", "a  b", "a  b \nc", "a  b\nc\nd")),
    "hcmp": (
        "-123456789012345678901",
        ("-123456789012345678901",),
        ("0", "-0123", "x", "123456789012345678901", "-123456789012345678901 1"),
    ),
    "icmp": ("42", ("42", " 42 "), ("43", "4 2", "42.0", "99999999999", "")),
    "lcmp": ("a b\nc", ("a   b\nc", " a b \nc "), ("a b c", "a\nb c", "a b\nc\nd")),
    "ncmp": ("1 2 3", ("1\n2\n3",), ("1 2", "1 2 3 4", "1 3 2", "1 2 x")),
    "nyesno": ("YES no", ("yes NO",), ("yes", "yes maybe", "no no", "yes no yes", "")),
    "pointscmp": ("5", ("5.25", "7"), ("x", "")),
    "pointsinfo": ("5", ("5.25",), ("x",)),
    "rcmp": ("1.5", ("1.5000001",), ("1.6", "nan", "1.5 1.5")),
    "rcmp4": ("1.0 2.0", ("1.00009 2",), ("1.001 2", "1", "1 2 3")),
    "rcmp6": ("1.0 2.0", ("1.0000009 2",), ("1.00001 2", "1", "1 2 3")),
    "rcmp9": ("1.0 2.0", ("1.0000000009 2",), ("1.00000001 2", "1", "1 2 3")),
    "rncmp": ("1.0 2.0", ("1.000001 2",), ("1.1 2", "1", "1 2 3")),
    "uncmp": ("1 2 3", ("3 1 2",), ("1 2", "1 2 4", "1 1 2", "1 2 3 3")),
    "wcmp": ("a b", ("a\nb",), ("a", "a c", "a b c", "A b")),
    "yesno": ("YES", ("yes", "Yes"), ("no", "y", "yes no", "")),
}
#: Validator: its arguments, inputs that it accepts, inputs that it rejects.
VALIDATORS: dict[str, tuple[str, tuple[str, ...], tuple[str, ...]]] = {
    "bipartite-graph-validator": (
        "",
        ("2 2 2\n1 1\n2 2\n", "1 1 0\n"),
        ("2 2 2\n1 1\n1 1\n", "2 2 1\n3 1\n", "1 1 0\n\n"),
    ),
    "case-nval": (
        "",
        ("2\n1\n5\n2\n-1000 1000\n",),
        ("1\n1\n1001\n", "1\n2\n1 2 \n", "11\n", "1\n1\n1\n1\n"),
    ),
    "ival": ("", ("1\n", "100\n"), ("0\n", "101\n", "1", "01\n", " 1\n", "1 \n", "1\r\n\n")),
    "nval": ("", ("2\n1 -1000000000000000\n",), ("2\n1\n", "1\n1000000000000001\n", "x\n")),
    "sval": ("", ("abc\n",), ("aBc\n", f"{'a' * 101}\n", "\n", "a b\n")),
    "undirected-graph-validator": (
        "",
        ("3 2\n1 2\n2 3\n",),
        ("2 1\n1 1\n", "2 2\n1 2\n2 1\n", "2 2\n1 2\n"),
    ),
    "undirected-tree-validator": (
        "",
        ("3\n1 2\n2 3\n",),
        ("4\n1 2\n2 3\n3 1\n", "3\n1 2\n", "3\n1 2\n1 2\n"),
    ),
    "validate-using-testset-and-group": (
        "--testset pretests --group even-n-and-m",
        ("2 4\n",),
        ("2 3\n", "12 4\n"),
    ),
}
#: Generator: arguments of its cases, and the validator of what it writes.
GENERATORS: dict[str, tuple[tuple[str, ...], str | None]] = {
    "bgen": (("1", "2"), None),
    "gen-array-with-opt": (
        ("-test-count 3 -sum-n 10 -max-value 9", "-test-count=1 -sum-n=2"),
        None,
    ),
    "gen-bipartite-graph": (("3 4 5", "2 2 1"), "bipartite-graph-validator"),
    "gen-rooted-tree-graph": (("5 0", "4 1"), None),
    "gen-tree-graph": (("5 0", "4 -1"), "undirected-tree-validator"),
    "gs": (("1 3 a", "2 1 b 2 c"), "sval"),
    "igen": (("1", "3"), None),
    "iwgen": (("1", "-3"), None),
    "sgen": (("1", "2"), None),
    "swgen": (("1", "-1"), None),
}
#: What igen writes for these arguments by the formulas of testlib's random numbers, computed
#: elsewhere. The numbers in its own comment are of an older testlib.
STATED = {("igen", "1"): "959139", ("igen", "3"): "125987"}
#: These give points instead of a verdict.
POINTS = frozenset({"pointscmp", "pointsinfo"})


def made(testlib: Path, target: Path) -> list[Path]:
    """Write a package around every program that is there, in a folder for each kind of program."""
    shutil.rmtree(target, ignore_errors=True)
    writers = {
        "checkers": (CHECKERS, _around_checker),
        "validators": (VALIDATORS, _around_validator),
        "generators": (GENERATORS, _around_generator),
        "interactors": (["interactor-a-plus-b"], _around_interactor),
    }
    folders = []
    for kind, (names, write) in writers.items():
        for name in names:
            folder = target / f"testlib {kind}" / name.replace("-", "")
            write(testlib, folder, name)
            folders.append(folder)
    return folders


def _program(testlib: Path, kind: str, name: str, target: Path) -> None:
    target.mkdir(parents=True, exist_ok=True)
    shutil.copy(testlib / kind / f"{name}.cpp", target)
    shutil.copy(testlib / "testlib.h", target)


def _written(folder: Path, files: dict[str, str]) -> None:
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)


def _settings(name: str, kind: str = "pass-fail") -> dict[str, str]:
    text = (
        f"problem_format_version: 2025-09\ntype: {kind}\nname: {name}\nlicense: public domain\n"
        "uuid: 00000000-0000-4000-8000-000000000000\nlimits:\n  time_limit: 2\n"
    )
    return {"problem.yaml": text}


def _around_checker(testlib: Path, folder: Path, name: str) -> None:
    answer, right, wrong = CHECKERS[name]
    _program(testlib, "checkers", name, folder / "output_validator")
    files = _settings(name, "scoring" if name in POINTS else "pass-fail")
    files |= {"data/secret/1.in": "1\n", "data/secret/1.ans": f"{answer}\n"}
    if name in POINTS:
        files["data/secret/test_group.yaml"] = "max_score: unbounded\nscore_aggregation: sum\n"
    for verdict, outputs in (("accepted", right), ("wrong_answer", wrong)):
        for number, output in enumerate(outputs, 1):
            files[f"submissions/{verdict}/{number}.py"] = f"print({output!r})\n"
    _written(folder, files)


def _around_validator(testlib: Path, folder: Path, name: str) -> None:
    """``judge check`` calls it a fault if it rejects a case, or accepts an invalid input."""
    arguments, valid, invalid = VALIDATORS[name]
    _program(testlib, "validators", name, folder / "input_validators" / name)
    files = _settings(name) | {"submissions/accepted/1.py": "print(1)\n"}
    if arguments:
        for group in ("secret", "invalid_input"):
            words = ", ".join(arguments.split())
            files[f"data/{group}/test_group.yaml"] = f"input_validator_args: [{words}]\n"
    for number, text in enumerate(valid, 1):
        files |= {f"data/secret/{number}.in": text, f"data/secret/{number}.ans": "1\n"}
    for number, text in enumerate(invalid, 1):
        files[f"data/invalid_input/{number}.in"] = text
    _written(folder, files)


def _around_generator(testlib: Path, folder: Path, name: str) -> None:
    """The submission prints its input; the answers are in ``STATED``, or what it printed."""
    arguments, validator = GENERATORS[name]
    _program(testlib, "generators", name, folder / "generators")
    if validator is not None:
        _program(testlib, "validators", validator, folder / "input_validators" / validator)
    copying = "import sys\nsys.stdout.write(sys.stdin.read())\n"
    files = _settings(name) | {"submissions/accepted/1.py": copying}
    rows = []
    for number, words in enumerate(arguments, 1):
        rows += [f"      case{number}:", f"        generate: {name}.cpp {words}"]
        if (name, words) in STATED:
            rows.append(f"        ans: '{STATED[name, words]}'")
    head = ["solution: /submissions/accepted/1.py", "data:", "  secret:", "    data:"]
    files["generators/generators.yaml"] = "\n".join([*head, *rows]) + "\n"
    _written(folder, files)


def _around_interactor(testlib: Path, folder: Path, name: str) -> None:
    _program(testlib, "interactors", name, folder / "output_validator")
    adding = (
        "for _ in range({}):\n    a, b = map(int, input().split())\n    print({}, flush=True)\n"
    )
    files = _settings(name, "[pass-fail, interactive]") | {
        "data/secret/1.in": "2\n1 2\n3 4\n",
        "data/secret/1.ans": "3\n7\n",
        "submissions/accepted/adds.py": adding.format(2, "a + b"),
        # testlib looks for what is left of the output in checkers, and not in interactors.
        "submissions/accepted/says_more.py": adding.format(2, "a + b, 0"),
        "submissions/wrong_answer/no_number.py": adding.format(2, "'x'"),
        "submissions/wrong_answer/ends_early.py": adding.format(1, "a + b"),
        "submissions/run_time_error/fails.py": adding.format(2, "1 // 0"),
    }
    _written(folder, files)

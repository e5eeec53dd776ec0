"""Packages around the checkers that come with testlib: a right and a wrong output for each."""

from __future__ import annotations

import shutil
from pathlib import Path

#: Checker: answer, accepted outputs, rejected outputs.
CHECKERS: dict[str, tuple[str, tuple[str, ...], tuple[str, ...]]] = {
    "acmp": ("2.5", ("2.5000004", "25e-1"), ("2.6", "x")),
    "caseicmp": ("Case 1: 5\nCase 2: 7", ("Case 1: 5 Case 2: 7",), ("Case 1: 5\nCase 2: 8",)),
    "casencmp": (
        "Case 1: 5 6\nCase 2: 7",
        ("Case 1: 5 6 Case 2: 7",),
        ("Case 1: 5\nCase 2: 7", "Case 2: 5 6"),
    ),
    "casewcmp": (
        "Case 1: a b\nCase 2: c",
        ("Case 1: a  b\n\nCase 2: c",),
        ("Case 1: a\nCase 2: c",),
    ),
    "dcmp": ("1000000", ("1000000.5",), ("1000002", "")),
    "fcmp": ("a  b\nc", ("a  b\nc",), ("a b\nc", "a  b")),
    "hcmp": ("-123456789012345678901", ("-123456789012345678901",), ("0", "-0123", "x")),
    "icmp": ("42", ("42", " 42 "), ("43", "4 2")),
    "lcmp": ("a b\nc", ("a   b\nc",), ("a b c", "a\nb c")),
    "ncmp": ("1 2 3", ("1\n2\n3",), ("1 2", "1 2 3 4", "1 3 2")),
    "nyesno": ("YES no", ("yes NO",), ("yes", "yes maybe", "no no")),
    "pointscmp": ("5", ("5.25", "7"), ("x",)),
    "pointsinfo": ("5", ("5.25",), ("x",)),
    "rcmp": ("1.5", ("1.5000001",), ("1.6", "nan")),
    "rcmp4": ("1.0 2.0", ("1.00009 2",), ("1.001 2", "1")),
    "rcmp6": ("1.0 2.0", ("1.0000009 2",), ("1.00001 2", "1")),
    "rcmp9": ("1.0 2.0", ("1.0000000009 2",), ("1.00000001 2", "1")),
    "rncmp": ("1.0 2.0", ("1.000001 2",), ("1.1 2",)),
    "uncmp": ("1 2 3", ("3 1 2",), ("1 2", "1 2 4")),
    "wcmp": ("a b", ("a\nb",), ("a", "a c")),
    "yesno": ("YES", ("yes", "Yes"), ("no", "y")),
}
#: These give points instead of a verdict.
POINTS = frozenset({"pointscmp", "pointsinfo"})


def made(testlib: Path, target: Path) -> list[Path]:
    """Write a package for every checker that is there, around the checker's own source."""
    shutil.rmtree(target, ignore_errors=True)
    folders = []
    for checker in sorted((testlib / "checkers").glob("*.cpp")):
        folder = target / checker.stem
        (folder / "output_validator").mkdir(parents=True)
        shutil.copy(checker, folder / "output_validator")
        shutil.copy(testlib / "testlib.h", folder / "output_validator")
        _write(folder, checker.stem, *CHECKERS[checker.stem])
        folders.append(folder)
    return folders


def _write(
    folder: Path, name: str, answer: str, right: tuple[str, ...], wrong: tuple[str, ...]
) -> None:
    kind = "scoring" if name in POINTS else "pass-fail"
    (folder / "problem.yaml").write_text(
        f"problem_format_version: 2025-09\ntype: {kind}\nname: {name}\n"
        "uuid: 00000000-0000-4000-8000-000000000000\nlimits:\n  time_limit: 2\n"
    )
    secret = folder / "data" / "secret"
    secret.mkdir(parents=True)
    if name in POINTS:
        (secret / "test_group.yaml").write_text("max_score: unbounded\nscore_aggregation: sum\n")
    (secret / "1.in").write_text("1\n")
    (secret / "1.ans").write_text(f"{answer}\n")
    for verdict, outputs in (("accepted", right), ("wrong_answer", wrong)):
        for number, output in enumerate(outputs, 1):
            path = folder / "submissions" / verdict / f"{number}.py"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(f"print({output!r})\n")

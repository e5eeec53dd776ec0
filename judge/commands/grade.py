"""``judge grade``: judge one file, without a report."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from judge import grade
from judge.commands import forms
from judge.commands.words import (
    INTERRUPTED,
    NOT_AS_EXPECTED,
    OK,
    Parser,
    add_isolation,
    add_roots,
    add_workers,
)
from judge.common.errors import JudgeError
from judge.model import Isolation, Kind, Verdict


def arguments(parser: Parser) -> None:
    add_roots(parser)
    parser.add_argument("target", metavar="PROBLEM[/GROUP[/CASE]]", help="the cases to judge it on")
    parser.add_argument(
        "file", metavar="FILE", help="a source, an output (.out .txt .ans), or - for standard input"
    )
    parser.add_argument(
        "--kind",
        choices=[kind.value for kind in Kind if kind is not Kind.OUTPUT],
        help="how the source is run (default: as its manifest says, or detected)",
    )
    parser.add_argument(
        "--language", metavar="NAME", help="default: as its manifest or the file's suffix says"
    )
    parser.add_argument(
        "--encoding", metavar="NAME", help="a code page, base64 or hex, as for judge size"
    )
    add_isolation(parser)
    add_workers(parser)


def main(options: argparse.Namespace, words: Sequence[str]) -> int:
    said = {key: getattr(options, key) for key in ("kind", "language", "encoding")}
    declared = {key: value for key, value in said.items() if value}
    chosen = grade.Options(
        options.problems,
        options.target,
        options.file,
        options.sandbox,
        options.jobs,
        Isolation(options.isolation),
        declared,
    )
    report = grade.grade(chosen)
    print(report.text)
    if faults := forms.told_witnesses(report.witnesses):
        raise JudgeError("; ".join(faults))
    if report.interrupted:
        return INTERRUPTED
    return OK if report.verdict is Verdict.AC else NOT_AS_EXPECTED

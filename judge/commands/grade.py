"""``judge grade``: judge one file, without a report."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from judge import better, grade
from judge.commands.words import NOT_AS_EXPECTED, OK, Parser, add_roots, add_workers
from judge.model import Verdict


def arguments(parser: Parser) -> None:
    add_roots(parser)
    parser.add_argument("target", metavar="PROBLEM[/GROUP[/CASE]]")
    parser.add_argument("file", metavar="FILE", help="a source, an output (.out .txt .ans), or -")
    add_workers(parser)


def main(options: argparse.Namespace, words: Sequence[str]) -> int:
    chosen = grade.Options(
        options.problems, options.target, options.file, options.sandbox, options.jobs
    )
    report = grade.grade(chosen)
    print(report.text)
    for witness in report.witnesses:
        print(better.keep(witness))
    return OK if report.verdict is Verdict.AC else NOT_AS_EXPECTED

"""``judge show``: draw a case and a best answer to it."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from judge.commands.arguments import OK, Parser, add_roots, whole
from judge.report.terminal.show import show_case


def arguments(parser: Parser) -> None:
    add_roots(parser)
    parser.add_argument("problem", metavar="PROBLEM", help="name of a problem")
    parser.add_argument("case", metavar="CASE", help="name of a case, such as sample/1-worked")
    parser.add_argument(
        "part",
        nargs="?",
        type=whole,
        metavar="N",
        help="one part of an input that holds several cases, from 1",
    )


def main(options: argparse.Namespace, argv: Sequence[str]) -> int:
    print(show_case(options.problems, options.problem, options.case, options.part))
    return OK

"""``judge rank``: the leaderboards of an earlier run."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

from judge.commands.arguments import OK, Parser
from judge.packages.name_or_path import problem_name
from judge.report.terminal.leaderboard_files import leaderboards_of_files


def arguments(parser: Parser) -> None:
    parser.add_argument("names", nargs="*", metavar="PROBLEM", help="problems (default: all)")
    parser.add_argument(
        "--from",
        dest="report",
        type=Path,
        required=True,
        metavar="FILE",
        help="a file that judge run --json wrote",
    )
    parser.add_argument(
        "--before",
        type=Path,
        metavar="FILE",
        help="an earlier file of this kind: its best sizes are the records to beat",
    )


def main(options: argparse.Namespace, argv: Sequence[str]) -> int:
    print(
        leaderboards_of_files([*map(problem_name, options.names)], options.report, options.before)
    )
    return OK

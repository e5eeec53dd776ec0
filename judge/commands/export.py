"""``judge export``: write a package that other judges accept."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

from judge.commands.arguments import OK, Parser, add_roots
from judge.common.errors import shown_path
from judge.common.safe_text import one_line
from judge.model import FormatVersion
from judge.packages.loaded_problem import load_problems
from judge.running.refused_packages import check_package
from judge.solutions.export import check_target, export_package
from judge.solutions.find import find_solutions
from judge.solutions.package_submissions import read_submissions

FORMATS = (FormatVersion.LEGACY, FormatVersion.V2025_09)


def arguments(parser: Parser) -> None:
    add_roots(parser)
    parser.add_argument("problem", metavar="PROBLEM", help="name of a problem")
    parser.add_argument("folder", metavar="DIR", type=Path, help="a new or an empty folder")
    parser.add_argument(
        "--format",
        choices=[version.value for version in FORMATS],
        default=FormatVersion.V2025_09.value,
        help="version of the package format (default: %(default)s)",
    )


def main(options: argparse.Namespace, argv: Sequence[str]) -> int:
    check_target(options.folder)
    [loaded] = load_problems(options.problems, [options.problem])
    version = FormatVersion(options.format)
    check_package(loaded, version)
    brought = read_submissions(loaded.problem)
    for fault in brought.faults:
        raise fault
    solutions = find_solutions(options.solutions, loaded, "*", brought)
    left_out = export_package(loaded, solutions, options.folder, version)
    for sentence in left_out:
        print(f"left out: {one_line(sentence)}")
    print(f"wrote {shown_path(options.folder)}/ ({version.value})")
    return OK

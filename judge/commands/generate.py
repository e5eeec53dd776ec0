"""``judge generate``: write the data that a package's generators.yaml defines."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

from judge.commands.arguments import NOT_AS_EXPECTED, OK, Parser, add_problems, add_workers
from judge.common.messages import counted, listed
from judge.common.safe_text import one_line
from judge.evaluation.generate_data import GenerateOptions, generate_files
from judge.report.terminal.generated_cases import generation_progress


def arguments(parser: Parser) -> None:
    add_problems(parser, "folder of problem packages (default: problems)")
    parser.add_argument("problem", metavar="PROBLEM", help="name or path of a package")
    parser.add_argument(
        "--force",
        action="store_true",
        help="replace files in data that differ from what is generated",
    )
    add_workers(parser)


def main(options: argparse.Namespace, argv: Sequence[str]) -> int:
    chosen = GenerateOptions(
        options.problems, options.problem, options.sandbox, options.force, options.jobs
    )
    with generation_progress() as begins:
        done = generate_files(chosen, begins)
    for note in done.notes:
        print(one_line(f"note: {note}"), file=sys.stderr)
    for said in done.unmatched:
        print(one_line(f"warning: {said}", 400), file=sys.stderr)
    changed = f", {len(done.replaced)} replaced" if done.replaced else ""
    print(f"{counted(len(done.written), 'file')} written{changed}, {done.same} unchanged", end="")
    print(f", {len(done.different)} different" if done.different else "")
    if done.different:
        names = listed(done.different)
        print(one_line(f"kept although they differ (--force replaces them): {names}"))
    return NOT_AS_EXPECTED if done.different or done.unmatched else OK

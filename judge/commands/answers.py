"""``judge answers``: write answer files with what a solution prints."""

from __future__ import annotations

import argparse
import os
from collections.abc import Sequence

from judge.commands.arguments import OK, Parser, add_roots, add_workers
from judge.evaluation.answers import AnswerOptions, write_answers
from judge.report.terminal.answers import answers_text


def arguments(parser: Parser) -> None:
    add_roots(parser)
    parser.add_argument("problem", metavar="PROBLEM", help="name of a problem")
    parser.add_argument(
        "--from",
        dest="solution",
        required=True,
        metavar="SOLUTION",
        help="name of a right solution, or path of a source",
    )
    parser.add_argument(
        "--all", action="store_true", help="write the existing answer files too, unless better"
    )
    add_workers(parser)


def main(options: argparse.Namespace, argv: Sequence[str]) -> int:
    chosen = AnswerOptions(
        problems_root=options.problems,
        solutions_root=options.solutions,
        problem=options.problem,
        solution=options.solution,
        every=options.all,
        workers=options.jobs or os.cpu_count() or 1,
        sandbox=options.sandbox,
    )
    print(answers_text(write_answers(chosen)))
    return OK

"""``judge list``: list problems and solutions."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from judge.commands.arguments import OK, Parser, add_roots
from judge.packages.loaded_problem import load_problems
from judge.report.terminal.solution_list import list_solutions
from judge.solutions.find import find_solutions


def arguments(parser: Parser) -> None:
    add_roots(parser)


def main(options: argparse.Namespace, argv: Sequence[str]) -> int:
    for loaded in load_problems(options.problems):
        solutions = find_solutions(options.solutions, loaded, "*")
        print(list_solutions(loaded.problem, solutions))
    return OK

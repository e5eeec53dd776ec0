"""``judge list``: list problems and solutions."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from judge.commands.arguments import OK, Parser, add_roots
from judge.common.safe_text import one_line
from judge.packages.loaded_problem import load_problems
from judge.solutions.find import find_solutions


def arguments(parser: Parser) -> None:
    add_roots(parser)


def main(options: argparse.Namespace, argv: Sequence[str]) -> int:
    for loaded in load_problems(options.problems):
        problem = loaded.problem
        print(one_line(f"{problem.name}: {problem.title} ({len(problem.cases)} cases)"))
        print(f"  {'solution':<28} {'size':>8}  {'language, kind':<20} expected")
        for solution in find_solutions(options.solutions, loaded, "*"):
            expect = "/".join(sorted(v.value for v in solution.expect))
            kind = f"{solution.language} {solution.kind.value}"
            name = one_line(solution.name)
            print(f"  {name:<28} {solution.size:>6} B  {kind:<20} {expect}")
    return OK

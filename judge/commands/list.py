"""``judge list``: list problems and solutions."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from judge.commands.arguments import OK, Parser, add_roots
from judge.common.safe_text import one_line
from judge.packages.load import find_problems
from judge.packages.plugin_loader import load_plugin
from judge.solutions.find import find_solutions


def arguments(parser: Parser) -> None:
    add_roots(parser)


def main(options: argparse.Namespace, words: Sequence[str]) -> int:
    for problem in find_problems(options.problems, []):
        plugin = load_plugin(problem.folder)
        print(one_line(f"{problem.name}: {problem.title} ({len(problem.cases)} cases)"))
        for solution in find_solutions(options.solutions, problem, plugin, "*"):
            expect = "/".join(sorted(v.value for v in solution.expect))
            kind = f"{solution.language} {solution.kind.value}"
            name = one_line(solution.name)
            print(f"  {name:<28} {solution.size:>6} B  {kind:<20} {expect}")
    return OK

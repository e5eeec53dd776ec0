"""``judge history``: the results of a solution in stored runs."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from judge.commands import report_files
from judge.commands.arguments import OK, Parser
from judge.report.terminal.stored import history_text
from judge.store.past_results import results_of_solution


def arguments(parser: Parser) -> None:
    parser.add_argument("solution", metavar="SOLUTION", help="its name, or its file")
    parser.add_argument("--problem", metavar="PROBLEM", help="only on this problem")
    report_files.add_from(parser)


def main(options: argparse.Namespace, argv: Sequence[str]) -> int:
    store = report_files.open_to_read(options.store)
    print(history_text(results_of_solution(store, options.solution, options.problem)))
    return OK

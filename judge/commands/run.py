"""``judge run``: judge solutions and write the report."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from judge.commands import report_files
from judge.commands.arguments import (
    Parser,
    add_case_pattern,
    add_give_up,
    add_isolation,
    add_roots,
    add_solution_pattern,
    add_workers,
    positive,
    whole,
)
from judge.evaluation.probes import first_probes


def arguments(parser: Parser) -> None:
    add_roots(parser)
    parser.add_argument("names", nargs="*", metavar="PROBLEM", help="problems (default: all)")
    add_solution_pattern(parser)
    add_case_pattern(parser)
    add_workers(parser)
    parser.add_argument(
        "--time-limit",
        type=positive,
        metavar="S",
        help="CPU seconds per case, instead of the problem's limit",
    )
    parser.add_argument(
        "--memory-limit",
        type=whole,
        metavar="MIB",
        help="memory per case, instead of the problem's limit",
    )
    add_isolation(parser)
    add_give_up(parser)
    parser.add_argument(
        "--stop-at-first",
        action="store_true",
        help="stop a solution at the first case that it fails",
    )
    parser.add_argument(
        "--fresh", action="store_true", help="execute everything, even what the store knows"
    )
    parser.add_argument(
        "--cluster",
        default="",
        metavar="WHERE",
        help="execute on the workers of a Dask scheduler, tcp://HOST:PORT, or on workers that are "
        "started here, local or local:N",
    )
    report_files.add_forms(parser)
    report_files.add_store(parser)
    parser.add_argument("--rank", action="store_true", help="print the leaderboards too")
    verbosity = parser.add_mutually_exclusive_group()
    verbosity.add_argument(
        "-q", "--quiet", action="store_true", help="print only unexpected verdicts and a last line"
    )
    verbosity.add_argument(
        "-v",
        "--verbose",
        action="store_true",
        help="print each solution when it ends, and how its settings were chosen",
    )


def main(options: argparse.Namespace, argv: Sequence[str]) -> int:
    probes = first_probes(
        options.sandbox, options.problems, options.solutions, options.names, options.solution
    )
    from judge.commands.run_steps import judge_and_report  # loaded while the probes wait

    return judge_and_report(options, argv, probes)

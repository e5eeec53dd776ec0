"""``judge run``: judge solutions and write the report."""

from __future__ import annotations

import argparse
import os
import shlex
import sys
from collections.abc import Sequence
from contextlib import suppress
from datetime import datetime

from judge.analysis.leaderboard import rank_solutions
from judge.commands import report_files
from judge.commands.arguments import (
    INTERRUPTED,
    NOT_AS_EXPECTED,
    OK,
    Parser,
    add_give_up,
    add_isolation,
    add_roots,
    add_workers,
    positive,
    whole,
)
from judge.common import scratch
from judge.common.errors import JudgeError
from judge.evaluation import better_answer
from judge.evaluation.evaluate import evaluate
from judge.evaluation.events import listen
from judge.evaluation.plan import Plan, RunOptions, make_plan
from judge.languages.table import all_languages
from judge.model import Isolation, Results
from judge.report.terminal.leaderboard import leaderboard_lines, smallest
from judge.report.terminal.progress import shown_progress
from judge.report.terminal.style import Verbosity, style_for
from judge.report.terminal.tables import ending, solution_table
from judge.store.store import Store


def arguments(parser: Parser) -> None:
    add_roots(parser)
    parser.add_argument("names", nargs="*", metavar="PROBLEM", help="problems (default: all)")
    parser.add_argument(
        "--solution", default="*", metavar="GLOB", help="only solutions whose name matches"
    )
    parser.add_argument(
        "--case", default="*", metavar="GLOB", help="only cases whose name or group matches"
    )
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
        help="stop a solution at the first wrong answer that settles its verdict",
    )
    report_files.add_forms(parser)
    report_files.add_store(parser)
    parser.add_argument("--rank", action="store_true", help="print the leaderboards too")
    how_loud = parser.add_mutually_exclusive_group()
    how_loud.add_argument(
        "-q", "--quiet", action="store_true", help="print only unexpected verdicts and a last line"
    )
    how_loud.add_argument(
        "-v",
        "--verbose",
        action="store_true",
        help="print each solution when it ends, and how its settings were chosen",
    )


def main(options: argparse.Namespace, words: Sequence[str]) -> int:
    chosen = RunOptions(
        problems_root=options.problems,
        solutions_root=options.solutions,
        names=tuple(options.names),
        solution=options.solution,
        case=options.case,
        workers=options.jobs,
        time_limit_s=options.time_limit,
        memory_limit_mib=options.memory_limit,
        sandbox=options.sandbox,
        isolation=Isolation(options.isolation),
        give_up=options.give_up,
        stop_at_first=options.stop_at_first,
        command=shlex.join(["judge", *words]),
    )
    verbosity = _verbosity(options)
    what = make_plan(chosen)
    report = options.report or report_files.REPORTS / f"{datetime.now():%Y-%m-%d-%H%M%S}.html"
    report_files.check_places(options, report)
    scratch.usable()  # before the store begins a run
    store = report_files.open_to_keep(options)
    with shown_progress(what, verbosity) as shown:
        results = listen(evaluate(what, chosen, store), shown)
    _print(results, what, verbosity, options.rank, store)
    faults = report_files.told_witnesses(better_answer.better_answers(results, what))
    before = store.number if store else None
    quiet = verbosity is Verbosity.QUIET
    report_files.write(options, results, what.problems, report, store, before, quiet, faults)
    if results.interrupted:
        print("interrupted: the report holds what was done", file=sys.stderr)
        return INTERRUPTED
    return NOT_AS_EXPECTED if results.unexpected else OK


def _verbosity(options: argparse.Namespace) -> Verbosity:
    if options.quiet:
        return Verbosity.QUIET
    return Verbosity.VERBOSE if options.verbose else Verbosity.USUAL


def _records(store: Store | None, problem: str) -> dict[str, int]:
    """The smallest size in each language before this run; none where the store cannot tell."""
    if store is None:
        return {}
    with suppress(JudgeError):  # a run must not be lost to a damaged store
        return {past.language: past.size for past in store.records(problem, store.number)}
    return {}


def _print(
    results: Results, what: Plan, verbosity: Verbosity, ranked: bool, store: Store | None
) -> None:
    style = style_for(sys.stdout, os.environ)
    titles = {entry.name: entry.title for entry in all_languages().values()}
    for result in results.problems:
        rows = solution_table(result, what.problems[result.problem.name].scores, style, verbosity)
        ranking = rank_solutions(result.judged, _records(store, result.problem.name))
        if ranked:
            rows += ["", *leaderboard_lines(ranking, titles)]
        elif verbosity is not Verbosity.QUIET:
            rows += smallest(ranking, titles)
        if rows:
            print("\n" + "\n".join(rows))
    print(("" if verbosity is Verbosity.QUIET else "\n") + ending(results))

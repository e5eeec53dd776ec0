"""What ``judge run`` does: the first result, the plan, the run, the summary and the report."""

from __future__ import annotations

import argparse
import os
import shlex
import sys
from collections.abc import Sequence
from datetime import datetime
from functools import cache, partial
from pathlib import Path

from judge.commands import report_files
from judge.commands.arguments import status_of
from judge.common import scratch
from judge.common.long_lived import LongLived
from judge.common.safe_text import one_line
from judge.evaluation.better_answer import better_answers
from judge.evaluation.events import CaseJudged, Event, Listener, SolutionBuilt
from judge.evaluation.first_result import first_result_of
from judge.evaluation.plan import Plan, RunOptions, make_plan
from judge.evaluation.probes import Probes
from judge.library.planned_run import PlannedRun
from judge.model import Isolation
from judge.report.terminal.progress import reading_progress, shown_progress
from judge.report.terminal.style import Verbosity, style_for
from judge.report.terminal.summary import run_text
from judge.running.checkers import has_validator
from judge.store.store import Store


def judge_and_report(options: argparse.Namespace, argv: Sequence[str], probes: Probes) -> int:
    """The exit status. ``probes`` have begun; raises JudgeError."""
    chosen = _chosen(options, argv)
    verbosity = _verbosity(options)
    report = options.report or report_files.REPORTS / f"{datetime.now():%Y-%m-%d-%H%M%S}.html"
    open_store = cache(partial(_open_store, options, report))
    stays = LongLived()
    with reading_progress() as progress:
        first = first_result_of(chosen, probes, open_store) if progress.is_shown else None
        if first is not None:
            progress.show(first.judged)

        def hear(cases: int) -> None:
            progress.advance(cases)
            stays(cases)

        plan = make_plan(chosen, hear, probes)
    plan = first.used_in(plan) if first else plan
    stays.keep()
    for note in _notes(plan, verbosity):
        print(one_line(f"note: {note}"), file=sys.stderr)
    store = open_store()
    executed = first.executed if first else frozenset()
    run = PlannedRun(plan, chosen, store, tell=report_files.tell, executed=executed)
    with shown_progress(plan, verbosity) as shown:
        results = run.results(shown, _writers_loader(plan))
    style = style_for(sys.stdout, os.environ)
    print(run_text(results, plan, style, verbosity, options.rank, store))
    faults = report_files.witness_messages(better_answers(results, plan))
    before = store.number if store else None
    quiet = verbosity is Verbosity.QUIET
    report_files.write(options, results, plan.problems, report, store, before, quiet, faults)
    if results.interrupted:
        print("interrupted: the report contains what was done", file=sys.stderr)
    return status_of(results.interrupted, not results.unexpected)


def _writers_loader(plan: Plan) -> Listener:
    """What loads the modules that write the report while workers have more to do: when the first
    result is shown, or a solution is built before the validator of its package, if it has one."""
    validated = {name for name, one in plan.problems.items() if has_validator(one.problem)}

    def hear(event: Event) -> None:
        is_ahead = isinstance(event, SolutionBuilt) and event.solution.problem in validated
        if is_ahead or isinstance(event, CaseJudged):
            report_files.load_writers()

    return hear


def _open_store(options: argparse.Namespace, report: Path) -> Store | None:
    """The store of the run, if all that it writes can be written; raises JudgeError."""
    report_files.check_targets(options, report)
    scratch.usable()  # before the run is in the store
    return report_files.open_to_keep(options)


def _notes(plan: Plan, verbosity: Verbosity) -> tuple[str, ...]:
    """What is said of the submissions of packages before they run."""
    if verbosity is Verbosity.QUIET:
        return ()
    ignored = [f"{name}: no submission, not judged" for name in plan.ignored]
    return (*plan.notes, *(ignored if verbosity is Verbosity.VERBOSE else ()))


def _verbosity(options: argparse.Namespace) -> Verbosity:
    if options.quiet:
        return Verbosity.QUIET
    return Verbosity.VERBOSE if options.verbose else Verbosity.USUAL


def _chosen(options: argparse.Namespace, argv: Sequence[str]) -> RunOptions:
    return RunOptions(
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
        fresh=options.fresh,
        cluster=options.cluster,
        command=shlex.join(["judge", *argv]),
    )

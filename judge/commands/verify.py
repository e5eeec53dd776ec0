"""``judge verify``: check that a problem is sound and write a report."""

from __future__ import annotations

import argparse
import shlex
import sys
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path

from judge.commands import report_files
from judge.commands.arguments import (
    Parser,
    add_give_up,
    add_report,
    add_roots,
    add_seed,
    add_solution_pattern,
    add_workers,
    check_writable,
    positive,
    status_of,
)
from judge.commands.report_files import REPORTS
from judge.common import atomic_write, streams
from judge.common.errors import JudgeError, shown_path
from judge.evaluation import better_answer
from judge.evaluation.events import listen
from judge.evaluation.plan import RunOptions
from judge.packages.name_or_path import problem_name
from judge.report.terminal.findings import cached_line, finding_line, shown_findings
from judge.report.terminal.progress import shown_progress
from judge.report.terminal.style import Verbosity
from judge.verify import checks, solution_run
from judge.verify.result_cache import open_cache


def arguments(parser: Parser) -> None:
    add_roots(parser)
    parser.add_argument("problem", metavar="PROBLEM", help="name of a problem")
    add_solution_pattern(parser)
    parser.add_argument(
        "--seconds",
        type=positive,
        default=10.0,
        metavar="N",
        help="how long each check may take (default: 10)",
    )
    add_seed(parser)
    add_workers(parser)
    add_give_up(parser)
    parser.add_argument(
        "--save",
        action="store_true",
        help="add to the package the outputs that would notice a change of its plug-in",
    )
    parser.add_argument(
        "--fresh", action="store_true", help="repeat what is known from an earlier verification"
    )
    add_report(parser)


def main(options: argparse.Namespace, argv: Sequence[str]) -> int:
    chosen = _chosen(options, argv)
    try:
        plan = checks.plan_runs(chosen)
    except JudgeError as error:
        if (fault := checks.data_fault(error)) is None:
            raise
        print(finding_line(fault))
        return status_of(interrupted=False, as_expected=False)
    report = options.report or REPORTS / f"verify-{problem_name(options.problem)}-{_now()}.html"
    if options.report is not None:
        check_writable(report)
        if atomic_write.target(report).way is atomic_write.Way.STANDARD_OUTPUT:
            streams.results_to_standard_error()
    cache = None if options.fresh else open_cache(plan, chosen)
    if (fault := checks.hanging_validator(plan, chosen, cache)) is not None:
        print(finding_line(fault))
        return status_of(interrupted=False, as_expected=False)
    part, known = solution_run.split(plan, cache)
    with shown_progress(part, Verbosity.QUIET) as shown:
        results = listen(solution_run.run(plan, part, known, chosen, cache), shown)
    faults = report_files.witness_messages(better_answer.better_answers(results, plan))
    seconds, seed, save = options.seconds, options.seed, options.save
    fresh = options.fresh
    subject = checks.make_subject(plan, chosen, results, seconds, seed, save, fresh)
    with shown_findings(len(checks.CHECKS)) as hear:
        verified = checks.verify(subject, hear, cache)
    if known or verified.cached:
        print(cached_line(len(known), verified.cached))
    faults += _written(verified, options.seed, report)
    if faults:
        raise JudgeError("; ".join(faults))
    if verified.interrupted:
        print("interrupted: the report contains what was done", file=sys.stderr)
    return status_of(verified.interrupted, not verified.has_fault)


def _now() -> str:
    return f"{datetime.now():%Y-%m-%d-%H%M%S}"


def _written(verified: checks.Verification, seed: int, report: Path) -> list[str]:
    """Write the page and print where it is; the fault if it cannot be written."""
    from judge.report.html import verification  # slow to load

    try:
        verification.write(
            verified.results,
            verified.findings,
            seed,
            verified.interrupted,
            report,
            report_files.is_listed(report),
        )
    except OSError as error:
        return [str(JudgeError(f"cannot be written: {error.strerror}", report))]
    print(f"\nreport: {shown_path(report)}")
    report_files.renew_index(report)
    return []


def _chosen(options: argparse.Namespace, argv: Sequence[str]) -> RunOptions:
    return RunOptions(
        problems_root=options.problems,
        solutions_root=options.solutions,
        names=(options.problem,),
        solution=options.solution,
        workers=options.jobs,
        sandbox=options.sandbox,
        give_up=options.give_up,
        command=shlex.join(["judge", *argv]),
    )

"""``judge grade``: judge one file, without a report."""

from __future__ import annotations

import argparse
import shlex
import time
from collections.abc import Sequence

from judge.commands import report_files
from judge.commands.arguments import (
    INTERRUPTED,
    Parser,
    add_isolation,
    add_report,
    add_roots,
    add_workers,
    status_of,
)
from judge.common.errors import JudgeError
from judge.evaluation import better_answer
from judge.evaluation.plan_file import GradeOptions, plan_source, with_whole_outputs
from judge.library.planned_run import PlannedRun
from judge.model import Input, Isolation, Kind, Verdict
from judge.report.terminal.grade import grade_text
from judge.report.terminal.progress import shown_progress
from judge.report.terminal.style import Verbosity
from judge.store.location import DEFAULT

#: Keys of a manifest that the command line may set.
_DECLARED = ("kind", "language", "encoding", "input", "name")


def arguments(parser: Parser) -> None:
    add_file(
        parser,
        "a source, an output (.out .txt .ans), or - for standard input: an output, or with "
        "--language a source",
    )
    add_report(parser)
    parser.add_argument("--open", action="store_true", help="open the report in a browser")


def add_file(parser: Parser, what: str) -> None:
    """The cases, the file and how it is judged; ``what`` the file may be."""
    add_roots(parser)
    parser.add_argument("target", metavar="PROBLEM[/GROUP[/CASE]]", help="the cases to judge it on")
    parser.add_argument("file", metavar="FILE", help=what)
    parser.add_argument(
        "--kind",
        choices=[kind.value for kind in Kind if kind is not Kind.OUTPUT],
        help="how the source is run (default: as its manifest says, or detected)",
    )
    parser.add_argument(
        "--language", metavar="NAME", help="default: as its manifest or the file's suffix says"
    )
    parser.add_argument(
        "--encoding", metavar="NAME", help="a code page, base64 or hex, as for judge size"
    )
    parser.add_argument(
        "--input",
        metavar="FORM",
        choices=[form.value for form in Input],
        help="the form in which a program gets a case: " + ", ".join(form.value for form in Input),
    )
    parser.add_argument("--name", metavar="NAME", help="the function to call")
    add_isolation(parser)
    add_workers(parser)


def main(options: argparse.Namespace, argv: Sequence[str]) -> int:
    started = time.monotonic()
    if options.open and options.report is None:
        raise JudgeError("--open opens the report: name its file with --report")
    if options.report is not None:
        report_files.check_target(options.report)
    plan, run_options = plan_source(chosen(options, argv))
    with shown_progress(plan, Verbosity.QUIET) as shown:
        planned = PlannedRun(plan, run_options, proofs=DEFAULT)
        results = with_whole_outputs(planned.results(shown))
    if not results.problems[0].solutions:
        return INTERRUPTED
    print(grade_text(plan, results, time.monotonic() - started))
    if options.report is not None:
        report_files.write_page(results, plan.problems, options.report, options.open)
    report_files.save_witnesses(better_answer.better_answers(results, plan))
    [result] = results.problems[0].solutions
    return status_of(results.interrupted, result.verdict is Verdict.AC)


def chosen(options: argparse.Namespace, argv: Sequence[str]) -> GradeOptions:
    """What the command line of ``grade`` or ``watch`` asks for."""
    declared = {key: getattr(options, key) for key in _DECLARED}
    return GradeOptions(
        problems_root=options.problems,
        target=options.target,
        file=options.file,
        sandbox=options.sandbox,
        workers=options.jobs,
        isolation=Isolation(options.isolation),
        declared={key: value for key, value in declared.items() if value},
        command=shlex.join(["judge", *argv]),
    )

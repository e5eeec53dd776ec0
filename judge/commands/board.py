"""``judge board``: the leaderboards of a stored run as one page, or as Markdown."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

from judge.commands import report_files
from judge.commands.arguments import OK, Parser, output_file
from judge.common.atomic_write import STANDARD_OUTPUT
from judge.common.errors import JudgeError, shown_path
from judge.common.messages import did_you_mean
from judge.model import ProblemResult
from judge.packages.name_or_path import problem_name
from judge.posts.history import milestones
from judge.posts.record import read_record
from judge.report.export import board_markdown
from judge.report.html.board import render_board
from judge.store import restore


def arguments(parser: Parser) -> None:
    parser.add_argument("problem", metavar="PROBLEM", help="a problem of the run")
    parser.add_argument(
        "--solutions",
        type=Path,
        default=Path("solutions"),
        metavar="DIR",
        help="folder of solutions, for the history of imported posts (default: solutions)",
    )
    report_files.add_from(parser)
    report_files.add_run(parser)
    parser.add_argument(
        "--report",
        type=output_file,
        metavar="FILE",
        help="write the page there (default: reports/PROBLEM-board.html, without --markdown)",
    )
    parser.add_argument(
        "--markdown",
        type=output_file,
        metavar="FILE",
        help="write Markdown there; - is standard output",
    )


def main(options: argparse.Namespace, argv: Sequence[str]) -> int:
    store = report_files.open_to_read(options.store)
    results = restore.settled(store, restore.number_of_run(store, options.run))
    result = _of_problem(results.problems, problem_name(options.problem), options.store)
    name = result.problem.name
    times = milestones(result.solutions, read_record(options.solutions / name))
    report = options.report
    if report is None and options.markdown is None:
        report = report_files.REPORTS / f"{name}-board.html"
    if report is not None:
        _write(report, render_board(result.problem, result.solutions, times, results.started))
    if options.markdown is not None:
        text = board_markdown.render_board(result.problem, result.solutions, times)
        _write(options.markdown, text)
    return OK


def _of_problem(parts: Sequence[ProblemResult], name: str, store: Path) -> ProblemResult:
    """Raises JudgeError for a problem that the run has not judged."""
    known = {part.problem.name: part for part in parts if part.solutions}
    if name not in known:
        raise JudgeError(f"the run has no results of {name!r}: {did_you_mean(name, known)}", store)
    return known[name]


def _write(path: Path, text: str) -> None:
    report_files.write_text(path, text)
    if path != STANDARD_OUTPUT:
        print(f"wrote {shown_path(path)}")

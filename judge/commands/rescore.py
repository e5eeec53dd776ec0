"""``judge rescore``: grade stored outputs again; nothing is run."""

from __future__ import annotations

import argparse
import shlex
from collections.abc import Sequence
from pathlib import Path

from judge.analysis.compare_runs import compare_sides, side
from judge.commands import report_files
from judge.commands.arguments import NOT_AS_EXPECTED, OK, Parser
from judge.common.errors import JudgeError
from judge.common.scratch import temporary_folder
from judge.evaluation import rescore
from judge.packages.load import problem_name
from judge.store import restore
from judge.store.store import Store


def arguments(parser: Parser) -> None:
    parser.add_argument("names", nargs="*", metavar="PROBLEM", help="problems (default: all)")
    report_files.add_from(parser)
    report_files.add_run(parser)
    report_files.add_forms(parser)


def main(options: argparse.Namespace, words: Sequence[str]) -> int:
    from judge.report.export import json_write
    from judge.report.terminal import comparison

    store = report_files.open_to_read(options.store)
    number = restore.number_of_run(store, options.run)
    report_files.check_places(options, options.report or report_files.REPORTS / "run.html")
    with temporary_folder(0o700) as folder:
        recalled = restore.restore_run(store, number, Path(folder))
        command = shlex.join(["judge", *words])
        again = rescore.rescore_run(recalled, tuple(map(problem_name, options.names)), command)
        kept, faults = _kept(store, again, number)
        report = options.report or report_files.REPORTS / f"run-{kept or f'{number}-rescored'}.html"
        for remark in again.remarks:
            report_files.tell(remark)
        names = {result.problem.name for result in again.results.problems}
        before = side(
            f"@{number}", json_write.results_as_facts(restore.only(recalled.results, names))
        )
        after = side(f"@{kept or 'not kept'}", json_write.results_as_facts(again.results))
        print(comparison.text(compare_sides(before, after)))
        report_files.write(
            options, again.results, again.problems, report, store, kept, faults=faults
        )
    return NOT_AS_EXPECTED if again.results.unexpected else OK


def _kept(store: Store, again: rescore.Rescored, number: int) -> tuple[int | None, list[str]]:
    """The number of the new run, or why there is none: the results are printed in any case."""
    try:
        return store.keep(again.results, again.problems, rescored=number), []
    except JudgeError as error:
        return None, [f"{error}; this run is not kept"]

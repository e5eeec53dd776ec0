"""``judge rescore``: grade stored outputs again; nothing is run."""

from __future__ import annotations

import argparse
import shlex
from collections.abc import Sequence
from pathlib import Path

from judge.commands import report_files
from judge.commands.arguments import NOT_AS_EXPECTED, OK, Parser
from judge.common.scratch import temporary_folder
from judge.evaluation import rescore
from judge.packages.name_or_path import problem_name
from judge.store import restore


def arguments(parser: Parser) -> None:
    parser.add_argument("names", nargs="*", metavar="PROBLEM", help="problems (default: all)")
    report_files.add_from(parser)
    report_files.add_run(parser)
    report_files.add_forms(parser)


def main(options: argparse.Namespace, argv: Sequence[str]) -> int:
    from judge.report.terminal import comparison  # slow to load

    store = report_files.open_to_read(options.store)
    number = restore.number_of_run(store, options.run)
    report_files.check_targets(options, options.report or report_files.REPORTS / "run.html")
    with temporary_folder(0o700) as folder:
        restored = restore.restore_run(store, number, Path(folder))
        command = shlex.join(["judge", *argv])
        names = tuple(map(problem_name, options.names))
        again = rescore.rescore_run(restored, names, command)
        kept, faults = rescore.keep(again, store, number)
        for remark in again.remarks:
            report_files.tell(remark)
        print(comparison.rescored_text(restored, again, kept))
        report = options.report or report_files.REPORTS / f"run-{kept or f'{number}-rescored'}.html"
        report_files.write(
            options, again.results, again.problems, report, store, kept, faults=faults
        )
    return NOT_AS_EXPECTED if again.results.unexpected else OK

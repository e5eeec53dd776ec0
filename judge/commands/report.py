"""``judge report``: draw a stored run again; nothing is run."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

from judge.commands import report_files
from judge.commands.arguments import OK, Parser
from judge.common.errors import shown_path
from judge.common.safe_text import one_line
from judge.common.scratch import temporary_folder
from judge.store import restore
from judge.store.store import Store, StoredRun


def arguments(parser: Parser) -> None:
    report_files.add_from(parser)
    report_files.add_moment(parser)
    parser.add_argument("--moments", action="store_true", help="list the stored runs")
    report_files.add_forms(parser)


def main(options: argparse.Namespace, words: Sequence[str]) -> int:
    store = report_files.open_to_read(options.store)
    if options.moments:
        return _list(store)
    number = restore.number_of_run(store, options.moment)
    report = options.report or report_files.REPORTS / f"moment-{number}.html"
    with temporary_folder(0o700) as folder:
        recalled = restore.restore_run(store, number, Path(folder))
        report_files.check_places(options, report)
        for remark in recalled.remarks:
            report_files.tell(remark)
        report_files.write(options, recalled.results, recalled.plugins, report, store, number)
    return OK


def _list(store: Store) -> int:
    moments = store.moments()
    for moment in moments:
        print(_line(moment))
    if not moments:
        report_files.tell(f"{shown_path(store.path)}: no run is kept yet: `judge run` keeps one")
    return OK


def _line(moment: StoredRun) -> str:
    marks = []
    if moment.rescored is not None:
        marks.append(f"rescored from {moment.rescored}")
    if not moment.settled:
        marks.append("not finished")
    elif moment.interrupted:
        marks.append("interrupted")
    words = [
        f"{moment.number:>4}",
        moment.started,
        f"{moment.solutions:>4} solutions",
        one_line(moment.command, 200),
    ]
    return "  ".join([*words, *([f"({', '.join(marks)})"] if marks else [])])

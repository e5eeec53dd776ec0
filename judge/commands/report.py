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
from judge.evaluation.proved_bounds import with_proofs
from judge.store import restore
from judge.store.records import StoredRun
from judge.store.store import Store


def arguments(parser: Parser) -> None:
    report_files.add_from(parser)
    report_files.add_run(parser)
    parser.add_argument("--runs", action="store_true", help="list the stored runs")
    report_files.add_forms(parser)


def main(options: argparse.Namespace, argv: Sequence[str]) -> int:
    store = report_files.open_to_read(options.store)
    if options.runs:
        return _list(store)
    number = restore.number_of_run(store, options.run)
    report = options.report or report_files.REPORTS / f"run-{number}.html"
    with temporary_folder(0o700) as folder:
        restored = restore.restore_run(store, number, Path(folder))
        report_files.check_targets(options, report)
        for remark in restored.remarks:
            report_files.tell(remark)
        results = with_proofs(restored.results, store.path)
        report_files.write(options, results, restored.problems, report, store, number)
    return OK


def _list(store: Store) -> int:
    stored_runs = store.stored_runs()
    for stored in stored_runs:
        print(_line(stored))
    if not stored_runs:
        report_files.tell(f"{shown_path(store.path)}: no run is stored yet: `judge run` stores one")
    return OK


def _line(stored: StoredRun) -> str:
    marks = []
    if stored.rescored is not None:
        marks.append(f"rescored from {stored.rescored}")
    if not stored.settled:
        marks.append("not finished")
    elif stored.interrupted:
        marks.append("interrupted")
    parts = [
        f"{stored.number:>4}",
        stored.started,
        f"{stored.solutions:>4} solutions",
        one_line(stored.command, 200),
    ]
    return "  ".join([*parts, *([f"({', '.join(marks)})"] if marks else [])])

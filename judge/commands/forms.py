"""What ``judge run``, ``report`` and ``rescore`` write: the page, other formats, the index."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from judge.commands.words import Parser, check_writable
from judge.model import JudgeError, Results, shown_path
from judge.plugin import Plugin
from judge.store import DEFAULT, Store, open_store

if TYPE_CHECKING:
    from judge.report.history import History

#: Options beside ``--report``, and what each writes.
FORMS: Mapping[str, str] = {
    "json": "write the same facts as JSON, for programs",
    "junit": "write the verdicts as JUnit XML, for continuous integration",
    "csv": "write one row per outcome, for a spreadsheet",
    "markdown": "write the leaderboards as Markdown, for a post",
}
#: Where reports go, and where an index of them is begun.
REPORTS = Path("reports")


def add_forms(parser: Parser) -> None:
    """``--report`` and the other formats."""
    parser.add_argument("--report", type=Path, metavar="FILE", help="write the HTML report there")
    for name, purpose in FORMS.items():
        parser.add_argument(f"--{name}", type=Path, metavar="FILE", help=purpose)


def add_from(parser: Parser) -> None:
    """``--from``: the store that is read."""
    parser.add_argument(
        "--from",
        dest="store",
        type=Path,
        default=DEFAULT,
        metavar="STORE",
        help=f"read the runs from this store (default: {DEFAULT})",
    )


def add_moment(parser: Parser) -> None:
    """``--moment``: a run in it."""
    parser.add_argument(
        "--moment",
        default="latest",
        metavar="N",
        help="a run: its number, latest (default) or previous",
    )


def add_store(parser: Parser) -> None:
    """``--store`` and ``--no-store``."""
    parser.add_argument(
        "--store",
        type=Path,
        default=DEFAULT,
        metavar="FILE",
        help=f"store the run there (default: {DEFAULT})",
    )
    parser.add_argument("--no-store", action="store_true", help="do not store the run")


def open_to_keep(options: argparse.Namespace) -> Store | None:
    """The store for a run. A file that is not a store stops no run: the user gets a message."""
    if options.no_store:
        return None
    check_writable(options.store)
    try:
        return open_store(options.store)
    except JudgeError as error:
        tell(f"{error}; this run is not kept")
        return None


def open_to_read(path: Path) -> Store:
    """An existing store; raises JudgeError."""
    if not path.is_file():
        raise JudgeError("no such store: `judge run` makes one", path)
    return open_store(path)


def tell(message: str) -> None:
    """Print a message on standard error."""
    print(f"judge: {message}", file=sys.stderr)


def check_places(options: argparse.Namespace, report: Path) -> None:
    """Raise JudgeError if a file cannot be written, or if two options name one file."""
    taken: dict[Path, str] = {}
    for name, path in [("report", report), *_asked(options)]:
        check_writable(path)
        other = taken.setdefault(path.absolute(), name)
        if other != name:
            raise JudgeError(f"is named by --{other} and --{name}: name two files", path)


def write(
    options: argparse.Namespace,
    results: Results,
    plugins: Mapping[str, Plugin[Any, Any]],
    report: Path,
    store: Store | None,
    before: int | None,
    quiet: bool = False,
) -> None:
    """Write all that was asked for, renew the index, and print where the page is.

    The page tells what ``store`` knows of moments with a number below ``before``. Raises JudgeError
    for a file that cannot be written; those before it are there then.
    """
    from judge.report import csv_rows, facts, html, index, junit, markdown  # costly to load

    writers: Mapping[str, Callable[[Results, Path], None]] = {
        "json": facts.write_json,
        "junit": junit.write,
        "csv": csv_rows.write,
        "markdown": markdown.write,
    }
    try:
        html.write(results, plugins, report, _history(store, results, before))
        for name, path in _asked(options):
            writers[name](results, path)
        index.renew(report.parent, begin=report.parent.absolute() == REPORTS.absolute())
    except OSError as error:
        raise JudgeError(
            f"cannot be written: {error.strerror}", Path(error.filename or report)
        ) from error
    if not quiet:
        print(f"\nreport: {shown_path(report)}")


def _history(store: Store | None, results: Results, before: int | None) -> History:
    from judge.report import history

    try:
        return history.NOTHING if store is None else history.history(store, results, before)
    except JudgeError as error:
        tell(f"{error}; the report tells no earlier results")
        return history.NOTHING


def _asked(options: argparse.Namespace) -> list[tuple[str, Path]]:
    paths = [(name, getattr(options, name)) for name in FORMS]
    return [(name, path) for name, path in paths if path is not None]

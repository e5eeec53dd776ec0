"""What ``judge run``, ``report`` and ``rescore`` write: the page, other formats, the index."""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from judge.commands.arguments import Parser, add_report, check_writable, output_file
from judge.common import atomic_write, streams
from judge.common.browser import open_in_browser
from judge.common.errors import JudgeError, shown_path
from judge.common.safe_text import one_line
from judge.model import Results
from judge.store.location import DEFAULT

if TYPE_CHECKING:
    from judge.evaluation.better_answer import Witness
    from judge.packages.loaded_problem import LoadedProblem
    from judge.report.html.history import History
    from judge.store.store import Store

#: Options besides ``--report``, and what each writes.
FORMS: Mapping[str, str] = {
    "json": "write the same facts as JSON, for programs",
    "junit": "write the verdicts as JUnit XML, for continuous integration",
    "csv": "write one row per outcome, for a spreadsheet",
    "markdown": "write the leaderboards as Markdown, for a post",
    "svg": "write the leaderboards as an SVG image, for a post",
    "badge": "write a badge as an SVG image, for a README",
}
#: May be named twice, because it discards everything.
NOWHERE = Path(os.devnull)
#: A folder with less free space counts as full: bytes.
ROOM = 2**16
#: The default folder of reports, where an index of them is started.
REPORTS = Path("reports")


def add_forms(parser: Parser) -> None:
    """``--report`` and the other formats."""
    add_report(parser)
    for name, purpose in FORMS.items():
        parser.add_argument(f"--{name}", type=output_file, metavar="FILE", help=purpose)


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


def add_run(parser: Parser) -> None:
    """``--run``: a run in it."""
    parser.add_argument(
        "--run",
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
    """The store for a run. A file that is not a store does not stop a run: a message is printed."""
    if options.no_store:
        return None
    from judge.store.store import open_store  # slow to load

    try:
        if options.store == DEFAULT:
            check_room(DEFAULT.parent)
        elif not options.store.is_file():
            check_writable(options.store)
    except JudgeError as error:
        if options.store != DEFAULT:
            raise
        if options.report is not None:  # else the end reports both
            tell(f"{error}; this run is not stored")
        return None
    try:
        return open_store(options.store, tell)
    except JudgeError as error:
        tell(f"{error}; this run is not stored")
        return None


def check_room(folder: Path) -> None:
    """Raise JudgeError for a folder that cannot be written to, or is full."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder) as file:
            file.write(bytes(ROOM))
            file.flush()
    except OSError as error:
        raise JudgeError(f"cannot be written: {error.strerror}", folder) from error


def open_to_read(path: Path) -> Store:
    """An existing store; raises JudgeError."""
    from judge.store.store import open_store  # slow to load

    if not path.exists():
        raise JudgeError("no such store: `judge run` makes one", path)
    return open_store(path)


def tell(message: str) -> None:
    """Print a message on standard error."""
    print(f"judge: {one_line(message)}", file=sys.stderr)


def check_targets(options: argparse.Namespace, report: Path) -> None:
    """Raise JudgeError if a file cannot be written, or if two options name the same file. If one is
    standard output, messages go to standard error.

    A default report that cannot be written does not stop the run: nobody asked for it.
    """
    store = "" if getattr(options, "no_store", False) else str(os.path.realpath(options.store))
    taken = {("path", store): "store" if hasattr(options, "no_store") else "from"}
    for name, path in [("report", report), *_asked(options)]:
        try:
            target = check_target(path)
        except JudgeError:
            if name == "report" and options.report is None:
                continue
            raise
        other = taken.setdefault(target.key, name)
        if other != name and target.path != NOWHERE:
            raise JudgeError(f"is named by --{other} and --{name}: name two files", path)


def save_witnesses(witnesses: Iterable[Witness]) -> None:
    """Save answers that are better than the stored ones; raises JudgeError for those that cannot be
    written, when all others are."""
    if faults := witness_messages(witnesses):
        raise JudgeError("; ".join(faults))


def witness_messages(witnesses: Iterable[Witness]) -> list[str]:
    """Save answers that are better than the stored ones and print where; returns the faults of
    those that cannot be written."""
    from judge.evaluation.better_answer import save_better_answers  # slow to load

    faults = []
    for witness in witnesses:
        try:
            print(save_better_answers(witness))
        except JudgeError as error:
            faults.append(str(error))
    return faults


@cache
def load_writers() -> None:
    """Load the modules that ``write`` needs, which are slow to load; once, however often called."""
    from judge.report.export import csv_rows, json_write, junit, markdown, svg  # noqa: F401
    from judge.report.html import index, page  # noqa: F401


def write(
    options: argparse.Namespace,
    results: Results,
    problems: Mapping[str, LoadedProblem],
    report: Path,
    store: Store | None,
    before: int | None,
    quiet: bool = False,
    faults: Sequence[str] = (),
) -> None:
    """Write every file that was asked for, renew the index, and print where the page is.

    The page shows what ``store`` knows of runs with a number below ``before``. Raises JudgeError at
    the end for files that cannot be written, and for earlier ``faults``; all others are written.
    """
    from judge.report.export import csv_rows, json_write, junit, markdown, svg
    from judge.report.html import index, page

    writers: Mapping[str, Callable[[Results, Path], None]] = {
        "report": lambda _, path: page.write(
            results, problems, path, _history(store, results, before), is_listed(path)
        ),
        "json": json_write.write_json,
        "junit": junit.write,
        "csv": csv_rows.write,
        "markdown": markdown.write,
        "svg": svg.write_board,
        "badge": svg.write_badge,
    }
    found = list(faults)
    written = set()
    for name, path in [("report", report), *_asked(options)]:
        if not (fault := _written(writers[name], results, path)):
            written.add(name)
        found += fault
    if "report" in written and _is_in_a_folder(report):
        begin = _begins_index(report)
        found += _attempted(lambda: index.renew(report.parent, begin=begin), report)
    if "report" in written and not quiet:
        print(f"\nreport: {shown_path(report)}")
    if found:
        lost = store is None and not getattr(options, "no_store", True)
        raise JudgeError("; ".join(found) + "; this run is not stored" * lost)


def renew_index(report: Path) -> None:
    """Renew the index beside a page, if there is one; the default folder gets one."""
    from judge.report.html import index

    if _is_in_a_folder(report):
        for fault in _attempted(
            lambda: index.renew(report.parent, begin=_begins_index(report)), report
        ):
            tell(fault)


def _begins_index(report: Path) -> bool:
    return report.parent.absolute() == REPORTS.absolute()


def is_listed(report: Path) -> bool:
    """Whether the folder of a page has an index, or gets one."""
    return _begins_index(report) or (report.parent / "index.html").is_file()


def check_target(path: Path) -> atomic_write.Target:
    """What a path names, before the work begins; raises JudgeError if its result could not be
    written to that after it. Where it is standard output, all else goes to standard error."""
    check_writable(path)
    target = atomic_write.target(path)
    if target.way is atomic_write.Way.STANDARD_OUTPUT:
        streams.results_to_standard_error()
    return target


def write_page(
    results: Results, problems: Mapping[str, LoadedProblem], path: Path, show: bool
) -> None:
    """Write the page alone, print where it is and, to ``show`` it, open it in a browser. Raises
    JudgeError."""
    from judge.report.html import page  # slow to load

    if faults := _attempted(lambda: page.write(results, problems, path), path):
        raise JudgeError("; ".join(faults))
    print(f"\nreport: {shown_path(path)}")
    if show:
        _open(path)


def _open(report: Path) -> None:
    """Show a page in a browser."""
    if not open_in_browser(report.absolute().as_uri()):
        tell("no browser can be started: open the report by hand")


def _written(writer: Callable[[Results, Path], None], results: Results, path: Path) -> list[str]:
    return _attempted(lambda: writer(results, path), path)


def _attempted(write: Callable[[], object], path: Path) -> list[str]:
    """The fault that prevented a file from being written, if any."""
    try:
        write()
        return []
    except OSError as error:
        return [str(JudgeError(f"cannot be written: {error.strerror}", path))]


def write_text(path: Path, text: str) -> None:
    """Write a result to the file that an option names; raises JudgeError."""
    try:
        atomic_write.write_whole(path, text.encode())
    except OSError as error:
        raise JudgeError(f"cannot be written: {error.strerror}", path) from error


def _is_in_a_folder(report: Path) -> bool:
    try:
        return atomic_write.target(report).way is atomic_write.Way.REPLACED
    except OSError:
        return False


def _history(store: Store | None, results: Results, before: int | None) -> History:
    from judge.report.html import history

    try:
        return history.NOTHING if store is None else history.past_results(store, results, before)
    except JudgeError as error:
        tell(f"{error}; the report shows no earlier results")
        return history.NOTHING


def _asked(options: argparse.Namespace) -> list[tuple[str, Path]]:
    paths = [(name, getattr(options, name)) for name in FORMS]
    return [(name, path) for name, path in paths if path is not None]

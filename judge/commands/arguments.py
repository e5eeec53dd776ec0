"""What the commands share: their parser, exit statuses and types of arguments."""

from __future__ import annotations

import argparse
import errno
import os
import sys
import tempfile
from pathlib import Path
from typing import NoReturn

from judge.common import atomic_write
from judge.common.errors import JudgeError
from judge.common.safe_text import one_line
from judge.common.toml_lines import LARGEST_NUMBER
from judge.model import GIVE_UP, Isolation

#: ``USAGE``: the command could not be run, or its result could not be printed. ``INTERRUPTED``:
#: ended early by Ctrl-C; for SIGTERM and SIGHUP the console script returns 143 and 129 instead.
#: ``UNFINISHED``: a proof that ran out of time.
OK, NOT_AS_EXPECTED, USAGE, UNFINISHED, INTERRUPTED = 0, 1, 2, 3, 130

#: Error numbers of a full disk or an exceeded quota.
FULL = (errno.ENOSPC, errno.EDQUOT)


def status_of(interrupted: bool, as_expected: bool) -> int:
    """The exit status of a command that has judged something."""
    if interrupted:
        return INTERRUPTED
    return OK if as_expected else NOT_AS_EXPECTED


class Parser(argparse.ArgumentParser):
    """Reports an error in one line."""

    def error(self, message: str) -> NoReturn:
        print(f"{self.prog}: {one_line(message)} (see {self.prog} --help)", file=sys.stderr)
        raise SystemExit(USAGE)


class Pattern(argparse.Action):
    """A pattern. A second one would silently replace the first, so it is an error."""

    def __call__(
        self,
        parser: argparse.ArgumentParser,
        namespace: argparse.Namespace,
        values: object,
        option_string: str | None = None,
    ) -> None:
        if getattr(namespace, self.dest) != self.default:
            both = f"{getattr(namespace, self.dest)!r} and {values!r}"
            parser.error(f"{option_string} is given twice, as {both}: give one pattern for both")
        setattr(namespace, self.dest, values)


def add_solution_pattern(parser: Parser) -> None:
    """``--solution``."""
    parser.add_argument(
        "--solution",
        action=Pattern,
        default="*",
        metavar="GLOB",
        help="only solutions whose name matches",
    )


def add_case_pattern(parser: Parser) -> None:
    """``--case``."""
    parser.add_argument(
        "--case",
        action=Pattern,
        default="*",
        metavar="GLOB",
        help="only cases whose name or group matches",
    )


def add_problems(parser: Parser, purpose: str) -> None:
    """``--problems``."""
    parser.add_argument(
        "--problems", type=Path, default=Path("problems"), metavar="DIR", help=purpose
    )


def add_roots(parser: Parser) -> None:
    """``--problems`` and ``--solutions``."""
    add_problems(parser, "folder of problem packages (default: problems)")
    parser.add_argument(
        "--solutions",
        type=Path,
        default=Path("solutions"),
        metavar="DIR",
        help="folder of solutions, with one folder per problem (default: solutions)",
    )


def add_seed(parser: Parser) -> None:
    """``--seed``."""
    parser.add_argument(
        "--seed", type=count, default=0, metavar="N", help="seed of all random choices (default: 0)"
    )


def add_workers(parser: Parser) -> None:
    """``-j`` and ``--sandbox``."""
    parser.add_argument(
        "-j",
        "--jobs",
        type=whole,
        metavar="N",
        help="number of workers (default: one per core)",
    )
    parser.add_argument(
        "--sandbox",
        default="auto",
        metavar="LAYER",
        help="auto (default), bubblewrap, landlock or none",
    )


def add_report(parser: Parser) -> None:
    """``--report``."""
    parser.add_argument(
        "--report", type=output_file, metavar="FILE", help="write the HTML report there"
    )


def add_give_up(parser: Parser) -> None:
    """``--give-up``."""
    parser.add_argument(
        "--give-up",
        type=count,
        default=GIVE_UP,
        metavar="N",
        help="stop a solution after N cases in a row that hit a limit of time, memory or output "
        "(default: %(default)s; 0: never)",
    )


def add_isolation(parser: Parser) -> None:
    """``--isolation``."""
    parser.add_argument(
        "--isolation",
        choices=[isolation.value for isolation in Isolation],
        default=Isolation.SOLUTION.value,
        help="what is renewed for every case: solution (default): the process, inside one "
        "sandbox per solution; case: the sandbox too",
    )


def whole(text: str, least: int = 1, most: int = LARGEST_NUMBER) -> int:
    if not text.isdecimal() or not least <= int(text[:20]) <= most:
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from {least} to {most}")
    return int(text)


def count(text: str) -> int:
    return whole(text, least=0)


def positive(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0 < value <= LARGEST_NUMBER:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of seconds above 0")
    return value


def output_file(text: str) -> Path:
    """The file of an option that writes one. An existing file that does not look like a report may
    be a source or a case, given where a file name was forgotten: it is not replaced."""
    path = Path(text)
    if text.endswith(os.sep):
        raise argparse.ArgumentTypeError(f"{text!r} names a folder: name a file in it")
    if not atomic_write.is_replaceable(path):
        raise argparse.ArgumentTypeError(
            f"{text!r} exists and is not a report: name another file, or delete it first"
        )
    return path


def check_writable(path: Path) -> None:
    """Raise JudgeError if a file cannot be written there, before a run rather than after it.

    A full disk does not stop a run: its results are printed as well.
    """
    try:
        target = atomic_write.target(path)
        if target.way is atomic_write.Way.REPLACED:
            target.path.parent.mkdir(parents=True, exist_ok=True)
            with tempfile.TemporaryFile(dir=target.path.parent):
                pass
    except OSError as error:
        if error.errno not in FULL:
            raise JudgeError(f"cannot be written: {error.strerror}", path) from error

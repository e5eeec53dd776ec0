"""Files beside problem.yaml that other judges read: ``.timelimit``, ``domjudge-problem.ini``."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from pathlib import Path

from msgspec import Struct

from judge.common import foreign_files
from judge.common.errors import JudgeError, not_utf_8, unreadable
from judge.common.toml_lines import LARGEST_NUMBER

TIME = ".timelimit"
INI = "domjudge-problem.ini"
_LINE = re.compile(r"\s*([\w-]+)\s*=\s*(.*?)\s*")
_OUTSIDE = ("special_run", "special_compare")
#: Keys of the contest, which say nothing of the problem.
_CONTEST = (
    *("externalid", "probid", "allow_submit", "allow_judge", "points", "color"),
    *("short-name", "ordinal"),
)


class TimeFiles(Struct, frozen=True):
    """The time limit that these files declare, in seconds, and the problem's name."""

    time_limit: float | None = None
    name: str = ""
    notes: tuple[str, ...] = ()


def read_time_files(folder: Path) -> TimeFiles:
    """Both files, if they are there; raises JudgeError, also when they contradict each other."""
    lines = _lines(folder / INI, folder)
    for key in _OUTSIDE:
        if key in lines:
            said = f"{key} refers to a program outside the package: put it into the package"
            raise JudgeError(said, folder / INI, lines[key][0])
    found = _seconds(folder / INI, *lines["timelimit"]) if "timelimit" in lines else None
    known = {*_CONTEST, "name", "timelimit"}
    notes = tuple(f"{INI}: {key} is not used" for key in lines if key not in known)
    own = _text(folder / TIME, folder)
    seconds = _seconds(folder / TIME, 1, own.strip()) if own is not None else None
    if seconds is not None and found is not None and seconds != found:
        said = f"says {seconds:g} s, and {INI} says {found:g} s: remove one of them"
        raise JudgeError(said, folder / TIME)
    name = lines["name"][1] if "name" in lines else ""
    return TimeFiles(seconds if found is None else found, name, notes)


def _lines(path: Path, folder: Path) -> Mapping[str, tuple[int, str]]:
    """The line number and the value of each key."""
    found = {}
    for number, line in enumerate((_text(path, folder) or "").splitlines(), 1):
        if not line.strip() or line.lstrip().startswith((";", "#", "[")):
            continue
        match = _LINE.fullmatch(line)
        if match is None:
            raise JudgeError("must contain lines such as timelimit = 2", path, number)
        found[match[1]] = (number, match[2].strip("'\""))
    return found


def _seconds(path: Path, line: int, text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = 0.0
    if not 0 < seconds <= LARGEST_NUMBER:
        raise JudgeError(f"the time limit must be a number of seconds, not {text!r}", path, line)
    return seconds


def _text(path: Path, folder: Path) -> str | None:
    if not os.path.lexists(path):
        return None
    try:
        return foreign_files.read_text(path, folder).removeprefix("\ufeff")  # a byte order mark
    except OSError as error:
        raise unreadable(error, path) from error
    except UnicodeDecodeError as error:
        raise not_utf_8(error, path) from error

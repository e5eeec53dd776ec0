"""Names below ``data`` that look like those of cases, and names that formats forbid."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path

from judge.common.messages import others_too
from judge.model import FormatVersion, Problem
from judge.packages.data_files import JUDGED
from judge.verify.remark import Remark, warning

#: What looks like an input or an answer, and is read as none.
_LIKE_CASE = re.compile(
    r"(?P<stem>.+)\.(?:(?P<input>in|inp|input)|ans|answer)(?:\.(?:txt|gz|bz2|xz|zip))?", re.I
)
_FORBIDDEN = re.compile(r"[^a-zA-Z0-9_.-]")


def doubtful_names(problem: Problem) -> Iterator[Remark]:
    """Files that were probably meant to be of a case, and in a package of the draft names that
    the format does not allow; never raises. Other versions leave those out: told elsewhere."""
    forbidden = []
    for path in _files(problem.folder / "data"):
        name = path.name
        if not name.endswith((".in", ".ans")) and (found := _LIKE_CASE.fullmatch(name)):
            suffix = ".in" if found["input"] else ".ans"
            said = f"is not read: if it is of a case, call it {found['stem']}{suffix}"
            yield warning(path, said)
        if _FORBIDDEN.search(name) and problem.version is FormatVersion.DRAFT_2023_07:
            forbidden.append(path)
    if forbidden:
        said = "the format allows letters, digits, _, . and - in names, and no others: rename it"
        yield warning(forbidden[0], said + others_too(len(forbidden), "other file"))


def _files(data: Path) -> Iterator[Path]:
    """All but hidden files in the folders of cases, in order."""
    for name in JUDGED:
        for folder, folders, files in os.walk(data / name):
            folders[:] = sorted(one for one in folders if not one.startswith("."))
            if not folder.endswith(".files"):
                yield from (Path(folder, one) for one in sorted(files) if not one.startswith("."))

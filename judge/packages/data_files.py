"""What lies below ``data`` of a package: folders, and files by their names."""

from __future__ import annotations

import errno
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from judge.common.errors import JudgeError, is_limit, unexpected, why_unreadable
from judge.packages import descriptions

JUDGED = ("sample", "secret")
#: Folders whose cases test the validators, as the formats and tools name them.
VALIDATOR_TESTS = {
    "invalid_input": "invalid_inputs",
    "invalid_inputs": "invalid_inputs",
    "invalid_answer": "invalid_answers",
    "invalid_answers": "invalid_answers",
    "invalid_output": "invalid_outputs",
    "invalid_outputs": "invalid_outputs",
    "valid_output": "valid_outputs",
    "valid_outputs": "valid_outputs",
}
#: A folder of older tools with cases that test the validators: those that have an answer file have
#: a wrong one, and the inputs of the others are wrong.
OLD_TESTS = "bad"
#: Files that only show a case to people.
SHOWN = (
    *(".in.statement", ".ans.statement", ".in.download", ".ans.download", ".interaction"),
    *(".png", ".jpg", ".jpeg", ".svg"),
)
#: Files that belong to a case, and mean nothing without its input.
OWNED = (".ans", ".out", ".yaml", ".files", ".hint", ".desc", ".args")
#: Those that change how a case is judged or shown.
DESCRIBING = (".yaml", ".files", ".hint", ".desc", ".args")
SUFFIXES = (*SHOWN, *OWNED, ".in")
#: Those that only people read.
TEXTS = (".hint", ".desc")
#: Those that may lie about in older formats without an input.
LOOSE = (*TEXTS, ".out")
#: What a compiler leaves, often among the data of a generator.
COMPILED = "a.out"
GROUP_FILES = ("test_group.yaml", "testdata.yaml")
_MUST_BE_FOLDER = "it must be a folder: put one of this name there"


@contextmanager
def unread(path: Path) -> Iterator[None]:
    """Turn an OSError into a JudgeError."""
    try:
        yield
    except OSError as error:
        if is_limit(error):  # nothing is wrong with the file
            raise JudgeError(unexpected(error)) from error
        why = _MUST_BE_FOLDER if error.errno == errno.ENOTDIR else why_unreadable(error)
        if error.errno in (errno.EISDIR, errno.EINVAL) and path.is_dir():
            why = "it is a folder, and only a file may have this name: rename it"
        raise JudgeError(f"cannot be read: {why}", path) from error


def is_counted(name: str) -> bool:
    """Whether a name is one of the package: not of a hidden file, nor of what looks like an option,
    unless it belongs to a case."""
    return not name.startswith(".") and (not name.startswith("-") or bool(suffix_of(name)))


def suffix_of(name: str) -> str:
    """The suffix of a file that belongs to a case; empty for another."""
    if name in GROUP_FILES or name == descriptions.FILE:
        return ""
    return next((suffix for suffix in SUFFIXES if name.endswith(suffix)), "")

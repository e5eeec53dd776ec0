"""The files of a case: parsing and digests."""

from __future__ import annotations

import functools
import hashlib
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from judge.common import foreign_files
from judge.common.errors import JudgeError, unreadable
from judge.common.foreign_files import CASE_BYTES
from judge.common.score_format import ScoreFormat
from judge.model import Case
from judge.packages.given_files import files_of_case
from judge.packages.plugin_faults import PluginFault
from judge.packages.problem_plugin import REFUSED, ProblemPlugin
from judge.plugin import Best, InputError, Score

T = TypeVar("T")


class LoadedCase(Struct, frozen=True):
    """A case as the plug-in reads it. Without a plug-in its files are not read: ``instance`` is the
    path of the input file, and there is no best answer."""

    instance: Any
    best: Best[Any] | None = None
    #: The size by the plug-in, else the bytes of the input file; empty if unknown.
    size: tuple[int, ...] = ()

    @property
    def best_score(self) -> Score | None:
        """The score of the stored answer, if answers have scores."""
        return self.best.score if self.best else None


class CaseFiles(Struct, frozen=True):
    """What the two files of a case hold."""

    input: bytes
    answer: bytes


def read_files(case: Case) -> CaseFiles:
    """Raises JudgeError for a file that cannot be read."""
    return CaseFiles(_bytes_of(case, ".in"), _bytes_of(case, ".ans"))


def load_case(plugin: ProblemPlugin, case: Case, files: CaseFiles | None = None) -> LoadedCase:
    """A case by its files, which are read unless they are given; raises JudgeError with file, line
    and column."""
    if plugin.own is None:
        size = _bytes(case.input_path) if files is None else _shared((len(files.input),))
        return LoadedCase(case.input_path, None, size)
    files = files or read_files(case)
    instance = _parsed(case, ".in", files.input, plugin.parse)
    best = _parsed(case, ".ans", files.answer, lambda text: plugin.parse_answer(text, instance))
    size = plugin.size(instance) if plugin.offers("size") else (len(files.input),)
    return LoadedCase(instance, best, _shared(size))


def load_input(plugin: ProblemPlugin, case: Case) -> LoadedCase:
    """The same without the answer file, which may be missing."""
    if plugin.own is None:
        return LoadedCase(case.input_path, None, _bytes(case.input_path))
    return LoadedCase(_parsed(case, ".in", _bytes_of(case, ".in"), plugin.parse))


def check_answer(plugin: ProblemPlugin, case: Case, loaded: LoadedCase) -> None:
    """Raise JudgeError for a stored answer that is illegal, or whose score is not what its file
    says. A plug-in that fails on it is a fault of every execution of the case, reported there.
    """
    if loaded.best is None:
        return
    with suppress(PluginFault):
        if wrong := answer_fault(plugin, loaded.instance, loaded.best):
            raise JudgeError(wrong, case.answer_path)


def answer_fault(plugin: ProblemPlugin, instance: Any, best: Best[Any]) -> str:
    """What is wrong with a stored answer by the plug-in's own score or comparison; empty if nothing
    is.

    A file that holds a score and no answer cannot be checked. Nor can one with a format of its own
    where answers are compared: what it holds need not be an output.
    """
    own_format = plugin.offers("parse_answer")
    scored = plugin.goal is not None
    if best.answer is None or own_format is not scored:
        return ""  # an output in the answer file has been scored when it was read
    try:
        if scored:
            return _score_fault(plugin, best.score, plugin.score(instance, best.answer))
        wrong = plugin.compare(instance, best.answer, best.answer)
    except REFUSED as error:
        return f"the stored answer is illegal: {error}"
    return "" if wrong is None else f"the plug-in rejects the stored answer: {wrong or 'compare'}"


def _score_fault(plugin: ProblemPlugin, claimed: Score | None, score: Score) -> str:
    if score == claimed:
        return ""
    shown = ScoreFormat(plugin.unit).score
    return f"the stored answer scores {shown(score)}, and the file says {shown(claimed)}"


def _bytes(path: Path) -> tuple[int, ...]:
    """The length of a file in bytes; raises JudgeError."""
    try:
        return _shared((path.stat().st_size,))
    except OSError as error:
        raise unreadable(error, path) from error


def read_input(case: Case) -> bytes:
    """The input exactly as it is in its file; raises JudgeError."""
    return beginning(case.input_path, CASE_BYTES)[0]


def read_answer(case: Case) -> bytes:
    """The answer file exactly as it is; raises JudgeError."""
    return beginning(case.answer_path, CASE_BYTES)[0]


def beginning(path: Path, most: int) -> tuple[bytes, int]:
    """The first bytes of a file of a case, and how many it has; raises JudgeError."""
    try:
        data = foreign_files.read(path, most=CASE_BYTES)
    except OSError as error:
        raise unreadable(error, path) from error
    return data[:most], len(data)


def _bytes_of(case: Case, suffix: str) -> bytes:
    """A whole file of a case; raises JudgeError."""
    try:
        return foreign_files.read_regular(case.file_name(suffix), CASE_BYTES)
    except OSError as error:
        raise unreadable(error, _path(case, suffix)) from error


def _path(case: Case, suffix: str) -> Path:
    return case.data / f"{case.name}{suffix}"


def _parsed(case: Case, suffix: str, raw: bytes, parse: Callable[[str], T]) -> T:
    """What the plug-in makes of a file; raises JudgeError."""
    try:
        return parse(_text(raw))
    except PluginFault as fault:
        raise PluginFault(str(fault), _path(case, suffix)) from fault
    except InputError as error:
        said = f"column {error.column}: {error.message}"
        raise JudgeError(said, _path(case, suffix), error.line) from error


@functools.lru_cache(maxsize=1024)
def _shared(size: tuple[int, ...]) -> tuple[int, ...]:
    """The same tuple object for all cases of a size, to save memory."""
    return size


def _text(raw: bytes) -> str:
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError as error:
        line = raw[: error.start].count(b"\n") + 1
        raise InputError("is not UTF-8 text", line) from error


def digested(case: Case, files: CaseFiles | None = None) -> Case:
    """The case with the digests of its files as they are now; raises JudgeError."""
    files = files or read_files(case)
    digests = hashlib.sha256(files.input).digest() + hashlib.sha256(files.answer).digest()
    given = digest_of(files_of_case(case))
    return replace(case, digests=digests, files_digest=given)


def digest_of(files: Mapping[str, bytes]) -> str:
    """SHA-256 of files and their paths, in hexadecimal; empty for none."""
    whole = hashlib.sha256()
    for name, data in sorted(files.items()):
        whole.update(b"%d %s %d %s" % (len(name), name.encode(), len(data), data))
    return whole.hexdigest() if files else ""


def digest(path: Path) -> str:
    """SHA-256 of a file in hexadecimal; empty if it cannot be read."""
    try:
        return hashlib.sha256(foreign_files.read(path, most=CASE_BYTES)).hexdigest()
    except OSError:
        return ""

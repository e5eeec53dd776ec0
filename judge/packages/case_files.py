"""The files of a case: parsing and digests."""

from __future__ import annotations

import dataclasses
import functools
import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from judge.common import foreign_files
from judge.common.errors import JudgeError
from judge.common.foreign_files import CASE_BYTES
from judge.model import Case
from judge.packages.plugin_faults import calling_plugin
from judge.plugin import Best, InputError, Plugin

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class LoadedCase:
    """A case as the plug-in reads it."""

    instance: Any
    best: Best[Any]
    #: The size by the plug-in; empty if unknown.
    size: tuple[int, ...] = ()


def load_case(plugin: Plugin[Any, Any], case: Case) -> LoadedCase:
    """Read a case's files; raises JudgeError with file, line and column."""
    instance = _parsed(case.input_path, plugin.parse)
    best = _parsed(case.answer_path, lambda text: plugin.parse_answer(text, instance))
    with calling_plugin("size", path=case.input_path):
        size = _shared(plugin.size(instance))
    return LoadedCase(instance, best, size)


def _parsed(path: Path, parse: Callable[[str], T]) -> T:
    """What the plug-in makes of a file; raises JudgeError."""
    try:
        text = _text(foreign_files.read(path, most=CASE_BYTES))
        with calling_plugin(allowed=(InputError,), path=path):
            return parse(text)
    except OSError as error:
        raise JudgeError(f"cannot be read: {error.strerror}", path) from error
    except InputError as error:
        raise JudgeError(f"column {error.column}: {error.message}", path, error.line) from error


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


def digested(case: Case) -> Case:
    """The case with the digests of its files as they are now; raises JudgeError."""
    found = []
    for path in (case.input_path, case.answer_path):
        try:
            found.append(hashlib.sha256(foreign_files.read(path, most=CASE_BYTES)).digest())
        except OSError as error:
            raise JudgeError(f"cannot be read: {error.strerror}", path) from error
    return dataclasses.replace(case, digests=b"".join(found))


def digest(path: Path) -> str:
    """SHA-256 of a file in hexadecimal; empty if it cannot be read."""
    try:
        return hashlib.sha256(foreign_files.read(path, most=CASE_BYTES)).hexdigest()
    except OSError:
        return ""

"""A finished output -> Execution: nothing is run, the bytes of the file are what was printed."""

from __future__ import annotations

from pathlib import Path

from judge.common import foreign_files
from judge.model import Ended, Execution, Limits, Solution
from judge.running.runner import failed


def read(path: Path, limits: Limits) -> Execution:
    """The Execution of an output file, bounded like any other output; one that is gone is told."""
    try:
        return as_run(foreign_files.read(path), limits)
    except OSError as error:
        return failed(f"{path.name} cannot be read: {error.strerror}")


def output_of(solution: Solution, limits: Limits) -> Execution:
    """The Execution of a solution that is an output: of the bytes that it holds, or of its file."""
    if solution.source is None:
        return read(solution.path, limits)
    return as_run(solution.source, limits)


def as_run(data: bytes, limits: Limits) -> Execution:
    """What a program that printed ``data`` would have left behind, at no cost and without a note:
    a note on a run that ended well tells of a host's trouble."""
    ended = Ended.EXITED if len(data) <= limits.output_bytes else Ended.OUTPUT_LIMIT
    kept = data[: limits.output_bytes]
    status = 0 if ended is Ended.EXITED else None
    return Execution(ended, status, None, kept, b"", None, 0.0, 0.0, 0.0)

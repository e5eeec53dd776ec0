"""An output file -> Execution: nothing is run, the bytes of the file count as standard output."""

from __future__ import annotations

from pathlib import Path

from judge.common import foreign_files
from judge.model import Ended, Execution, Limits, Solution
from judge.running.runner import failed


def read(path: Path, limits: Limits) -> Execution:
    """The execution of an output file, which must keep the output limit. A file that cannot be read
    becomes a failed execution."""
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
    """The execution of a program that prints ``data`` in no time. It has no note: on an execution
    that ended well a note reports trouble with a host."""
    ended = Ended.EXITED if len(data) <= limits.output_bytes else Ended.OUTPUT_LIMIT
    kept = data[: limits.output_bytes]
    status = 0 if ended is Ended.EXITED else None
    return Execution(ended, status, None, kept, b"", None, 0.0, 0.0, 0.0)

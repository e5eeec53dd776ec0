"""An output file -> Execution: nothing is run, the bytes of the file count as standard output."""

from __future__ import annotations

import io
import zipfile
import zlib
from pathlib import Path

from msgspec.structs import replace

from judge.common import foreign_files
from judge.model import Case, Ended, Execution, Limits, Problem, Solution
from judge.running.runner import failed
from judge.solutions.answer_files import member

#: The first bytes of an archive, and of an empty one.
ARCHIVE_SIGNS = (b"PK\x03\x04", b"PK\x05\x06")
UNPACKING_FAULTS = (
    zipfile.BadZipFile,
    zlib.error,
    NotImplementedError,
    RuntimeError,  # it is encrypted
    EOFError,
    ValueError,
    OSError,
)


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


def answer_of(solution: Solution, problem: Problem, case: Case, limits: Limits) -> Execution:
    """The answer to one case in a submission of answers; one that it lacks is empty, one that
    cannot be unpacked is the submission's fault."""
    source = solution.source or b""
    if not source.startswith(ARCHIVE_SIGNS):
        return output_of(solution, limits)
    try:
        with zipfile.ZipFile(io.BytesIO(source)) as archive:
            name = member(archive.namelist(), case.name, len(problem.cases) == 1)
            if name is None:
                return as_run(b"", limits)
            with archive.open(name) as file:
                return as_run(file.read(limits.output_bytes + 1), limits)
    except UNPACKING_FAULTS as error:
        fault = f"the answer cannot be unpacked: {error}"
        return replace(as_run(b"", limits), note=fault)


def as_run(data: bytes, limits: Limits) -> Execution:
    """The execution of a program that prints ``data`` in no time. It has no note: on an execution
    that ended well a note reports trouble with a host."""
    ended = Ended.EXITED if len(data) <= limits.output_bytes else Ended.OUTPUT_LIMIT
    kept = data[: limits.output_bytes]
    status = 0 if ended is Ended.EXITED else None
    return Execution(ended, status, None, kept, b"", None, 0.0, 0.0, 0.0)

"""An output file -> Execution: nothing is run, the bytes of the file count as standard output."""

from __future__ import annotations

import io
import zipfile
import zlib
from collections.abc import Sequence
from pathlib import Path

from msgspec.structs import replace

from judge.common import foreign_files
from judge.model import Case, Ended, Execution, Limits, Problem, Solution
from judge.running.runner import failed

#: The first bytes of an archive, and of an empty one.
ARCHIVE_SIGNS = (b"PK\x03\x04", b"PK\x05\x06")
ANSWER_SUFFIXES = (".out", ".ans", ".txt", "")
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
            name = _member(archive.namelist(), case.name, len(problem.cases) == 1)
            if name is None:
                return as_run(b"", limits)
            with archive.open(name) as file:
                return as_run(file.read(limits.output_bytes + 1), limits)
    except UNPACKING_FAULTS as error:
        fault = f"the answer cannot be unpacked: {error}"
        return replace(as_run(b"", limits), note=fault)


def _member(names: Sequence[str], case: str, only: bool) -> str | None:
    """The file that answers a case: the one with its whole name, or with its last part; the only
    file where there is one case."""
    files = [name for name in names if not name.endswith("/")]
    for wanted in dict.fromkeys((case, case.rpartition("/")[2])):
        for suffix in ANSWER_SUFFIXES:
            for name in files:
                if f"/{name}".endswith(f"/{wanted}{suffix}"):
                    return name
    return files[0] if only and len(files) == 1 else None


def as_run(data: bytes, limits: Limits) -> Execution:
    """The execution of a program that prints ``data`` in no time. It has no note: on an execution
    that ended well a note reports trouble with a host."""
    ended = Ended.EXITED if len(data) <= limits.output_bytes else Ended.OUTPUT_LIMIT
    kept = data[: limits.output_bytes]
    status = 0 if ended is Ended.EXITED else None
    return Execution(ended, status, None, kept, b"", None, 0.0, 0.0, 0.0)

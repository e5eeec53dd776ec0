"""The submissions of a submit-answer problem: files of answers, packed into one archive."""

from __future__ import annotations

import hashlib
import io
import zipfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from judge.common import foreign_files
from judge.common.errors import JudgeError, unreadable
from judge.common.foreign_files import CASE_BYTES
from judge.languages.program import format_sources
from judge.model import Kind, Problem, Size, Solution
from judge.solutions.load import OUTPUT_LANGUAGE

ARCHIVE_SUFFIX = ".zip"
ANSWER_SUFFIXES = (".out", ".ans", ".txt", "")
MOST_FILES = 10_000
#: The same for all files, so that equal submissions have equal digests.
NO_DATE = (1980, 1, 1, 0, 0, 0)


def is_answer_archive(path: Path) -> bool:
    """Whether it may hold the answers to several cases."""
    return path.is_dir() or path.suffix == ARCHIVE_SUFFIX


def packed(path: Path, within: Path | None = None) -> bytes:
    """An archive of the answers: the file itself if it is one, else of the files of a folder, or
    of the only file. Raises JudgeError."""
    try:
        if path.suffix == ARCHIVE_SUFFIX and not path.is_dir():
            data = foreign_files.read(path, within)
            with zipfile.ZipFile(io.BytesIO(data)):
                return data
        return _archive(path, within)
    except OSError as error:
        raise unreadable(error, path) from error
    except (zipfile.BadZipFile, ValueError, NotImplementedError) as error:
        raise JudgeError(f"is not an archive of answers: {error}", path) from error


def answers(path: Path, problem: Problem, name: str, within: Path | None = None) -> Solution:
    """A submission of a file, folder or archive with answers; raises JudgeError."""
    source = packed(path, within)
    return Solution(
        problem=problem.name,
        name=name,
        path=path,
        language=OUTPUT_LANGUAGE,
        kind=Kind.OUTPUT,
        size=len(source),
        settled=("kind: output, by the type of the problem; it is not run",),
        digest=hashlib.sha256(source).hexdigest(),
        source=source,
        measured=Size(len(source), len(source), None),
    )


def _archive(path: Path, within: Path | None) -> bytes:
    """Raises OSError, and JudgeError for too much."""
    held, left = io.BytesIO(), CASE_BYTES
    with zipfile.ZipFile(held, "w", zipfile.ZIP_DEFLATED) as archive:
        for number, (name, file) in enumerate(_files(path)):
            data = foreign_files.read(file, within, CASE_BYTES)
            left -= len(data)
            if left < 0 or number >= MOST_FILES:
                most = f"{CASE_BYTES >> 20} MiB or {MOST_FILES:,} files"
                raise JudgeError(f"contains more than {most}", path)
            archive.writestr(zipfile.ZipInfo(name, NO_DATE), data, zipfile.ZIP_DEFLATED)
    return held.getvalue()


def _files(path: Path) -> Iterator[tuple[str, Path]]:
    """The files of answers, by their names below ``path``."""
    if not path.is_dir():
        yield path.name, path
        return
    for file in sorted(path.rglob("*")):
        if not file.is_dir() and not file.name.startswith("."):
            yield file.relative_to(path).as_posix(), file


def member(names: Sequence[str], case: str, only: bool) -> str | None:
    """The file that answers a case: the one with its whole name, or with its last part; the only
    file where there is one case."""
    files = [name for name in names if not name.endswith("/")]
    for wanted in dict.fromkeys((case, case.rpartition("/")[2])):
        for suffix in ANSWER_SUFFIXES:
            for name in files:
                if f"/{name}".endswith(f"/{wanted}{suffix}"):
                    return name
    return files[0] if only and len(files) == 1 else None


def programs_among(source: bytes, problem: Problem) -> tuple[str, ...]:
    """The sources of programs in an archive that answers no case; none where it answers one."""
    with zipfile.ZipFile(io.BytesIO(source)) as archive:
        names = archive.namelist()
    only = len(problem.cases) == 1
    if any(member(names, case.name, only) for case in problem.cases):
        return ()
    return tuple(name for group in format_sources(names).values() for name in group)

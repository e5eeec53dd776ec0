"""Packages and jobs as bytes that another machine can unpack, each known by its content.

Paths in a package travel as what they are below its folder, and become paths of the copy.
"""

from __future__ import annotations

import hashlib
import io
import pickle
import tarfile
from collections.abc import Sequence
from functools import cache
from pathlib import Path, PurePath
from typing import Any, overload

from msgspec import Struct
from msgspec.structs import replace

from judge.common.errors import unreadable
from judge.evaluation.tasks import Job
from judge.languages.program import outer_headers
from judge.model import Kind, Limits, Problem, Solution
from judge.packages.case_reader import LazyContexts
from judge.packages.loaded_problem import LoadedProblem, with_plugin
from judge.solutions.load import source_of

#: Folders of a package that no machine needs.
LEFT_OUT = frozenset({"__pycache__", ".git"})


class Blob(Struct, frozen=True):
    """Bytes and their SHA-256 in hexadecimal. ``is_package``: a folder, as a tar archive."""

    digest: str
    data: bytes
    is_package: bool = False


class JobBlobs(Struct, frozen=True):
    """A job: the package, the problem that was read from it, and the solution."""

    package: Blob
    problem: Blob
    solution: Blob

    @property
    def order(self) -> JobOrder:
        return JobOrder(self.package.digest, self.problem.digest, self.solution.digest)


class JobOrder(Struct, frozen=True):
    """The digests of a job's parts."""

    package: str
    problem: str
    solution: str


class SolutionPart(Struct, frozen=True):
    """What a job has besides its problem; ``cases`` are indices, None for all."""

    solution: Solution
    limits: Limits
    cases: tuple[int, ...] | None


class Packer:
    """Packs jobs; what several of them share is packed once."""

    def __init__(self) -> None:
        self._package = cache(_package)
        self._problems: dict[int, tuple[Problem, Blob]] = {}

    def blobs(self, job: Job) -> JobBlobs:
        """Raises JudgeError if a file cannot be read."""
        problem = job.problem
        folder = problem.folder
        places = {case.name: place for place, case in enumerate(problem.cases)}
        chosen = tuple(places[case.name] for case in job.cases)
        whole = chosen == tuple(range(len(problem.cases)))
        part = SolutionPart(_with_source(job.solution), job.limits, None if whole else chosen)
        if id(problem) not in self._problems:
            self._problems[id(problem)] = (problem, _blob(_pickled(problem, folder)))
        return JobBlobs(
            self._package(folder), self._problems[id(problem)][1], _blob(_pickled(part, folder))
        )


class LazyJobs(Sequence[Job]):
    """The jobs of a batch on another machine, each read when it is needed.

    ``store`` has each blob under its digest, packages as folders; ``scratch`` is where solutions
    are built.
    """

    def __init__(self, orders: Sequence[JobOrder], store: Path, scratch: Path) -> None:
        self._orders = orders
        self._store = store
        self._scratch = scratch
        self._jobs: dict[int, Job] = {}
        self._problems: dict[str, LoadedProblem] = {}

    @overload
    def __getitem__(self, number: int) -> Job: ...
    @overload
    def __getitem__(self, number: slice) -> Sequence[Job]: ...
    def __getitem__(self, number: int | slice) -> Job | Sequence[Job]:
        if isinstance(number, slice):
            return [self[place] for place in range(*number.indices(len(self)))]
        if number not in self._jobs:
            self._jobs[number] = self._job(number)
        return self._jobs[number]

    def __len__(self) -> int:
        return len(self._orders)

    def _job(self, number: int) -> Job:
        order = self._orders[number]
        folder = package_folder(self._store, order.package)
        if order.problem not in self._problems:
            problem = _unpickled((self._store / order.problem).read_bytes(), folder)
            self._problems[order.problem] = with_plugin(problem)
        loaded = self._problems[order.problem]
        part: SolutionPart = _unpickled((self._store / order.solution).read_bytes(), folder)
        every = loaded.problem.cases
        cases = every if part.cases is None else tuple(every[place] for place in part.cases)
        contexts = LazyContexts(loaded, cases)
        folder = self._scratch / f"{number}-{part.solution.name.replace('/', '-')}"
        return Job(number, loaded.problem, part.solution, cases, contexts, part.limits, folder)


def package_folder(store: Path, digest: str) -> Path:
    """Where the package is unpacked: the folder has its name. Files beside it are headers."""
    [folder] = (path for path in (store / digest).iterdir() if path.is_dir())
    return folder


def unpack(data: bytes, folder: Path) -> None:
    """Unpack a package into a new folder: files and folders only, and none outside it. Raises
    OSError."""
    with tarfile.open(fileobj=io.BytesIO(data)) as archive:
        for member in archive:
            path = folder / member.name
            content = archive.extractfile(member) if member.isfile() else None
            if PurePath(member.name).is_absolute() or ".." in PurePath(member.name).parts:
                raise OSError(f"a package cannot have a file {member.name!r}")
            if content is None:
                path.mkdir(parents=True, exist_ok=True)
            else:
                path.write_bytes(content.read())
                path.chmod(member.mode & 0o755 | 0o600)


def _package(folder: Path) -> Blob:
    """The files of a package, and beside it the headers that it includes from there; links, which
    do not lead out of it, become files."""
    buffer = io.BytesIO()

    def kept(member: tarfile.TarInfo) -> tarfile.TarInfo | None:
        if LEFT_OUT & {*PurePath(member.name).parts}:
            return None
        member.mtime, member.uid, member.gid, member.uname, member.gname = 0, 0, 0, "", ""
        return member

    try:
        with tarfile.open(fileobj=buffer, mode="w", dereference=True) as archive:
            archive.add(folder, folder.name, filter=kept)
            for name, header in sorted(outer_headers(folder).items()):
                archive.add(header, name, filter=kept)
    except OSError as error:
        raise unreadable(error, folder) from error
    return replace(_blob(buffer.getvalue()), is_package=True)


def _with_source(solution: Solution) -> Solution:
    """With its source in it, unless it is a part of the package or an output that is read later."""
    if solution.program is not None or (solution.kind is Kind.OUTPUT and solution.source):
        return solution
    try:
        return replace(solution, source=source_of(solution))
    except OSError as error:
        raise unreadable(error, solution.path) from error


def _blob(data: bytes) -> Blob:
    return Blob(hashlib.sha256(data).hexdigest(), data)


def _pickled(value: object, folder: Path) -> bytes:
    buffer = io.BytesIO()
    _Pickler(buffer, folder).dump(value)
    return buffer.getvalue()


def _unpickled(data: bytes, folder: Path) -> Any:
    return _Unpickler(io.BytesIO(data), folder).load()


class _Pickler(pickle.Pickler):
    def __init__(self, file: io.BytesIO, folder: Path) -> None:
        super().__init__(file, pickle.HIGHEST_PROTOCOL)
        self._folder = folder

    def persistent_id(self, obj: object) -> str | None:
        if isinstance(obj, PurePath) and obj.is_relative_to(self._folder):
            return obj.relative_to(self._folder).as_posix()
        return None


class _Unpickler(pickle.Unpickler):
    def __init__(self, file: io.BytesIO, folder: Path) -> None:
        super().__init__(file)
        self._folder = folder

    def persistent_load(self, pid: str) -> Path:
        return self._folder / pid

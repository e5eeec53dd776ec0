"""Results of earlier verifications, kept where nothing that they depend on has changed.

A result of a solution depends on the package, the solution, its toolchain and the judge; a finding
depends on all solutions and on the options too. Faults are never kept, and neither is what the
machine was too busy for.
"""

from __future__ import annotations

import hashlib
import os
import pickle
import platform
import stat
from collections.abc import Iterable, Iterator, Mapping
from enum import Enum
from pathlib import Path
from typing import Any

from msgspec import Struct

import judge
from judge.evaluation.plan import Plan, RunOptions
from judge.evaluation.request import Request
from judge.languages.table import all_languages
from judge.languages.toolchain import ToolMissing, find_toolchain
from judge.model import Solution, SolutionResult, Verdict
from judge.running import artifact_cache
from judge.verify.finding import Finding, Status

#: The folder in the cache of the judge.
KIND = "verifications"
#: Verdicts that depend on the machine.
_OF_MACHINE = frozenset({Verdict.JE, Verdict.SKIP})
_NOT_CONTENT = frozenset({"__pycache__", ".git"})


class ResultCache(Struct, frozen=True):
    """The kept results of one problem. ``base``: a digest of what all of them depend on."""

    base: str

    def known(self, plan: Plan) -> dict[str, SolutionResult]:
        """The results of unchanged solutions, by name."""
        found = {}
        for request in plan.requests:
            result = loaded(self._key_of(request), SolutionResult)
            if result is not None:
                found[request.solution.name] = result
        return found

    def keep(self, plan: Plan, results: Iterable[SolutionResult]) -> None:
        """Keep what is as expected."""
        requests = {request.solution.name: request for request in plan.requests}
        for result in results:
            if result.as_expected and not _of_machine(result):
                keep(self._key_of(requests[result.solution.name]), result)

    def finding(self, name: str, context: str) -> Finding | None:
        """The finding of a check; ``context``: what it depends on besides the package."""
        found: Finding | None = loaded(_digest(self.base, "finding", name, context), Finding)
        return found

    def keep_finding(self, finding: Finding, context: str) -> None:
        """Keep a finding, unless it is a fault."""
        if finding.status is not Status.FAULT:
            keep(_digest(self.base, "finding", finding.name, context), finding)

    @property
    def is_ending(self) -> bool:
        """Whether the output validator of this package has ended on its first stored output."""
        return loaded(self._ending_key, bool) is True

    def keep_ending(self) -> None:
        """Keep that it has."""
        keep(self._ending_key, True)

    @property
    def _ending_key(self) -> str:
        return _digest(self.base, "the output validator ends")

    def _key_of(self, request: Request) -> str:
        solution = request.solution
        names = ",".join(case.name for case in request.cases)
        return _digest(self.base, "result", described(solution), names, _toolchain(solution))


def open_cache(plan: Plan, options: RunOptions) -> ResultCache | None:
    """The kept results of the plan's one problem; None if it has a file that cannot be read."""
    [loaded] = plan.problems.values()
    if plan.probes is not None:
        plan.probes.join()
    folder = loaded.problem.folder
    words = [
        str(folder.resolve()),
        platform.python_version(),
        options.sandbox,
        str(options.give_up),
        described(loaded.problem.limits),
    ]
    try:
        code = content(Path(judge.__file__).parent)
        base = _digest(*words, *code, *content(folder))
    except OSError:
        return None
    return ResultCache(base)


def _of_machine(result: SolutionResult) -> bool:
    """Whether a repetition might end otherwise."""
    verdicts = {result.verdict, *(outcome.verdict for outcome in result.outcomes)}
    return not verdicts.isdisjoint(_OF_MACHINE)


def results_context(results: Iterable[SolutionResult], *options: object) -> str:
    """What a finding depends on besides the package: solutions, their verdicts, and options."""
    rows = (f"{described(one.solution)} {one.verdict}" for one in results)
    return _digest(*map(repr, options), *rows)


def described(value: object) -> str:
    """A text that is equal for equal values, in every process."""
    if isinstance(value, Struct):
        values = (described(getattr(value, name)) for name in value.__struct_fields__)
        return f"{type(value).__name__}({', '.join(values)})"
    if isinstance(value, Enum):
        return str(value)
    if isinstance(value, frozenset | set):
        return f"{{{', '.join(sorted(map(described, value)))}}}"
    if isinstance(value, Mapping):
        rows = sorted((described(key), described(item)) for key, item in value.items())
        return f"{{{', '.join(f'{key}: {item}' for key, item in rows)}}}"
    if isinstance(value, tuple | list):
        return f"[{', '.join(map(described, value))}]"
    return str(value) if isinstance(value, Path) else repr(value)


def _toolchain(solution: Solution) -> str:
    language = all_languages().get(solution.language)
    if language is None:
        return ""
    try:
        return find_toolchain(language).version
    except ToolMissing as missing:
        return str(missing)


def content(folder: Path) -> Iterator[str]:
    """Names and digests of all files below a folder; raises OSError. A link is not followed."""
    for parent, folders, files in os.walk(folder):
        folders[:] = sorted(set(folders) - _NOT_CONTENT)
        for name in sorted(files):
            path = Path(parent, name)
            mode = path.lstat().st_mode
            if stat.S_ISLNK(mode):
                yield f"{path.relative_to(folder)} -> {path.readlink()}"
            elif stat.S_ISREG(mode) and path.suffix != ".pyc":
                with path.open("rb") as file:
                    digest = hashlib.file_digest(file, "sha256").hexdigest()
                yield f"{path.relative_to(folder)} {digest}"


def _digest(*words: str) -> str:
    return artifact_cache.key_of(words, {})


def loaded(key: str, kind: type[Any]) -> Any:
    """What was kept under a key; None if there is nothing of this kind.

    Only the judge's user can write to its cache, so what is unpickled is the judge's own.
    """
    data = artifact_cache.find(key, KIND)
    if data is None:
        return None
    try:
        value = pickle.loads(data)
    except (pickle.UnpicklingError, AttributeError, ImportError, EOFError):
        return None
    return value if isinstance(value, kind) else None


def keep(key: str, value: object) -> None:
    artifact_cache.keep(key, pickle.dumps(value, pickle.HIGHEST_PROTOCOL), KIND)

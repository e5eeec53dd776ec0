"""A problem with its plug-in, loaded once and handed on as one value."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from judge.common.score_format import ScoreFormat
from judge.model import Case, Problem
from judge.packages.case_files import (
    CaseFiles,
    LoadedCase,
    check_answer,
    digested,
    load_case,
    read_files,
)
from judge.packages.load import find_problems
from judge.packages.plugin_faults import keeping_python
from judge.packages.plugin_loader import load_plugin
from judge.packages.plugin_remains import tell_finalizers
from judge.packages.problem_plugin import ProblemPlugin

#: So many cases are read, and then parsed.
AT_ONCE = 256


class LoadedProblem(Struct, frozen=True, eq=False):
    """A problem and its plug-in. Cases are read when they are asked for."""

    problem: Problem
    plugin: ProblemPlugin

    @property
    def name(self) -> str:
        return self.problem.name

    @property
    def scores(self) -> ScoreFormat:
        """Shows scores in the plug-in's unit."""
        return ScoreFormat(self.plugin.unit)

    def read_case(self, case: Case) -> LoadedCase:
        """Instance and stored answer of a case; raises JudgeError with file, line and column."""
        return load_case(self.plugin, case)

    def read_sound_cases(self, cases: Iterable[Case]) -> Mapping[str, LoadedCase]:
        """The same, and their stored answers are rescored: a wrong one raises JudgeError."""
        found = self.read_cases(cases := tuple(cases))
        for case in cases:
            check_answer(self.plugin, case, found[case.name])
        return found

    def read_all(
        self, chosen: Container[str] | None, tell: Callable[[int], object] = lambda _: None
    ) -> tuple[LoadedProblem, list[LoadedCase | None]]:
        """The problem with the digests of all its cases, and each of them that is ``chosen``, in
        one reading of the files; None for the others. ``chosen``: names; None for all. ``tell`` is
        called with numbers of cases as they are read. Raises JudgeError, also for a stored answer
        that is wrong."""
        with keeping_python(self.plugin.path):
            return self._read_all(chosen, tell)

    def _read_all(
        self, chosen: Container[str] | None, tell: Callable[[int], object]
    ) -> tuple[LoadedProblem, list[LoadedCase | None]]:
        digested_cases: list[Case] = []
        found: list[LoadedCase | None] = []
        for first in range(0, len(self.problem.cases), AT_ONCE):
            cases = self.problem.cases[first : first + AT_ONCE]
            files, its = self.read_together(cases, chosen)
            digested_cases += map(digested, cases, files)
            found += its
            tell(len(cases))
        problem = replace(self.problem, cases=tuple(digested_cases))
        return replace(self, problem=problem), found

    def read_together(
        self, cases: Sequence[Case], chosen: Container[str] | None = None, check: bool = True
    ) -> tuple[list[CaseFiles], list[LoadedCase | None]]:
        """The files of some cases, and each case that is ``chosen``, None for the others; names,
        None for all. ``check``: whether stored answers are rescored. Raises JudgeError, also for
        one that is wrong."""
        files = [read_files(case) for case in cases]  # in no series: a disk may be slow
        found: list[LoadedCase | None] = []
        with self.plugin.series():
            for case, its in zip(cases, files, strict=True):
                if chosen is not None and case.name not in chosen:
                    found.append(None)
                    continue
                found.append(loaded := load_case(self.plugin, case, its))
                if check:
                    check_answer(self.plugin, case, loaded)
        return files, found

    def read_cases(self, cases: Iterable[Case]) -> Mapping[str, LoadedCase]:
        """The chosen cases by name, in their order; raises JudgeError."""
        return {case.name: self.read_case(case) for case in cases}


def with_plugin(problem: Problem) -> LoadedProblem:
    """The problem with the plug-in of its folder; raises JudgeError."""
    if problem.plugin:
        tell_finalizers()
    return LoadedProblem(problem, load_plugin(problem.folder))


def load_problems(root: Path, names: Iterable[str] = ()) -> tuple[LoadedProblem, ...]:
    """The named problems below ``root``, or all of them, with their plug-ins; raises JudgeError."""
    return tuple(with_plugin(problem) for problem in find_problems(root, [*names]))

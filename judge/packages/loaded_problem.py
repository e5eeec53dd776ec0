"""A problem with its plug-in, loaded once and handed on as one value."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from judge.common.score_format import ScoreFormat
from judge.model import Case, Problem
from judge.packages.case_files import LoadedCase, check_answer, load_case
from judge.packages.load import find_problems
from judge.packages.plugin_loader import load_plugin
from judge.packages.problem_plugin import ProblemPlugin


@dataclass(frozen=True, eq=False)
class LoadedProblem:
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

    def read_cases(self, cases: Iterable[Case]) -> Mapping[str, LoadedCase]:
        """The chosen cases by name, in their order; raises JudgeError."""
        return {case.name: self.read_case(case) for case in cases}


def with_plugin(problem: Problem) -> LoadedProblem:
    """The problem with the plug-in of its folder; raises JudgeError."""
    return LoadedProblem(problem, load_plugin(problem.folder))


def load_problems(root: Path, names: Iterable[str] = ()) -> tuple[LoadedProblem, ...]:
    """The named problems below ``root``, or all of them, with their plug-ins; raises JudgeError."""
    return tuple(with_plugin(problem) for problem in find_problems(root, [*names]))

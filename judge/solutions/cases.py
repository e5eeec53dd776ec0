"""Which cases a solution answers."""

from __future__ import annotations

from collections.abc import Sequence

from judge.common.errors import JudgeError
from judge.common.messages import did_you_mean
from judge.model import Case, Kind, Problem, Solution
from judge.packages.load import select_cases
from judge.solutions.manifest import read_manifest


def cases_of(solution: Solution, cases: Sequence[Case]) -> Sequence[Case]:
    """The cases that a solution is judged on: all of them, unless it is an output file."""
    return cases if solution.case is None else select_cases(cases, solution.case)


def check_case(solution: Solution, problem: Problem) -> None:
    """An output file must say which cases it answers, where there is a choice."""
    if problem.submits_answers and solution.source is not None:
        return  # by the names in it
    if solution.kind is Kind.OUTPUT and solution.case is None and len(problem.cases) > 1:
        raise JudgeError(
            f"an output file must name its case: write case = {problem.cases[-1].name!r}, "
            f"or another of the {len(problem.cases)}, into {solution.name}.toml",
            solution.path,
        )
    if not cases_of(solution, problem.cases):
        hint = did_you_mean(solution.case or "", [case.name for case in problem.cases])
        raise read_manifest(solution.path).error(
            "case", f"no case of {problem.name} matches: {hint}"
        )

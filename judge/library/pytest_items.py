"""The tests that pytest collects from a package: each of its solutions on each case.

The first test of a solution that runs judges the solution on all cases whose tests were selected.
So verdicts are those of ``judge run``: one reading holds for all cases, and limits may stop it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from pathlib import Path

import pytest
from msgspec.structs import replace

from judge.common.errors import JudgeError
from judge.evaluation.plan import Plan, RunOptions, plan_solutions
from judge.library.planned_run import PlannedRun
from judge.library.problem_folder import load_problem
from judge.library.run_keywords import run_options
from judge.model import Case, Outcome, Solution, SolutionResult, Verdict
from judge.packages.loaded_problem import LoadedProblem
from judge.report.phrases import saying
from judge.solutions.cases import cases_of
from judge.solutions.find import find_solutions


class NotAccepted(Exception):
    """A verdict that was not expected; its text is shown instead of a traceback."""


class PackageFile(pytest.File):
    """``problem.yaml``: the solutions of a package."""

    @cached_property
    def problem(self) -> LoadedProblem:
        """Raises JudgeError."""
        return load_problem(self.path.parent)

    @cached_property
    def options(self) -> RunOptions:
        """With one worker in a process of pytest-xdist, which are as many as there are cores."""
        folder = self.config.getoption("--judge-solutions")
        workers = 1 if hasattr(self.config, "workerinput") else None
        keywords = {"solutions": folder, "workers": workers}
        return run_options(self.problem, keywords, "run")

    def collect(self) -> Iterator[SolutionTests]:
        try:
            found = find_solutions(self.options.solutions_root, self.problem, "*")
        except JudgeError as error:
            raise self.CollectError(str(error)) from error
        for solution in found:
            yield SolutionTests.from_parent(self, name=solution.name, solution=solution)


class SolutionTests(pytest.Collector):
    """A solution: one test for each case that it answers."""

    package: PackageFile

    def __init__(self, solution: Solution, parent: PackageFile, **more: object) -> None:
        super().__init__(parent=parent, **more)  # type: ignore[arg-type]
        self.package = parent
        self.solution = solution
        # With --dist loadgroup only one process compiles it.
        self.add_marker(pytest.mark.xdist_group(f"{parent.problem.name}/{solution.name}"))

    def collect(self) -> Iterator[CaseTest]:
        for case in cases_of(self.solution, self.package.problem.problem.cases):
            yield CaseTest.from_parent(self, name=case.name, case=case)

    @cached_property
    def result(self) -> SolutionResult | None:
        """Of the cases whose tests were selected; None if it was interrupted. Raises JudgeError."""
        plan = plan_solutions(self.package.problem, [self.solution], self.package.options)
        plan = _narrowed(plan, {test.name for test in self._selected()})
        results = PlannedRun(plan, self.package.options).results()
        if results.interrupted:
            raise KeyboardInterrupt
        [problem] = results.problems
        return next(iter(problem.solutions), None)

    @property
    def is_whole(self) -> bool:
        """Whether the tests of all of its cases were selected."""
        cases = cases_of(self.solution, self.package.problem.problem.cases)
        return len(list(self._selected())) == len(cases)

    def _selected(self) -> Iterator[CaseTest]:
        tests = self.session.items
        return (test for test in tests if isinstance(test, CaseTest) and test.tests is self)


class CaseTest(pytest.Item):
    """A solution on a case. It passes if the case is accepted; if it is not, and the solution is
    expected to fail in this way, the test is an expected failure."""

    tests: SolutionTests

    def __init__(self, case: Case, parent: SolutionTests, **more: object) -> None:
        super().__init__(parent=parent, **more)  # type: ignore[arg-type]
        self.tests = parent
        self.case = case

    def runtest(self) -> None:
        result = self.tests.result
        if result is None:
            pytest.skip("not executed")
        outcome = next((one for one in result.outcomes if one.case == self.case.name), None)
        if outcome is not None and outcome.verdict is Verdict.AC:
            if result.verdict is Verdict.AC and result.unexpected and self.tests.is_whole:
                raise NotAccepted(f"expected {result.unexpected}, and all cases are accepted")
        elif result.verdict is Verdict.SKIP:
            pytest.skip(result.message)
        elif outcome is None and result.outcomes:
            pytest.skip(f"not executed: {result.stopped}")
        elif _is_expected(result):
            pytest.xfail(self._said(result, outcome))
        else:
            raise NotAccepted(f"{self._said(result, outcome)}\ninput: {self.case.input_path}")

    def repr_failure(
        self, excinfo: pytest.ExceptionInfo[BaseException], style: object = None
    ) -> str:
        if isinstance(excinfo.value, NotAccepted | JudgeError):
            return str(excinfo.value)
        return str(super().repr_failure(excinfo))

    def reportinfo(self) -> tuple[Path, int | None, str]:
        problem, solution = self.tests.package.problem.name, self.tests.solution.name
        return self.path, None, f"{problem}: {solution} on {self.case.name}"

    def _said(self, result: SolutionResult, outcome: Outcome | None) -> str:
        """``WA suboptimal, gap 3``."""
        if outcome is None:
            return f"{result.verdict.value} {result.message}".strip()
        scores = self.tests.package.problem.scores
        gap = f", gap {scores.gap(outcome.gap)}" if outcome.gap else ""
        return f"{outcome.verdict.value} {saying(outcome)}".strip() + gap


def _is_expected(result: SolutionResult) -> bool:
    """Whether the solution may fail in the way it does. The verdict on a part of the cases may
    differ from the one that is expected of the whole."""
    expectations = result.solution.expectations
    return not result.unexpected and (bool(expectations) or result.verdict is not Verdict.AC)


def _narrowed(plan: Plan, names: Iterable[str]) -> Plan:
    """With the cases of these names only."""
    wanted, requests = set(names), []
    for request in plan.requests:
        places = [i for i, case in enumerate(request.cases) if case.name in wanted]
        cases = tuple(request.cases[i] for i in places)
        contexts = [request.contexts[i] for i in places]
        requests.append(replace(request, cases=cases, contexts=contexts))
    return replace(plan, requests=tuple(requests))

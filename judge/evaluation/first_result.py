"""The first result of a run with very many cases, before all of them are listed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from judge.common.errors import JudgeError
from judge.common.scratch import temporary_folder
from judge.evaluation.evaluate import judge_one
from judge.evaluation.events import CaseJudged
from judge.evaluation.job_state import SLOW
from judge.evaluation.measured_limit import bounding
from judge.evaluation.plan import Plan, RunOptions, plan_solutions
from judge.evaluation.probes import Probes, likely_languages
from judge.languages.table import all_languages
from judge.model import RIGHT, Kind, Solution
from judge.packages.first_case import VERY_MANY, copy_first_case, has_very_many
from judge.packages.load import load_problem, problem_folders
from judge.packages.loaded_problem import LoadedProblem, with_plugin
from judge.solutions.find import find_solutions
from judge.store.store import Store


class FirstResult(Struct, frozen=True):
    """``executed``: the key in the store of what was executed for it; empty if it was known."""

    judged: CaseJudged
    executed: frozenset[bytes]
    #: Whether it was executed now, in the solution's own calling convention.
    is_own: bool = False

    def used_in(self, plan: Plan) -> Plan:
        """The plan in which it is not executed again, with a store or without one."""
        solution, graded = self.judged.solution, self.judged.graded
        if not self.is_own or graded.run.cut:
            return plan
        executed, name = {graded.case: graded}, (solution.problem, solution.name)
        requests = tuple(
            replace(one, executed=executed)
            if (one.solution.problem, one.solution.name) == name
            else one
            for one in plan.requests
        )
        return replace(plan, requests=requests)


def first_result_of(
    options: RunOptions,
    probes: Probes,
    open_store: Callable[[], Store | None],
    very_many: int = VERY_MANY,
) -> FirstResult | None:
    """Judge one solution on one case of the first package with more than ``very_many`` files of
    cases. None where there is none, or where the run may find another result, as it depends on
    other cases. Raises KeyboardInterrupt, and no JudgeError: the plan finds the fault again."""
    if options.cluster or options.case != "*":
        return None
    with suppress(JudgeError, OSError):
        folders = problem_folders(options.problems_root, options.names)
        folder = next((one for one in folders if has_very_many(one, very_many)), None)
        if folder is None:
            return None
        with temporary_folder() as work:
            if copy_first_case(folder, Path(work)):
                return _result_of(folder, Path(work), options, probes, open_store)
    return None


def _result_of(
    folder: Path,
    data: Path,
    options: RunOptions,
    probes: Probes,
    open_store: Callable[[], Store | None],
) -> FirstResult | None:
    probes.ask_if_few(likely_languages(options.solutions_root, [folder.name], options.solution))
    try:
        loaded = with_plugin(load_problem(folder, data_in=data))
        return _judged(loaded, options, probes, open_store)
    finally:
        probes.join()  # no thread is left for the run


def _judged(
    loaded: LoadedProblem,
    options: RunOptions,
    probes: Probes,
    open_store: Callable[[], Store | None],
) -> FirstResult | None:
    if options.time_limit_s is None and bounding(loaded.problem):
        return None
    solution = _quickest(find_solutions(options.solutions_root, loaded, options.solution))
    if solution is None:
        return None
    plan = plan_solutions(loaded, [solution], options, probes)
    judged, key, convention = judge_one(plan, options, open_store())
    if judged is None or (solution.candidates and judged.verdict not in RIGHT):
        return None  # more cases may settle another calling convention
    is_new = not judged.graded.executed_at
    is_own = is_new and convention == solution.convention
    return FirstResult(judged, frozenset({key} if key and is_new else ()), is_own)


def _quickest(solutions: Sequence[Solution]) -> Solution | None:
    """The solution that seems to have a result first."""
    table = all_languages()
    able = [
        one
        for one in solutions
        if one.language in table
        and one.kind is not Kind.OUTPUT
        and not (one.skipped or one.unbuildable)
    ]

    def slowness(one: Solution) -> tuple[bool, bool, bool]:
        compiled = bool(table[one.language].compile)
        return not SLOW.isdisjoint(one.expect), compiled, bool(one.candidates)

    return min(able, key=slowness, default=None)

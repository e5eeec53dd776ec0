"""A stored run as it was, for a report, although problems and sources may have changed since."""

from __future__ import annotations

import re
from collections.abc import Container, Mapping
from contextlib import suppress
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from judge.checking.verdict import solution_result
from judge.common import foreign_files
from judge.common.errors import JudgeError, shown_path
from judge.common.messages import listed
from judge.common.spooled_list import spooled
from judge.model import Case, Problem, ProblemResult, Results, SolutionResult
from judge.packages import case_files
from judge.packages.loaded_problem import LoadedProblem, with_plugin
from judge.packages.problem_plugin import ProblemPlugin
from judge.store.store import Store
from judge.store.writer import PluginFacts

#: Names for a run besides its number.
LATEST, PREVIOUS = "latest", "previous"
KILLED = "the judge was killed"


class RestoredRun(Struct, frozen=True):
    """A stored run, and what has changed since, in lines for the user."""

    run_number: int
    results: Results
    #: The problems by name, each with the plug-in of today.
    problems: Mapping[str, LoadedProblem]
    remarks: tuple[str, ...]
    #: The cases whose input has changed since, by problem.
    changed: Mapping[str, frozenset[str]]


def number_of_run(store: Store, name: str) -> int:
    """The number of the run ``3``, ``@3``, ``latest`` or ``previous``; raises JudgeError."""
    plain = name.removeprefix("@")
    if re.fullmatch("[1-9][0-9]{0,17}", plain):
        return int(plain)
    if plain not in (LATEST, PREVIOUS):
        raise JudgeError(f"no run {name!r}: write a number from 1, {LATEST} or {PREVIOUS}")
    numbers = [run_number.number for run_number in store.stored_runs()][:2]
    index = (LATEST, PREVIOUS).index(plain)
    if index >= len(numbers):
        have = "one run" if numbers else "no run"
        raise JudgeError(f"contains {have}: add runs with `judge run`", store.path)
    return numbers[index]


def restore_run(store: Store, run_number: int, folder: Path) -> RestoredRun:
    """Load a run. Case files that have changed since are written to ``folder`` as they were.

    A problem that is gone, or does not load, gets a plug-in that draws nothing. Raises JudgeError
    if the store lacks the run or is damaged.
    """
    results = settled(store, run_number)
    facts = store.plugin_facts(run_number)
    kept: list[ProblemResult] = []
    loaded: dict[str, LoadedProblem] = {}
    remarks: list[str] = []
    changed: dict[str, frozenset[str]] = {}
    for result in results.problems:
        problem = result.problem
        try:
            today = with_plugin(problem)
            gone = today.plugin.own is None
            known = facts[problem.name]
            loaded[problem.name] = _without_plugin(problem, known) if gone else today
        except JudgeError as error:
            loaded[problem.name] = _without_plugin(problem, facts[problem.name])
            if problem.folder.is_dir():
                remarks.append(f"{problem.name}: drawn without its plug-in: {error}")
        files = _Files(store, folder / str(len(kept)))
        cases = spooled(files.restored(case) for case in problem.cases)
        remarks += _remarks(problem, files)
        changed[problem.name] = frozenset(files.inputs)
        kept.append(replace(result, problem=replace(problem, cases=cases)))
    return RestoredRun(
        run_number,
        replace(results, problems=tuple(kept)),
        loaded,
        tuple(remarks),
        changed,
    )


def _without_plugin(problem: Problem, facts: PluginFacts) -> LoadedProblem:
    """Scores can be shown, nothing is drawn."""
    plugin = ProblemPlugin(problem.folder, None, facts.goal, facts.unit, facts.readings)
    return LoadedProblem(problem, plugin)


def settled(store: Store, run_number: int) -> Results:
    """The results of a run; if the judge was killed, those of the executions it had stored."""
    results = store.results(run_number)
    counts = store.case_counts(run_number)
    judged: dict[str, list[SolutionResult]] = {}
    for solution, graded in store.unsettled(run_number):
        problem = next(p.problem for p in results.problems if p.problem.name == solution.problem)
        order = {case.name: place for place, case in enumerate(problem.cases)}
        if graded:
            runs = sorted(graded, key=lambda g: order[g.case])
            whole = len(runs) == counts[problem.name] and not problem.static_groups
            stopped = "" if whole else KILLED
            readings = tuple(runs[0].grades)
            done = solution_result(
                solution,
                readings,
                (g.grades for g in runs),
                runs,
                stopped,
                problem.rules.time,
                problem,
            )
            judged.setdefault(solution.problem, []).append(done)
    parts = tuple(
        ProblemResult(p.problem, (*p.solutions, *judged.get(p.problem.name, ())))
        for p in results.problems
    )
    return replace(results, problems=parts)


def only(results: Results, names: Container[str]) -> Results:
    """The results on the named problems."""
    parts = tuple(part for part in results.problems if part.problem.name in names)
    return replace(results, problems=parts)


class _Files:
    """Restores the case files of a problem; ``inputs`` and ``answers`` name the cases whose files
    have changed since."""

    def __init__(self, store: Store, folder: Path) -> None:
        self._store = store
        self._folder = folder
        self.inputs: list[str] = []
        self.answers: list[str] = []

    def restored(self, case: Case) -> Case:
        """The case with its files as they were; where those are not stored, as they are now."""
        files = (
            (case.input_path, case.input_digest, self.inputs),
            (case.answer_path, case.answer_digest, self.answers),
        )
        changed = [named for path, digest, named in files if digest != case_files.digest(path)]
        name = Path(case.name)  # the store may come from another user
        if not changed or not case.input_digest or name.is_absolute() or ".." in name.parts:
            return case
        for named in changed:
            named.append(case.name)
        kept = replace(case, data=self._folder)
        for (path, digest, _), copy in zip(files, (kept.input_path, kept.answer_path), strict=True):
            text = self._store.text(digest)
            if text is None:
                with suppress(OSError):
                    text = foreign_files.read(path, case.data.parent, foreign_files.CASE_BYTES)
            if text is not None:
                copy.parent.mkdir(parents=True, exist_ok=True)
                copy.write_bytes(text)
        return kept


def _remarks(problem: Problem, files: _Files) -> list[str]:
    if not problem.folder.is_dir():
        gone = f"{shown_path(problem.folder)} does not exist"
        return [f"{problem.name}: {gone}: shown as it was stored, without drawings"]
    return [
        f"{problem.name}: changed or gone, shown as stored: the {what} of {listed(names)}"
        for what, names in (("input", files.inputs), ("answer", files.answers))
        if names
    ]

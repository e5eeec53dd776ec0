"""Answers better than the stored ones: each is saved as a witness, in the problem's own format."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from msgspec import Struct

from judge.checking.answer import answer_bytes, answer_text
from judge.common.atomic_write import write_whole
from judge.common.errors import JudgeError, shown_path
from judge.common.safe_text import one_line
from judge.evaluation.plan import Plan
from judge.evaluation.request import Request
from judge.model import Outcome, ProblemResult, Results, Verdict
from judge.packages.case_files import LoadedCase
from judge.packages.loaded_problem import LoadedProblem
from judge.plugin import Best, Goal, IllegalAnswer, InputError, Score, Undecodable

#: Where witnesses go, below the working directory: never into the package.
FOLDER = Path("reports") / "better"


class Witness(Struct, frozen=True):
    """An answer that beats the stored one, in its reading. ``best`` is None where only the start
    of the output is kept."""

    outcome: Outcome
    problem: LoadedProblem
    context: LoadedCase
    best: Best[Any] | None
    reading: str | None = None


def better_answers(results: Results, plan: Plan) -> list[Witness]:
    """The best witness of every case that has one, in the order of problems and cases."""
    requests = {(one.problem.name, one.solution.name): one for one in plan.requests}
    return [
        found
        for problem in results.problems
        for found in _best_witnesses(problem, plan.problems[problem.problem.name], requests)
    ]


def _best_witnesses(
    problem: ProblemResult, loaded: LoadedProblem, requests: Mapping[tuple[str, str], Request]
) -> Iterator[Witness]:
    """The same of one problem; ``requests`` by problem and solution."""
    found: dict[str, Witness] = {}
    for result in problem.solutions:
        better = [one for one in result.outcomes if one.verdict is Verdict.BETTER]
        if not better:
            continue  # of very many cases even their names take long
        request = requests[problem.problem.name, result.solution.name]
        places = {case.name: place for place, case in enumerate(request.cases)}
        for outcome in better:
            context = request.contexts[places[outcome.case]]
            one = witness(loaded, context, result.reading, outcome)
            if outcome.case not in found or _beats(one, found[outcome.case]):
                found[outcome.case] = one
    yield from (found[case.name] for case in problem.problem.cases if case.name in found)


def witness(
    loaded: LoadedProblem, context: LoadedCase, reading: str | None, outcome: Outcome
) -> Witness:
    """The witness in an outcome that is BETTER."""
    best, plugin = None, loaded.plugin
    if outcome.run and reading and outcome.score is not None:
        try:
            found = plugin.decode(answer_text(outcome.run), context.instance, reading)
            if plugin.score(context.instance, found) == outcome.score:
                best = Best(outcome.score, found)
        except (Undecodable, IllegalAnswer):
            pass
    return Witness(outcome, loaded, context, best, reading)


def _beats(one: Witness, other: Witness) -> bool:
    if one.best is None or other.best is None:
        return other.best is None and one.best is not None
    return _better(one.problem.plugin.goal, one.best.score, other.best.score)


def _better(goal: Goal | None, one: Score | None, other: Score | None) -> bool:
    """Where answers have no scores none is better than another."""
    if one is None or other is None:
        return False
    return one > other if goal is Goal.MAXIMISE else one < other


def save_better_answers(found: Witness, root: Path = FOLDER) -> str:
    """Write a witness below ``root``, unless one as good is there; returns a line that says so.

    A ``.txt`` beside ``<problem>/<case>.ans`` says where it came from. Raises JudgeError where
    it cannot be written.
    """
    o, shown = found.outcome, found.problem.scores
    scores = f"{shown.score(o.score)} instead of {shown.score(o.best)}"
    said = one_line(f"{o.problem}/{o.case}: the stored answer is not the best: {scores}")
    finder = one_line(o.solution)
    if found.best is None:
        return f"{said}; its output was too long to keep (found by {finder})"
    path = root / o.problem / f"{o.case}.ans"
    if _is_saved(found, path):
        return (
            f"{said}; witness: {shown_path(path)} (saved by an earlier run; found by {finder} too)"
        )
    text = _answer_file(found)
    if text is None:
        lacks = found.problem.plugin.lacks("render_answer")
        return f"{said}; to save a witness needs {lacks} (found by {finder})"
    try:
        write_whole(path, text)
        write_whole(path.with_suffix(".txt"), f"{said}\nfound by {finder}\n".encode())
    except OSError as error:
        raise JudgeError(f"cannot be written: {error.strerror}", path) from error
    return f"{said}; witness: {shown_path(path)} (found by {finder})"


def _answer_file(found: Witness) -> bytes | None:
    """The witness in the format of answer files: what was printed, where they hold that. None if
    the plug-in cannot write it."""
    plugin, run = found.problem.plugin, found.outcome.run
    if plugin.offers("render_answer"):
        return plugin.render_answer(found.context.instance, found.best or Best(None, None)).encode()
    first = found.reading == plugin.readings[0]
    return answer_bytes(run) if run and first and not plugin.offers("parse_answer") else None


def _is_saved(found: Witness, path: Path) -> bool:
    """Whether ``path`` already holds a witness as good as this one."""
    plugin, instance = found.problem.plugin, found.context.instance
    try:
        old = plugin.parse_answer(path.read_text(encoding="utf-8"), instance)
        score = plugin.score(instance, old.answer)
    except (OSError, UnicodeDecodeError, InputError, IllegalAnswer):
        return False
    return found.best is not None and not _better(
        found.problem.plugin.goal, found.best.score, score
    )

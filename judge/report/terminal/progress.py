"""While ``judge run`` runs: a bar on a terminal, plain lines elsewhere, the first refuted case."""

from __future__ import annotations

import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from judge.checking.reading import most_favourable
from judge.common.safe_text import one_line, plain
from judge.common.streams import Bar
from judge.evaluation.evaluate import run_plan
from judge.evaluation.plan import Plan, RunOptions
from judge.evaluation.scheduler import Request
from judge.model import SEVERITY, Ended, GradedExecution, Results, Solution, Verdict
from judge.report.terminal.phrases import SAID
from judge.report.terminal.style import Verbosity
from judge.report.terminal.wrong_answer import drawn
from judge.store.store import Store

#: Seconds between two lines where there is no terminal: a short run prints none.
LINE_S = 10.0


def watched(
    what: Plan, options: RunOptions, verbosity: Verbosity, store: Store | None = None
) -> Results:
    """Judge all that is planned, and say on the way how it goes."""
    with _bar(what.runs) as bar:
        watch = _Watch(what, verbosity, bar)
        return run_plan(what, options, watch.progress, store, watch.arrived)


@contextmanager
def _bar(runs: int) -> Iterator[Any]:
    """A bar with rate and remaining time on standard error; None where that is no terminal."""
    if not sys.stderr.isatty():
        yield None
        return
    from tqdm import tqdm

    with tqdm(total=runs, unit="run", leave=False, smoothing=0.1, file=Bar(sys.stderr)) as bar:
        yield bar


class _Watch:
    """The progress of a run. Verdicts are those of the most favourable reading."""

    def __init__(self, what: Plan, verbosity: Verbosity, bar: Any) -> None:
        self._what = what
        self._verbosity = verbosity
        self._bar = bar
        self._requests = {_key(r.solution): r for r in what.requests}
        self._seen = {key: Counter[Verdict]() for key in self._requests}
        self._done = 0
        self._started = self._told = time.monotonic()
        self._has_told = self._has_drawn = False

    def progress(self, solution: Solution, verdict: Verdict, cases: int) -> None:
        self._done += cases
        seen = self._seen[_key(solution)]
        seen[verdict] += cases
        if self._bar is not None:
            self._advance(solution, cases)
        elif self._verbosity is not Verbosity.QUIET and time.monotonic() - self._told > LINE_S:
            self._told = time.monotonic()
            so_far = _how_far(self._done, self._what.runs, self._told - self._started)
            print(so_far, file=sys.stderr, flush=True)
        every = len(self._requests[_key(solution)].cases)
        if self._verbosity is Verbosity.VERBOSE and seen.total() == every:
            counts = ", ".join(f"{number} {v.value}" for v, number in seen.items())
            self._say(one_line(f"{solution.problem}/{solution.name} has ended: {counts}"))

    def arrived(self, solution: Solution, graded: GradedExecution) -> None:
        """Tell the first case that no expected verdict can stand beside, and draw the first of
        those that can be drawn."""
        if (
            self._has_drawn
            or self._verbosity is Verbosity.QUIET
            or not contradicts(solution, graded)
        ):
            return
        head, *drawing = _refutation(self._requests[_key(solution)], self._what, graded)
        if drawing or not self._has_told:
            self._say("\n\n".join([head, *drawing]) + "\n")
        self._has_told, self._has_drawn = True, bool(drawing)

    def _advance(self, solution: Solution, cases: int) -> None:
        total: Counter[Verdict] = sum(self._seen.values(), Counter())
        counts = " ".join(f"{v.value} {total[v]}" for v in (Verdict.AC, Verdict.WA))
        self._bar.set_postfix_str(counts, refresh=False)
        self._bar.set_description_str(one_line(solution.name)[:24], refresh=False)
        self._bar.update(cases)

    def _say(self, text: str) -> None:
        """A line or a few on standard output, above the bar."""
        if self._bar is None:
            print(plain(text), flush=True)
        else:
            self._bar.write(plain(text))


def _key(solution: Solution) -> tuple[str, str]:
    return solution.problem, solution.name


def _how_far(done: int, runs: int, seconds: float) -> str:
    left = seconds * (runs - done) / max(1, done)
    return f"{done:,} of {runs:,} runs, {done / seconds:,.0f} a second, about {left:,.0f} s left"


def contradicts(solution: Solution, graded: GradedExecution) -> bool:
    """Whether no verdict that is expected can still come out, now that this run is known.

    A run that ended by itself past the time limit may yet be within it when it is made again.
    """
    if graded.run.ended is Ended.CPU_LIMIT and graded.run.exit_status is not None:
        return False
    found = most_favourable(graded.grades)[1].verdict
    kinder = SEVERITY[SEVERITY.index(found) + 1 :]
    expected = set(solution.expect)
    if found is Verdict.TLE and Verdict.UNVERIFIED in expected:
        return False
    return found is not Verdict.AC and expected <= set(kinder)


def _refutation(request: Request, what: Plan, graded: GradedExecution) -> list[str]:
    """Paragraphs: what went wrong, and the drawing, if there is something to look at."""
    solution = request.solution
    reading, grade = most_favourable(graded.grades)
    loaded = what.problems[solution.problem]
    place = next(i for i, case in enumerate(request.cases) if case.name == graded.case)
    why = grade.message or (grade.reason.value if grade.reason else grade.verdict.title)
    head = f"! {solution.name} on {solution.problem}/{graded.case}: {grade.verdict.value} {why}"
    paragraphs = drawn(loaded, request.contexts[place], grade, graded.run, reading)
    return [one_line(head, 2 * SAID), *paragraphs]

"""The progress of a run: a bar on a terminal, lines elsewhere, and the first refuted case."""

from __future__ import annotations

import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from judge.checking.reading import most_favourable
from judge.common.messages import counted, duration
from judge.common.safe_text import one_line, plain
from judge.common.streams import Bar
from judge.evaluation.events import (
    CaseJudged,
    CasesSkipped,
    Event,
    LimitTried,
    Listener,
    RunStarted,
    SolutionEnded,
)
from judge.evaluation.plan import Plan
from judge.evaluation.request import Request
from judge.model import SEVERITY, Ended, GradedExecution, Solution, Verdict
from judge.report.terminal.phrases import MESSAGE
from judge.report.terminal.style import Verbosity
from judge.report.terminal.wrong_answer import drawn

#: Seconds between two lines where there is no terminal: a short run prints none.
LINE_S = 10.0
#: The share of the cases after which the time that is left is estimated.
LEAST_DONE = 0.1
#: Seconds after which the cases that have been read are counted on a terminal.
READING_S = 0.3
#: The first result takes so many columns of a terminal at most.
FIRST_RESULT = 70


class ReadingProgress:
    """What a terminal shows while cases are read, which takes long where there are very many, and
    the first result, which comes before then."""

    def __init__(self) -> None:
        #: Whether anybody sees it.
        self.is_shown = sys.stderr.isatty()
        self._bar: Any = None
        self._shown = ""

    def show(self, first: CaseJudged) -> None:
        """Show a result at once, which loading tqdm would put off."""
        if self.is_shown:
            said = f"{first.solution.name} on {first.graded.case}: {first.verdict.value}"
            self._shown = one_line(said, FIRST_RESULT)
            self._write(f"\r{self._shown}")

    def advance(self, cases: int) -> None:
        """Some cases have been read."""
        if not self.is_shown:
            return
        if self._bar is None:
            from tqdm import tqdm

            self._clear()
            self._bar = tqdm(
                desc="reading",
                postfix=self._shown,
                unit=" cases",
                delay=READING_S,
                leave=False,
                file=Bar(sys.stderr),
            )
        self._bar.update(cases)

    def close(self) -> None:
        self._clear()
        if self._bar is not None:
            self._bar.close()

    def _clear(self) -> None:
        if self._shown and self._bar is None:
            self._write(f"\r{' ' * len(self._shown)}\r")

    def _write(self, text: str) -> None:
        bar = Bar(sys.stderr)
        bar.write(text)
        bar.flush()


@contextmanager
def reading_progress() -> Iterator[ReadingProgress]:
    """What is shown while the cases of a run are read."""
    progress = ReadingProgress()
    try:
        yield progress
    finally:
        progress.close()


@contextmanager
def shown_progress(plan: Plan, verbosity: Verbosity) -> Iterator[Listener]:
    """A listener that shows the progress of a run while the context is active."""
    with _bar(plan.runs) as bar:
        yield _Progress(plan, verbosity, bar).hear


@contextmanager
def _bar(cases: int) -> Iterator[Any]:
    """A bar with rate and remaining time on standard error; None where that is no terminal."""
    if not sys.stderr.isatty():
        yield None
        return
    from tqdm import tqdm

    with tqdm(
        total=cases, unit="execution", leave=False, smoothing=0.1, file=Bar(sys.stderr)
    ) as bar:
        yield bar


@contextmanager
def hunt_progress(name: str, seconds: float) -> Iterator[Callable[[int], object]]:
    """Hears of instances that were tried. On a terminal a bar counts the seconds of the
    hunt."""
    with _second_bar(name, seconds) as bar:
        began, tried = time.monotonic(), 0

        def advance(instances: int) -> None:
            nonlocal tried
            tried += instances
            bar.n = min(seconds, time.monotonic() - began)
            bar.set_postfix_str(counted(tried, "instance"))

        yield advance


def _second_bar(name: str, seconds: float) -> Any:
    from tqdm import tqdm

    return tqdm(
        total=seconds,
        desc=one_line(name)[:24],
        disable=None,
        leave=False,
        file=Bar(sys.stderr),
        bar_format="{desc}: {percentage:3.0f}%|{bar}| {n:.0f} of {total:.0f} s{postfix}",
    )


class _Progress:
    """The progress of a run. Verdicts are those of the most favourable reading."""

    def __init__(self, plan: Plan, verbosity: Verbosity, bar: Any) -> None:
        self._plan = plan
        self._verbosity = verbosity
        self._bar = bar
        self._requests = {_key(r.solution): r for r in plan.requests}
        self._seen = {key: Counter[Verdict]() for key in self._requests}
        self._done = 0
        self._started = self._printed = time.monotonic()
        self._has_named = self._has_drawn = False

    def hear(self, event: Event) -> None:
        match event:
            case LimitTried(problem, done, executions):
                self._show_limit(problem, done, executions)
            case RunStarted():
                self._started = time.monotonic()  # executions that measure are others
            case CaseJudged(solution, graded, verdict):
                self._refute(solution, graded)
                self._count(solution, verdict, 1)
            case CasesSkipped(solution, verdict, cases):
                self._count(solution, verdict, cases)
            case SolutionEnded(solution) if self._verbosity is Verbosity.VERBOSE:
                seen = self._seen[_key(solution)]
                counts = ", ".join(f"{number} {v.value}" for v, number in seen.items())
                self._print(one_line(f"{solution.problem}/{solution.name} has ended: {counts}"))

    def _show_limit(self, problem: str, done: int, executions: int) -> None:
        """How far the measurement of a time limit is, which comes before all else."""
        if self._bar is not None:
            self._bar.set_description_str(f"time limit of {one_line(problem)[:24]}", refresh=False)
            self._bar.set_postfix_str(f"{done} of {executions} measured", refresh=True)
        elif self._is_due():
            said = f"time limit of {one_line(problem)}: measured with {done:,} of "
            print(f"{said}{counted(executions, 'execution')}", file=sys.stderr, flush=True)

    def _is_due(self) -> bool:
        """Whether it is time for another line, where there is no terminal."""
        now = time.monotonic()
        if self._verbosity is Verbosity.QUIET or now - self._printed <= LINE_S:
            return False
        self._printed = now
        return True

    def _count(self, solution: Solution, verdict: Verdict, cases: int) -> None:
        self._done += cases
        self._seen[_key(solution)][verdict] += cases
        if self._bar is not None:
            self._advance(solution, cases)
        elif self._is_due():
            so_far = how_far(self._done, self._plan.runs, self._printed - self._started)
            print(so_far, file=sys.stderr, flush=True)

    def _refute(self, solution: Solution, graded: GradedExecution) -> None:
        """Print the first case that rules out every expected verdict, and draw the first of those
        that can be drawn."""
        if (
            self._has_drawn
            or self._verbosity is Verbosity.QUIET
            or not contradicts(solution, graded)
        ):
            return
        head, *drawing = _refutation(self._requests[_key(solution)], self._plan, graded)
        if drawing or not self._has_named:
            self._print("\n\n".join([head, *drawing]) + "\n")
        self._has_named, self._has_drawn = True, bool(drawing)

    def _advance(self, solution: Solution, cases: int) -> None:
        total: Counter[Verdict] = sum(self._seen.values(), Counter())
        counts = " ".join(f"{v.value} {total[v]}" for v in (Verdict.AC, Verdict.WA))
        self._bar.set_postfix_str(counts, refresh=False)
        self._bar.set_description_str(one_line(solution.name)[:24], refresh=False)
        self._bar.update(cases)

    def _print(self, text: str) -> None:
        """A line or a few on standard output, above the bar."""
        if self._bar is None:
            print(plain(text), flush=True)
        else:
            self._bar.write(plain(text))


def _key(solution: Solution) -> tuple[str, str]:
    return solution.problem, solution.name


def how_far(done: int, cases: int, seconds: float) -> str:
    """How far a run is after so many seconds. Slow solutions come first: how long it will take is
    not known before a tenth of the cases is done."""
    each_s = seconds / max(1, done)
    rate = f"{1 / each_s:,.0f} a second" if each_s <= 1 else f"one in {duration(each_s)}"
    so_far = f"{done:,} of {cases:,} executions, {rate}"
    if done < cases * LEAST_DONE:
        return so_far
    return f"{so_far}, about {duration((cases - done) * each_s)} left"


def contradicts(solution: Solution, graded: GradedExecution) -> bool:
    """Whether this execution rules out every expected verdict.

    One that ended by itself past the time limit may be within it when it is repeated.
    """
    if graded.run.ended is Ended.CPU_LIMIT and graded.run.exit_status is not None:
        return False
    found = most_favourable(graded.grades)[1].verdict
    milder = SEVERITY[SEVERITY.index(found) + 1 :]
    expected = set(solution.expect)
    if found is Verdict.TLE and Verdict.UNVERIFIED in expected:
        return False
    return found is not Verdict.AC and expected <= set(milder)


def _refutation(request: Request, plan: Plan, graded: GradedExecution) -> list[str]:
    """Paragraphs: what went wrong, and a drawing if there is one."""
    solution = request.solution
    reading, grade = most_favourable(graded.grades)
    loaded = plan.problems[solution.problem]
    index = next(i for i, case in enumerate(request.cases) if case.name == graded.case)
    why = grade.message or (grade.reason.value if grade.reason else grade.verdict.title)
    head = f"! {solution.name} on {solution.problem}/{graded.case}: {grade.verdict.value} {why}"
    paragraphs = drawn(loaded, request.contexts[index], grade, graded.run, reading)
    return [one_line(head, 2 * MESSAGE), *paragraphs]

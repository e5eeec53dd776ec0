"""Judges one answer and reports each step as data for the page. Runs in a process of its own."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from contextlib import closing
from pathlib import Path
from typing import Any

from msgspec import Struct

from judge.checking.reading import most_favourable
from judge.common.safe_text import encodable, plain
from judge.common.scratch import temporary_folder
from judge.evaluation.evaluate import evaluate_plan
from judge.evaluation.events import CaseJudged, CasesSkipped, Event, SolutionBuilt, listen
from judge.evaluation.plan import Plan
from judge.evaluation.plan_file import GradeOptions, plan_source
from judge.live.graded_file import case_line
from judge.model import GradedExecution, Outcome, Results, Verdict
from judge.report.html.drawings import Gallery, Maybe
from judge.report.phrases import in_words
from judge.report.terminal.grade import grade_text
from judge.report.terminal.wrong_answer import drawn
from judge.store.store import Store, open_store

#: Nothing longer is sent to the page: characters.
LONGEST = 20_000
#: What an answer that was judged wrong can be drawn for.
_DRAWN = frozenset({Verdict.WA, Verdict.BETTER})

#: One step, as JSON; ``type`` says which.
Step = dict[str, Any]


class Settings(Struct, frozen=True):
    """Where the server finds and keeps things, and how it runs answers."""

    problems_root: Path
    solutions_root: Path
    #: Answers are kept here, and runs are read from there.
    answers_store: Path
    runs_store: Path
    sandbox: str = "auto"
    workers: int | None = None


class AnswerFile(Struct, frozen=True):
    """What was sent. ``name`` has no suffix and is a plain file name; so is ``suffix``."""

    problem: str
    name: str
    suffix: str
    source: bytes
    #: What replaces the values that are detected: ``language``, ``kind``.
    declared: Mapping[str, str]

    @property
    def file(self) -> str:
        return self.name + self.suffix


class Grading(Struct, frozen=True):
    """The work of a ``TaskProcess``: judges an answer, and sends the steps."""

    settings: Settings
    answer: AnswerFile

    def __call__(self, send: Callable[[object], None]) -> None:
        with temporary_folder() as folder:
            path = Path(folder) / self.answer.file
            path.write_bytes(self.answer.source)
            started = time.monotonic()
            plan, chosen = plan_source(self._options(path))
            send(_planned(plan))
            with closing(open_store(self.settings.answers_store)) as store:
                steps = _Steps(plan, send)
                results = listen(evaluate_plan(plan, chosen, store), steps.hear)
                if results.interrupted or not results.problems[0].solutions:
                    return  # the server ends
                send(_finished(plan, results, store, time.monotonic() - started))

    def _options(self, path: Path) -> GradeOptions:
        return GradeOptions(
            problems_root=self.settings.problems_root,
            target=self.answer.problem,
            file=str(path),
            sandbox=self.settings.sandbox,
            workers=self.settings.workers,
            declared=self.answer.declared,
            command="judge serve",
        )


def _planned(plan: Plan) -> Step:
    [request] = plan.requests
    solution = request.solution
    return {
        "type": "planned",
        "cases": [plain(encodable(case.name), 200) for case in request.cases],
        "bytes": solution.size,
        "language": solution.language,
        "kind": solution.kind.value,
    }


def _finished(plan: Plan, results: Results, store: Store, took_s: float) -> Step:
    [request], [result] = plan.requests, results.problems[0].solutions
    outcomes = {outcome.case: outcome.verdict.value for outcome in result.outcomes}
    return {
        "type": "finished",
        #: In the order of cases; None for one that was not run.
        "cases": [outcomes.get(case.name) for case in request.cases],
        "v": result.verdict.value,
        "say": result.verdict.title,
        "passed": result.passed,
        "text": _text(grade_text(plan, results, took_s)),
        #: The number of the run that was stored; None if it could not be.
        "run": None if store.trouble else store.number,
        "trouble": store.trouble,
    }


class _Steps:
    """Turns events into steps; the first answer that is wrong is drawn."""

    def __init__(self, plan: Plan, send: Callable[[object], None]) -> None:
        self._send = send
        self._plan = plan
        [self._request] = plan.requests
        self._loaded = plan.problems[self._request.problem.name]
        self._indices = {case.name: i for i, case in enumerate(self._request.cases)}
        self._is_drawn = False

    def hear(self, event: Event) -> None:
        match event:
            case SolutionBuilt():
                self._send({"type": "built"})
            case CaseJudged(_, graded, verdict):
                index = self._indices[graded.case]
                line = encodable(case_line(graded))
                self._send({"type": "case", "i": index, "v": verdict.value, "line": line})
                if verdict in _DRAWN and not self._is_drawn:
                    self._is_drawn = True
                    self._send(self._refutation(index, graded))
            case CasesSkipped(_, verdict, cases):
                self._send({"type": "skipped", "v": verdict.value, "cases": cases})

    def _refutation(self, index: int, graded: GradedExecution) -> Step:
        """Their answer beside a best one, as pictures where the plug-in draws, else as text."""
        reading, grade = most_favourable(graded.grades)
        case = self._request.cases[index]
        gallery = Gallery(self._loaded.plugin, case)
        outcome = Outcome(
            self._request.problem.name,
            self._request.solution.name,
            case.name,
            grade.verdict,
            grade.reason,
            grade.message,
            grade.score,
            graded.best,
            grade.gap,
            graded.run,
        )
        theirs, best = gallery.theirs(outcome, reading), gallery.best()
        text = drawn(self._loaded, self._request.contexts[index], grade, graded.run, reading)
        score = self._loaded.scores.score
        return {
            "type": "refutation",
            "i": index,
            "name": plain(encodable(case.name), 200),
            "words": _text(in_words(outcome, self._loaded.scores, self._request.problem.limits)),
            "theirs": _picture(gallery, theirs),
            "why": _text(theirs.why),
            "best": _picture(gallery, best),
            "score": "" if grade.score is None else score(grade.score),
            "bestScore": "" if graded.best is None else score(graded.best),
            "text": _text("\n\n".join(text)),
        }


def _picture(gallery: Gallery, drawing: Maybe[int]) -> str | None:
    return None if drawing.value is None else encodable(gallery.drawings[drawing.value])


def _text(text: str) -> str:
    return plain(encodable(text), LONGEST)

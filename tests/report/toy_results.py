"""A problem small enough to know by heart, and results on it.

Some words with a worth are given; the answer names one of them by its place. Worths are doubled.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from fractions import Fraction
from html import escape
from pathlib import Path
from random import Random
from typing import Any

from judge.model import (
    Case,
    Ended,
    Execution,
    Kind,
    Limits,
    Outcome,
    Problem,
    ProblemResult,
    Reason,
    Results,
    Solution,
    SolutionResult,
    Verdict,
    worst,
)
from judge.packages.loaded_problem import LoadedProblem
from judge.packages.plugin_contract import checked_plugin
from judge.plugin import Best, Goal, IllegalAnswer, InputError, Score, Undecodable

Words = tuple[tuple[str, int], ...]


class Toy:
    goal = Goal.MAXIMISE
    unit = Fraction(1, 2)
    readings: tuple[str, ...] = ("0-indexed", "1-indexed")
    css = ".toy{color:rgb(1,2,3)}@media (prefers-color-scheme:dark){.toy{color:rgb(250,251,252)}}"

    def __init__(self) -> None:
        #: All (instance, answer) that were drawn, in order.
        self.drawn: list[tuple[Words, int | None]] = []

    def parse(self, text: str) -> Words:
        try:
            return tuple((word, worth) for word, worth in json.loads(text))
        except ValueError as error:
            raise InputError(str(error)) from error

    def render(self, instance: Words) -> str:
        return json.dumps(instance) + "\n"

    def arguments(self, instance: Words) -> list[Any]:
        return [list(instance)]

    def size(self, instance: Words) -> tuple[int, ...]:
        return (len(instance),)

    def decode(self, text: str, instance: Words, reading: str) -> int:
        if not text.strip().isdecimal():
            raise Undecodable("expected one number")
        place = int(text) - self.readings.index(reading)
        if not 0 <= place < len(instance):
            raise IllegalAnswer("out of range", f"there is no word {int(text)}")
        return place

    def score(self, instance: Words, answer: int) -> int:
        return instance[answer][1]

    def parse_answer(self, text: str, instance: Words) -> Best[int]:
        try:
            place = int(text)
        except ValueError as error:
            raise InputError("expected one number") from error
        return Best(instance[place][1], place)

    def render_answer(self, instance: Words, best: Best[int]) -> str:
        return f"{best.answer}\n"

    def generate(self, rng: Random, size: int) -> Words:
        return tuple((f"w{i}", rng.randint(-9, 9)) for i in range(max(1, size)))

    def smaller(self, instance: Words) -> Iterable[Words]:
        return ()

    def draw(self, instance: Words, answer: int | None) -> str:
        self.drawn.append((instance, answer))
        arguments = "".join(
            f"<li{' class=picked' if i == answer else ''}>{escape(word)} {worth}</li>"
            for i, (word, worth) in enumerate(instance)
        )
        return f'<ol class="toy">{arguments}</ol>'

    def sketch(self, instance: Words, answer: int | None) -> str:
        return " ".join(f"[{w}]" if i == answer else w for i, (w, _) in enumerate(instance))


def loaded(results: Results, plugin: Any = None) -> dict[str, LoadedProblem]:
    """The problems of ``results`` with one plug-in: a new ``Toy`` by default."""
    own = getattr(plugin, "own", plugin) or Toy()
    return {
        p.problem.name: LoadedProblem(p.problem, checked_plugin(own, p.problem.folder))
        for p in results.problems
    }


BOARDS: tuple[Words, ...] = (
    (("ant", 3), ("bee", 10)),
    (("cat", -4), ("dog", -1), ("eel", -2)),
    (("fox", 7),),
    (("gnu", 20), ("hen", 5), ("ibis", 12)),
)


class Renamed(Case, frozen=True, kw_only=True):
    """A case under a name that no file system would take."""

    real: Case

    def file_name(self, suffix: str) -> str:
        return self.real.file_name(suffix)

    @property
    def input_path(self) -> Path:
        return self.real.input_path

    @property
    def answer_path(self) -> Path:
        return self.real.answer_path


def renamed(case: Case, name: str, group: str = "", description: str = "") -> Case:
    return Renamed(name, group or case.group, case.data, description, real=case)


def make_problem(folder: Path, name: str = "toy", boards: tuple[Words, ...] = BOARDS) -> Problem:
    """The boards as files in ``folder``: one sample, the others secret."""
    toy = Toy()
    cases = []
    for number, board in enumerate(boards, 1):
        best = max(range(len(board)), key=lambda place: board[place][1])
        group = "sample" if number == 1 else "secret"
        data = folder / f"{name}-data"
        (data / group).mkdir(parents=True, exist_ok=True)
        case = Case(f"{group}/{number}", group, data, description=f"board {number}")
        case.input_path.write_text(toy.render(board))
        case.answer_path.write_text(f"{best}\n")
        cases.append(case)
    return Problem(name, folder, {"en": "Pick a word"}, Limits(), tuple(cases))


def make_solution(
    folder: Path, name: str, source: bytes = b"print(0)\n", suffix: str = ".py", **more: Any
) -> Solution:
    path = folder / f"{len(list(folder.iterdir()))}{suffix}"
    path.write_bytes(source)
    facts: dict[str, Any] = {
        "problem": "toy",
        "name": name,
        "path": path,
        "language": "python3",
        "kind": Kind.PROGRAM,
        "size": len(source),
    }
    return Solution(**(facts | more))


def make_run(stdout: bytes = b"", **more: Any) -> Execution:
    facts: dict[str, Any] = {
        "ended": Ended.EXITED,
        "exit_status": 0,
        "signal": None,
        "stderr": b"",
        "result": None,
        "cpu_s": 0.012,
        "wall_s": 0.034,
        "peak_mib": 9.5,
    }
    return Execution(**(facts | {"stdout": stdout} | more))


def judge_run(problem: Problem, name: str, case: Case, run: Execution) -> Outcome:
    """What a judge would say of a run, for results that hang together."""
    toy = Toy()
    board = toy.parse(case.input_path.read_text())
    best = toy.parse_answer(case.answer_path.read_text(), board).score
    expected: tuple[Verdict, Reason | None, str]
    score: Score | None = None
    limits = {Ended.CPU_LIMIT: Verdict.TLE, Ended.OUTPUT_LIMIT: Verdict.OLE}
    if run.ended is not Ended.EXITED:
        expected = limits.get(run.ended, Verdict.RTE), None, ""
    else:
        output = run.stdout if run.result is None else run.result
        try:
            answer = toy.decode(output.decode("utf-8", "replace"), board, "0-indexed")
            score = toy.score(board, answer)
            expected = (
                (Verdict.AC, None, "") if score == best else (Verdict.WA, Reason.SUBOPTIMAL, "")
            )
        except Undecodable as error:
            expected = Verdict.WA, Reason.UNDECODABLE, str(error)
        except IllegalAnswer as error:
            expected = Verdict.WA, Reason.ILLEGAL, str(error)
    gap = None if score is None else best - score
    verdict, reason, message = expected
    return Outcome(problem.name, name, case.name, verdict, reason, message, score, best, gap, run)


def make_judged(
    problem: Problem, solution: Solution, runs: list[Execution], **more: Any
) -> SolutionResult:
    """The solution with one run for each of the first cases."""
    outcomes = tuple(
        judge_run(problem, solution.name, case, run)
        for case, run in zip(problem.cases, runs, strict=False)
    )
    verdict = worst(frozenset(outcome.verdict for outcome in outcomes))
    facts: dict[str, Any] = {
        "solution": solution,
        "verdict": verdict,
        "reading": "0-indexed",
        "reading_why": "declared in the manifest",
        "outcomes": outcomes,
    }
    return SolutionResult(**(facts | more))


def make_results(*problems: ProblemResult, **more: Any) -> Results:
    facts: dict[str, Any] = {
        "started": "2026-11-21T10:39:25+01:00",
        "wall_s": 83.2,
        "command": "judge run toy -j 2",
        "machine": "2 cores, Linux",
        "sandbox": "bubblewrap",
        "toolchains": {"python3": "Python 3.11.2"},
    }
    return Results(problems, **(facts | more))


def printed(*answers: int | str) -> list[Execution]:
    return [make_run(f"{answer}\n".encode()) for answer in answers]


def usual(folder: Path) -> Results:
    """Right, wrong, slow, broken and unrunnable ones; ``first`` differs from its manifest."""
    problem = make_problem(folder)
    looping = make_run(b"", ended=Ended.CPU_LIMIT, exit_status=None, signal=9, cpu_s=2.01)
    wrong = {"expect": frozenset({Verdict.WA})}

    def judged(name: str, source: bytes, runs: list[Execution], **more: Any) -> SolutionResult:
        return make_judged(problem, make_solution(folder, name, source, **more), runs)

    compiled = make_solution(folder, "torn", b"int main(){", ".c", language="c")
    absent = make_solution(folder, "absent", b"main = ", ".hs", language="haskell")
    return make_results(
        ProblemResult(
            problem,
            (
                judged("first", b"print(0)  # always\n", printed(0, 0, 0, 0)),
                judged("right", b"right = 1\n" * 9, printed(1, 1, 0, 0), note="the reference"),
                judged("tiny", b"r\n", printed(1, 1, 0, 0), author="Ann", url="https://a.example/"),
                judged("last", b"print(-1)\n", printed(1, 2, 0, 2), **wrong),
                judged("babble", b"print('???')\n", printed("0 or 1", 7, 0, 0), **wrong),
                make_judged(
                    problem,
                    make_solution(
                        folder, "slow", b"while 1: 00\n", expect=frozenset({Verdict.TLE})
                    ),
                    [printed(1)[0], looping],
                    stopped="two cases were enough",
                ),
                SolutionResult(
                    compiled, Verdict.CE, None, "", (), message="torn.c:1:10: expected ‘)’\n  here"
                ),
                SolutionResult(absent, Verdict.SKIP, None, "", (), message="ghc is missing"),
            ),
        )
    )

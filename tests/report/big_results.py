"""Made-up results of any size on the toy problem, for what only shows in a big report."""

from __future__ import annotations

from pathlib import Path
from random import Random

from judge.model import (
    Case,
    Execution,
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
from judge.plugin import Score
from tests.report.toy_results import Words, make_problem, make_results, make_run, make_solution


def make_big(folder: Path, solutions: int, cases: int) -> Results:
    """Boards of 2 to 40 words. Every third solution is right; the others go wrong, the more often
    the later they come, and each in its own way."""
    rng = Random(8)
    boards: list[Words] = []
    for _ in range(cases):
        arguments = rng.randint(2, 40)
        boards.append(
            tuple((f"w{rng.randrange(10**6)}", rng.randint(-99, 99)) for _ in range(arguments))
        )
    problem = make_problem(folder, boards=tuple(boards))
    judged = tuple(_judged(folder, problem, boards, s, solutions, rng) for s in range(solutions))
    return make_results(ProblemResult(problem, judged))


def _judged(
    folder: Path, problem: Problem, boards: list[Words], place: int, of: int, rng: Random
) -> SolutionResult:
    wrong = 0 if place % 3 == 0 else place / of
    source = f"# solution {place}\n".encode() + rng.randbytes(rng.randrange(2000)).hex().encode()
    solution = make_solution(folder, f"solution-{place}", source)
    outcomes = tuple(
        _outcome(problem, solution, case, board, wrong, rng)
        for case, board in zip(problem.cases, boards, strict=True)
    )
    verdict = worst(frozenset(outcome.verdict for outcome in outcomes))
    return SolutionResult(solution, verdict, "0-indexed", "declared in the manifest", outcomes)


def _outcome(
    problem: Problem, solution: Solution, case: Case, board: Words, wrong: float, rng: Random
) -> Outcome:
    best = max(worth for _, worth in board)
    answer = next(place for place, (_, worth) in enumerate(board) if worth == best)
    if rng.random() < wrong:
        answer = rng.randrange(len(board) + 1)
    expected: tuple[Verdict, Reason | None, str] = (Verdict.AC, None, "")
    score: Score | None = None
    if answer == len(board):
        expected = Verdict.WA, Reason.ILLEGAL, f"out of range: there is no word {answer}"
    else:
        score = board[answer][1]
        if score < best:
            expected = Verdict.WA, Reason.SUBOPTIMAL, ""
    gap = None if score is None else best - score
    verdict, reason, message = expected
    return Outcome(
        problem.name,
        solution.name,
        case.name,
        verdict,
        reason,
        message,
        score,
        best,
        gap,
        _run(answer, rng),
    )


def _run(answer: int, rng: Random) -> Execution:
    seconds = rng.uniform(0.001, 0.9)
    return make_run(
        f"{answer}\n".encode(),
        stderr=b"" if answer else rng.randbytes(40).hex().encode(),
        cpu_s=seconds,
        wall_s=seconds * rng.uniform(1.0, 1.4),
        peak_mib=rng.uniform(2, 60),
    )

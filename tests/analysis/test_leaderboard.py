"""Leaderboards: order, scores, records, the Pareto front."""

from __future__ import annotations

from datetime import date
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from judge.analysis import leaderboard
from judge.analysis.leaderboard import Board, rank_solutions, score
from judge.model import Ended, Execution, Kind, Outcome, Solution, SolutionResult, Verdict


def entry(name: str, size: int, cpu_s: float = 0.1, **more: Any) -> SolutionResult:
    """A judged solution in Python, accepted by default."""
    verdict = more.pop("verdict", Verdict.AC)
    stopped = more.pop("stopped", "")
    kind = more.pop("kind", Kind.FUNCTION)
    language = more.pop("language", "python")
    solution = Solution("toy", name, Path(name), language, kind, size, **more)
    run = Execution(Ended.EXITED, 0, None, b"", b"", None, cpu_s, cpu_s, 1.0)
    kinds = (Verdict.AC, verdict)
    outcomes = tuple(
        Outcome("toy", name, f"c{i}", v, None, "", None, None, None, run)
        for i, v in enumerate(kinds)
    )
    return SolutionResult(solution, verdict, None, "", outcomes, "", stopped)


def names(board: Board) -> list[str]:
    return [place.result.solution.name for place in board.places]


def test_the_smallest_comes_first_then_the_earliest_then_the_fastest() -> None:
    entries = [
        entry("fast-undated", 50, 0.1),
        entry("late", 50, 0.1, date=date(2020, 1, 2)),
        entry("early-slow", 50, 0.3, date=date(2019, 12, 31)),
        entry("early-fast", 50, 0.2, date=date(2019, 12, 31)),
        entry("small", 49, 9.0),
    ]
    board = rank_solutions(entries).overall
    assert names(board) == ["small", "early-fast", "early-slow", "late", "fast-undated"]
    assert [place.rank for place in board.places] == [1, 2, 3, 4, 5]


def test_what_nothing_tells_apart_shares_a_rank() -> None:
    board = rank_solutions([entry("b", 5), entry("a", 5), entry("c", 6)]).overall
    assert [(p.rank, p.result.solution.name) for p in board.places] == [
        (1, "a"),
        (1, "b"),
        (3, "c"),
    ]


def test_the_score_is_of_the_league_exact_and_rounded_down() -> None:
    ranking = rank_solutions(
        [entry("py", 30), entry("py2", 90), entry("js", 40, language="javascript")]
    )
    scores = {p.result.solution.name: (p.score, p.points) for p in ranking.overall.places}
    assert scores == {
        "py": (1000, 1000),
        "js": (1000, 1000),
        "py2": (Fraction(1000, 3), 333),
    }
    assert [board.league for board in ranking.leagues] == ["javascript", "python"]
    assert names(ranking.leagues[1]) == ["py", "py2"]


def test_an_empty_source_scores_in_full_and_the_others_nothing() -> None:
    assert (score(0, 0), score(7, 0)) == (1000, 0)


def test_wrong_ones_stand_below_the_nearest_to_right_first() -> None:
    ranking = rank_solutions(
        [
            entry("wrong", 1, verdict=Verdict.WA),
            entry("right", 9),
            entry("ce", 2, verdict=Verdict.CE),
        ]
    )
    board = ranking.overall
    assert names(board) == ["right"]
    assert board.places[0].points == 1000, "a wrong one sets no mark"
    assert [j.solution.name for j in board.invalid] == ["wrong", "ce"]
    refuted = board.invalid[0].refuted
    assert refuted and (refuted.case, refuted.verdict) == ("c1", Verdict.WA)


def test_unverified_ones_stand_apart() -> None:
    board = rank_solutions(
        [
            entry("slow", 1, verdict=Verdict.UNVERIFIED),
            entry("cut-short", 2, stopped="interrupted"),
            entry("right", 9),
        ]
    ).overall
    assert names(board) == ["right"]
    assert [j.solution.name for j in board.unverified] == ["slow", "cut-short"]
    assert board.invalid == ()


def test_a_league_without_a_right_answer_has_no_best() -> None:
    [board] = rank_solutions([entry("wrong", 1, verdict=Verdict.WA)]).leagues
    assert (board.best, board.places, board.improvement) == (None, (), None)


def test_output_files_are_not_ranked() -> None:
    ranking = rank_solutions([entry("out", 1, kind=Kind.OUTPUT), entry("right", 9)])
    assert names(ranking.overall) == ["right"]


@pytest.mark.parametrize(("record", "gain"), [(12, 3), (9, None), (8, None), (None, None)])
def test_an_improvement_is_over_the_record(record: int | None, gain: int | None) -> None:
    records = {} if record is None else {"python": record}
    ranking = rank_solutions([entry("right", 9)], records)
    assert ranking.leagues[0].improvement == gain
    assert ranking.overall.improvement == gain


def test_a_record_in_another_language_is_one_overall() -> None:
    ranking = rank_solutions([entry("right", 9)], {"python": 20, "javascript": 5})
    assert ranking.leagues[0].improvement == 11
    assert ranking.overall.improvement is None


def test_free_flags_make_another_league() -> None:
    ranking = rank_solutions([entry("plain", 9), entry("flagged", 3, flags=("-O",))])
    assert [board.league for board in ranking.leagues] == ["python", "python + -O"]


def test_the_front_holds_what_is_beaten_in_neither_bytes_nor_time() -> None:
    ranking = rank_solutions(
        [
            entry("small", 10, 0.9),
            entry("small-slower", 10, 1.0),
            entry("middle", 20, 0.5),
            entry("beaten", 30, 0.5),
            entry("fast", 40, 0.1),
            entry("wrong", 1, 0.01, verdict=Verdict.WA),
        ]
    )
    assert [j.solution.name for j in ranking.pareto] == ["small", "middle", "fast"]


def test_each_solution_is_looked_at_once_on_a_board_however_many_there_are(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Its CPU time is a maximum over all its cases."""
    looked: list[str] = []
    merit = leaderboard._merit

    def counted(result: SolutionResult) -> Any:
        looked.append(result.solution.name)
        return merit(result)

    monkeypatch.setattr(leaderboard, "_merit", counted)
    ranking = rank_solutions([entry(f"s{number}", number % 7) for number in range(200)])
    assert len(ranking.overall.places) == 200
    assert len(looked) == 2 * 200  # on the board of all and on that of the language

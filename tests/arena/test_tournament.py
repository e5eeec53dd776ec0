"""Every pair meets on the same boards, both ways round; failures lose by the rule."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from judge.arena import tournament
from judge.arena.result import GameRecord
from judge.common.errors import JudgeError
from judge.model import Verdict
from tests.arena.toy_game import BEST, GAME, contestant, declare, held, task, three
from tests.contest import Contest


def facts(games: Sequence[GameRecord]) -> list[tuple[object, ...]]:
    return [(g.board, g.players, g.moves, g.payoff) for g in games]


@pytest.mark.long
def test_every_pair_plays_by_the_rules_on_every_board_both_ways_round(toy: Contest) -> None:
    three(toy)
    result = held(toy)
    assert [s.name for s in result.contestants] == ["best", "greedy", "ones"]
    assert len(result.boards) == 6 and len(set(result.boards)) > 1
    pairs = [(0, 1), (0, 2), (1, 0), (1, 2), (2, 0), (2, 1)]
    assert [(g.board, g.players) for g in result.games] == [(b, p) for b in range(6) for p in pairs]
    takes = (lambda heap: heap % 3 or 1, lambda heap: min(2, heap), lambda heap: 1)
    for game in result.games:
        heap, taken = result.boards[game.board], 0
        for at, move in enumerate(game.moves):
            assert move == takes[game.players[at % 2]](heap - taken)
            taken += move
        assert taken == heap
        assert game.payoff == (heap if len(game.moves) % 2 else -heap)
    assert not result.forfeits and not result.interrupted
    assert result.executions < sum(len(game.moves) for game in result.games), "played once each"


@pytest.mark.long
def test_games_depend_on_the_seed_and_not_on_workers_or_on_how_many_follow(toy: Contest) -> None:
    three(toy)
    result = held(toy, count=5)
    assert facts(held(toy, count=5, workers=3).games) == facts(result.games)
    assert facts(held(toy, count=3).games) == facts(result.games)[: 3 * 6]
    assert held(toy, "best", "ones", count=5, seed=1).boards != result.boards


@pytest.mark.long
def test_a_contestant_without_a_legal_move_forfeits_that_game(toy: Contest) -> None:
    declare(toy)
    contestant(toy, "best.py", BEST)
    contestant(toy, "cheats.py", "lambda role, heap: 3\n")
    contestant(toy, "crashes.c", "int main(void) { return 1 / (int)(sizeof(int) - 4); }\n")
    contestant(toy, "leaves.py", "print(1)\nraise SystemExit(3)\n")
    contestant(toy, "mumbles.js", "(role, heap) => 'no idea'\n")
    result = held(toy, count=2)
    assert {game.players for game in result.forfeits} == {g.players for g in result.games}
    kinds = result.forfeit_kinds
    assert sum(count for _, count in kinds) == len(result.forfeits) > len(kinds)
    seen = {}
    for game in result.forfeits:
        assert game.forfeit is not None
        loser = game.forfeit.contestant
        assert result.contestants[loser].name != "best"
        heap = result.boards[game.board]
        assert game.payoff == (-heap if game.players.index(loser) == 0 else heap)
        seen[result.contestants[loser].name] = (game.forfeit.verdict, game.forfeit.why)
    assert seen["cheats"] == (Verdict.WA, "one or two: 3 cannot be taken")
    assert seen["crashes"][0] is Verdict.RTE and "SIG" in seen["crashes"][1]
    assert seen["leaves"] == (Verdict.RTE, "exit status 3")
    assert seen["mumbles"] == (Verdict.WA, "not a number")


@pytest.mark.long
def test_a_contestant_that_is_always_too_slow_is_given_up(
    toy: Contest, monkeypatch: pytest.MonkeyPatch
) -> None:
    yaml = toy.problem / "problem.yaml"
    yaml.write_text(yaml.read_text().replace("time_limit: 10", "time_limit: 0.1"))
    monkeypatch.setattr(tournament, "GIVE_UP", 2)
    declare(toy)
    contestant(toy, "best.py", BEST)
    contestant(toy, "loops.py", "def move(role, heap):\n    while 1: pass\n")
    result = held(toy, count=12, size=40)
    assert all(game.forfeit for game in result.games if result.boards[game.board] > 2)
    whys = {game.forfeit.why.split(":")[0] for game in result.forfeits if game.forfeit}
    assert whys == {"CPU time", "not run again"}


@pytest.mark.long
def test_a_contestant_that_does_not_compile_is_left_out(toy: Contest) -> None:
    three(toy)
    contestant(toy, "broken.c", "int main(void) { return nothing; }\n")
    result = held(toy, count=1)
    assert [s.name for s in result.contestants] == ["best", "greedy", "ones"]
    [left_out] = result.left_out
    assert left_out.solution.name == "broken" and left_out.own_fault
    assert left_out.why.startswith("does not compile")


@pytest.mark.long
def test_what_was_over_before_an_interruption_is_kept(
    toy: Contest, monkeypatch: pytest.MonkeyPatch
) -> None:
    three(toy)
    monkeypatch.setattr(tournament, "BOARDS", 2)
    done: list[int] = []
    result = tournament.play(task(toy, count=9), lambda: len(done) == 2, done.append)
    assert result.interrupted and len(result.boards) == 4 and not result.is_short
    assert facts(result.games) == facts(held(toy, count=4).games)


@pytest.mark.long
def test_without_time_for_more_the_first_board_counts(toy: Contest) -> None:
    three(toy)
    result = held(toy, count=9, seconds=0.000001)
    assert result.is_short and not result.interrupted and len(result.boards) == 1
    assert facts(result.games) == facts(held(toy, count=1).games)
    assert not held(toy, count=9, seconds=10000.0).is_short


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('("opens", "follows")', '("opens",)', "an arena needs roles, two distinct names"),
        ("def forfeit", "def _forfeit", "an arena needs forfeit, which the plug-in lacks"),
        ("return len(moves) % 2 if", "return 2 if", "must return 0, 1 or None"),
        ("sum(moves) < board else None", "True else None", "does not end a game after 10 moves"),
        ("return board if len(moves) % 2 else -board", "return 0.5", "must return an int or a"),
    ],
)
def test_a_fault_of_the_plug_in_is_named(
    toy: Contest, monkeypatch: pytest.MonkeyPatch, old: str, new: str, said: str
) -> None:
    monkeypatch.setattr(tournament, "MOST_MOVES", 10)
    declare(toy, GAME.replace(old, new).replace("> board - sum(moves)", "> 9"))
    contestant(toy, "ones.py", "lambda role, heap: 1\n")
    contestant(toy, "twos.py", "lambda role, heap: 2\n")
    with pytest.raises(JudgeError, match=said):
        held(toy, count=1)

"""An arena as JSON: every board, every game, the standings."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

from judge.arena.result import ArenaResult, GameRecord
from judge.arena.standings import CONFIDENCE, Estimate, Pairing, Standing, Standings
from judge.packages.arena_game import Position
from judge.report.export.json_write import json_text, score


def text(result: ArenaResult, ranked: Standings) -> str:
    """The file. Scores are exact and in the plug-in's own unit: integers, or strings such as
    ``"7/3"``."""
    return json_text(as_facts(result, ranked))


def as_facts(result: ArenaResult, ranked: Standings) -> dict[str, Any]:
    """``result`` ready for ``json.dump``; contestants are named."""
    task, game = result.task, result.task.game
    return {
        "problem": task.problem.name,
        "roles": list(game.roles),
        "unit": score(game.plugin.unit),
        "seed": task.seed,
        "size": task.size,
        "interrupted": result.interrupted,
        "out_of_time": result.is_short,
        "confidence": CONFIDENCE,
        "standings": [_standing(result, place) for place in ranked.places],
        "pairings": [_pairing(result, pairing) for pairing in ranked.pairings.values()],
        "left_out": [{"name": one.solution.name, "why": one.why} for one in result.left_out],
        "boards": [game.input(Position(board)) for board in result.boards],
        "games": [_game(result, one) for one in result.games],
    }


def _estimate(estimate: Estimate) -> dict[str, Any]:
    return {"mean": _exact(estimate.mean), "margin": estimate.margin}


def _exact(value: Fraction) -> int | str | None:
    return score(value.numerator if value.denominator == 1 else value)


def _standing(result: ArenaResult, place: Standing) -> dict[str, Any]:
    mu, sigma = place.rating
    return {
        "rank": place.rank,
        "contestant": result.contestants[place.contestant].name,
        "payoff": _estimate(place.payoff),
        "by_role": [_exact(mean) for mean in place.by_role],
        "rating": {"mu": round(mu, 6), "sigma": round(sigma, 6)},
        "won": place.won,
        "drawn": place.drawn,
        "lost": place.lost,
        "forfeits": place.forfeits,
    }


def _pairing(result: ArenaResult, pairing: Pairing) -> dict[str, Any]:
    return {
        "contestants": [result.contestants[at].name for at in (pairing.first, pairing.second)],
        "payoff": _estimate(pairing.payoff),
        "won": pairing.won,
        "drawn": pairing.drawn,
        "lost": pairing.lost,
        "gains": [score(gain) for gain in pairing.gains],
    }


def _game(result: ArenaResult, game: GameRecord) -> dict[str, Any]:
    facts: dict[str, Any] = {
        "board": game.board + 1,
        "players": [result.contestants[at].name for at in game.players],
        "moves": [_move(move) for move in game.moves],
        "payoff": score(game.payoff),
    }
    if game.forfeit:
        facts["forfeit"] = {
            "contestant": result.contestants[game.forfeit.contestant].name,
            "verdict": game.forfeit.verdict.value,
            "why": game.forfeit.why,
        }
    return facts


def _move(move: Any) -> Any:
    """The move itself if it consists of what JSON has, else as Python shows it."""
    try:
        return json.loads(json.dumps(move, allow_nan=False))
    except (TypeError, ValueError, RecursionError):
        return repr(move)

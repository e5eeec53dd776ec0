"""An arena as one HTML file without a script: ranking, matrix, and the boards that decided.

Names and messages come from strangers: they enter the page by autoescape only. Of a plug-in's
drawings alone the HTML is trusted, as on the page of a run.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import combinations
from pathlib import Path

from markupsafe import Markup
from msgspec import Struct

from judge import __version__
from judge.arena.result import ArenaResult, GameRecord
from judge.arena.standings import CONFIDENCE, Pairing, Standing, Standings
from judge.common.messages import counted
from judge.common.safe_text import encodable, one_line
from judge.packages.arena_game import Position
from judge.packages.plugin_faults import PluginFault
from judge.plugin import Score
from judge.report.html.compiled_templates import environment
from judge.report.html.drawings import NO_ROOM
from judge.report.html.page import inlined, policy
from judge.report.phrases import league_title, shown_estimate, shown_mean

_HERE = Path(__file__).parent
_SHEETS = ("style.css", "board.css", "arena.css")
#: Longer names are cut: characters.
LONGEST = 120
#: So many boards of a pair are shown, and so many characters of drawings in all.
SHOWN, ROOM = 2, 6 * 2**20
#: So many forfeits are listed.
FORFEITS = 50


class PlaceRow(Struct, frozen=True):
    """A contestant in the ranking; ``key`` identifies it in the addresses of the page."""

    key: int
    rank: int
    name: str
    note: str
    language: str
    payoff: str
    roles: tuple[str, ...]
    meetings: tuple[int, int, int]
    rating: str
    forfeits: int


class MatrixCell(Struct, frozen=True):
    """How the contestant of the row fared against that of the column; ``style`` is a class."""

    payoff: str
    meetings: str
    style: str
    link: str


class GameView(Struct, frozen=True):
    """One of the two games on a board: who has which role, how it ended, and a picture."""

    first: str
    second: str
    payoff: str
    forfeit: str
    picture: Markup
    text: str


class BoardView(Struct, frozen=True):
    number: int
    winner: str
    gain: str
    games: tuple[GameView, ...]


class PairView(Struct, frozen=True):
    anchor: str
    first: str
    second: str
    payoff: str
    meetings: tuple[int, int, int]
    boards: tuple[BoardView, ...]


def render(result: ArenaResult, ranked: Standings, room: int = ROOM) -> str:
    """The page as text; drawings together get about ``room`` characters."""
    view = _View(result, ranked, room)
    plugin = result.task.game.plugin
    css = [(_HERE / name).read_text(encoding="utf-8") for name in _SHEETS]
    sheets = [inlined(text) for text in [*css, plugin.css] if text]
    template = environment().get_template("arena.html.j2")
    forfeits = result.forfeit_kinds
    return encodable(
        template.render(
            task=result.task,
            result=result,
            version=__version__,
            confidence=f"{CONFIDENCE:.0%}",
            roles=[one_line(role, LONGEST) for role in result.task.game.roles],
            places=[view.place(place) for place in ranked.places],
            matrix=view.matrix(),
            pairs=list(view.pairs()),
            forfeits=[view.forfeit(game, count) for game, count in forfeits[:FORFEITS]],
            more_forfeits=sum(count for _, count in forfeits[FORFEITS:]),
            left_out=[(one_line(o.solution.name, LONGEST), o.why) for o in result.left_out],
            sheets=sheets,
            policy=policy("", sheets),
        )
    )


class _View:
    """Makes strings of the facts; contestants stand in the order of their ranks."""

    def __init__(self, result: ArenaResult, ranked: Standings, room: int) -> None:
        self._result = result
        self._ranked = ranked
        self._game = result.task.game
        self._unit = self._game.plugin.unit
        self._order = [place.contestant for place in ranked.places]
        self._names = [one_line(s.name, LONGEST) for s in result.contestants]
        self._games: Mapping[tuple[int, int, int], GameRecord] = {
            (game.board, *game.players): game for game in result.games
        }
        self._room = room

    def place(self, place: Standing) -> PlaceRow:
        solution = self._result.contestants[place.contestant]
        mu, sigma = place.rating
        return PlaceRow(
            place.contestant,
            place.rank,
            self._names[place.contestant],
            solution.note,
            league_title(solution.league),
            shown_estimate(place.payoff.mean, place.payoff.margin, self._unit),
            tuple(shown_mean(mean, self._unit) for mean in place.by_role),
            (place.won, place.drawn, place.lost),
            f"{mu:.1f} ± {sigma:.1f}",
            place.forfeits,
        )

    def matrix(self) -> list[tuple[str, list[MatrixCell | None]]]:
        """Rows with the names of their contestants; None where one would meet itself."""
        return [
            (self._names[a], [self._cell(a, b) if a != b else None for b in self._order])
            for a in self._order
        ]

    def _cell(self, a: int, b: int) -> MatrixCell:
        pairing = self._ranked.pairings[a, b]
        return MatrixCell(
            shown_mean(pairing.payoff.mean, self._unit),
            f"{pairing.won}–{pairing.drawn}–{pairing.lost}",
            _style(pairing),
            self._anchor(a, b),
        )

    def _anchor(self, a: int, b: int) -> str:
        first, second = sorted((a, b), key=self._order.index)
        return f"pair-{first}-{second}"

    def pairs(self) -> Iterator[PairView]:
        """Those that rank higher first."""
        for a, b in combinations(self._order, 2):
            pairing = self._ranked.pairings[a, b]
            gains = pairing.gains
            ordered = sorted(range(len(gains)), key=lambda at: (-abs(Fraction(gains[at])), at))
            yield PairView(
                self._anchor(a, b),
                self._names[a],
                self._names[b],
                shown_estimate(pairing.payoff.mean, pairing.payoff.margin, self._unit),
                (pairing.won, pairing.drawn, pairing.lost),
                tuple(self._board(a, b, at, gains[at]) for at in ordered[:SHOWN] if gains[at]),
            )

    def _board(self, a: int, b: int, board: int, gain: Score) -> BoardView:
        winner = self._names[a if gain > 0 else b]
        games = (self._games[board, a, b], self._games[board, b, a])
        return BoardView(
            board + 1,
            winner,
            self._result.scores.gap(gain),
            tuple(self._view(game) for game in games),
        )

    def _view(self, game: GameRecord) -> GameView:
        position = Position(self._result.boards[game.board], game.moves)
        picture, text = self._picture(position)
        first, second = game.players
        return GameView(
            self._names[first],
            self._names[second],
            payoff=self._shown(game.payoff),
            forfeit=self.forfeit(game)[1] if game.forfeit else "",
            picture=picture,
            text=text,
        )

    def _picture(self, position: Position) -> tuple[Markup, str]:
        """The plug-in's drawing, or else text."""
        if self._room < 0:
            return Markup(), NO_ROOM
        try:
            drawn = self._game.draw(position)
            text = "" if drawn else self._game.input(Position(position.board))
        except PluginFault as fault:
            return Markup(), str(fault)
        self._room -= len(drawn) + len(text)
        return Markup(drawn), text and f"{text}moves: {position.moves!r}"

    def forfeit(self, game: GameRecord, count: int = 1) -> tuple[str, str]:
        """Who lost by it, and how; ``count``: how many games like this one."""
        assert game.forfeit is not None
        loser = game.forfeit.contestant
        role = self._game.roles[game.players.index(loser)]
        games = f" and {counted(count - 1, 'more game')}" if count > 1 else ""
        text = f"board {game.board + 1}{games}, {role}: {game.forfeit.verdict.value}"
        text = f"{text}, {game.forfeit.why}"
        return self._names[loser], one_line(text, 400)

    def _shown(self, score: Score) -> str:
        return self._result.scores.score(score)


def _style(pairing: Pairing) -> str:
    """Whether a difference is sure, probable or none."""
    mean, margin = pairing.payoff.mean, pairing.payoff.margin
    if not mean:
        return "even"
    sure = margin is not None and abs(float(mean)) > margin
    return ("ahead" if mean > 0 else "behind") + (" sure" if sure else "")

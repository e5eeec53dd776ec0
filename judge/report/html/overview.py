"""The card of a problem at the top of the page: smallest solutions, verdicts, one refutation."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from markupsafe import Markup
from msgspec import Struct

from judge.analysis import leaderboard
from judge.checking.soft_limit import extent
from judge.common.safe_text import encodable, plain
from judge.model import Case, Outcome, ProblemResult, SolutionResult, Verdict
from judge.packages.loaded_problem import LoadedProblem
from judge.report.html.addresses import anchor
from judge.report.html.cell_data import packed
from judge.report.html.drawings import Gallery
from judge.report.phrases import in_words, league_title

#: How many languages are listed, and how many refutations are tried until one can be drawn.
MOST_MEDALS, MOST_TRIED = 6, 5
#: Verdicts of answers that a picture can refute.
_DRAWN = frozenset({Verdict.WA, Verdict.BETTER, Verdict.RTE})


class Medal(Struct, frozen=True):
    """The smallest accepted solution of a language."""

    league: str
    name: str
    href: str
    size: int
    #: How many solutions of that language were accepted.
    accepted: int


class Share(Struct, frozen=True):
    """The part of a bar that a verdict has: ``start`` and ``count`` in solutions."""

    verdict: Verdict
    start: int
    count: int


class Refutation(Struct, frozen=True):
    """One wrong answer; ``pack`` is its drawing and that of a best one, None without drawings.

    ``pack`` is compressed JSON: {theirs: html, best: html or null}; without ``best``, ``theirs``
    shows both.
    """

    solution: str
    case: str
    href: str
    verdict: Verdict
    words: str
    unexpected: bool
    pack: Markup | None


class Overview(Struct, frozen=True):
    medals: tuple[Medal, ...]
    more_medals: int
    shares: tuple[Share, ...]
    refutation: Refutation | None


def overview_of(
    result: ProblemResult, loaded: LoadedProblem, sizes: Mapping[str, tuple[int, ...]]
) -> Overview:
    """``sizes`` has the size of each case by its name; empty where it is unknown."""
    medals = _medals(result)
    return Overview(
        medals[:MOST_MEDALS],
        max(0, len(medals) - MOST_MEDALS),
        shares(j.verdict for j in result.solutions),
        _refutation(result, loaded, sizes),
    )


def shares(verdicts: Iterable[Verdict]) -> tuple[Share, ...]:
    """Accepted first, then in the order of ``Verdict``; verdicts that nobody got are left out."""
    found = list(verdicts)
    parts: list[Share] = []
    for verdict in Verdict:
        if count := found.count(verdict):
            parts.append(Share(verdict, sum(part.count for part in parts), count))
    return tuple(parts)


def _medals(result: ProblemResult) -> tuple[Medal, ...]:
    boards = [b for b in leaderboard.rank_solutions(result.solutions).leagues if b.places]
    boards.sort(key=lambda board: (board.best or 0, board.league or ""))
    return tuple(
        Medal(
            league_title(board.league),
            solution.name,
            anchor(result.problem.name, solution.name),
            solution.size,
            len(board.places),
        )
        for board in boards
        for solution in (board.places[0].result.solution,)
    )


def _refutation(
    result: ProblemResult, loaded: LoadedProblem, sizes: Mapping[str, tuple[int, ...]]
) -> Refutation | None:
    """The one that is easiest to see: an unexpected one, legal, on the smallest case."""
    cases = {case.name: case for case in result.problem.cases}
    found = [
        (j, outcome)
        for j in result.solutions
        for outcome in j.outcomes
        if outcome.verdict in _DRAWN and outcome.case in cases
    ]
    found.sort(
        key=lambda pair: (
            pair[0].as_expected,
            pair[1].verdict is Verdict.RTE,
            not pair[1].gap,
            extent(sizes.get(pair[1].case, ())),
            pair[1].case,
            pair[0].solution.name,
        )
    )
    for j, outcome in found[:MOST_TRIED]:
        if pack := _drawn(j, outcome, cases[outcome.case], loaded):
            return _shown(result, loaded, j, outcome, pack)
    return _shown(result, loaded, *found[0], None) if found else None


def _shown(
    result: ProblemResult,
    loaded: LoadedProblem,
    j: SolutionResult,
    outcome: Outcome,
    pack: Markup | None,
) -> Refutation:
    words = in_words(outcome, loaded.scores, result.problem.limits)
    return Refutation(
        j.solution.name,
        outcome.case,
        anchor(result.problem.name, j.solution.name, outcome.case),
        outcome.verdict,
        plain(words, 400),
        not j.as_expected,
        pack,
    )


def _drawn(j: SolutionResult, outcome: Outcome, case: Case, loaded: LoadedProblem) -> Markup | None:
    gallery = Gallery(loaded.plugin, case)
    theirs = gallery.theirs(outcome, j.reading).value
    if theirs is None:
        return None
    best = None if theirs in gallery.pairs else gallery.best().value
    pictures = {"theirs": _html(gallery.drawings, theirs), "best": _html(gallery.drawings, best)}
    return Markup(packed(pictures))


def _html(drawings: Sequence[str], index: int | None) -> str | None:
    return None if index is None else encodable(drawings[index])
